import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { missingRow } from '../../testing/divergences.ts';
import { hostile, report, run } from '../../testing/report.ts';
import { html, trusted } from '../../text/html.ts';
import { renderHtml } from '../html.ts';
import { pagedHtml, pageEntries } from './paged.ts';

const number = 230;
const severities = ['critical', 'major'] as const;

/** A very bad store: a great many divergences with different causes, some with hostile text. */
const divergences = Array.from({ length: number }, (_, at) => ({
  ...missingRow,
  fingerprint: at.toString(16).padStart(12, 'a'),
  target: at % 2 === 0 ? 'dynalite' : 'extenddb',
  severity: severities[at % 2] ?? 'major',
  case: `area-${at % 3}/case-${at}`,
  findings: [`f/${at}`],
  title: at === 200 ? `title 200 ${hostile.script} it's "this"` : `title ${at} of all`,
  path: `Items[${at}]`,
}));
const page = renderHtml({ ...report, run: { ...run, divergences } });

const packedIn = (html: string, id: string): string => {
  const [, text = ''] = new RegExp(`<script type="text/plain" id="${id}">([^<]*)</script>`).exec(html) ?? [];
  return text === '' ? '' : gunzipSync(Buffer.from(text, 'base64')).toString();
};

describe('a very long list', () => {
  test('has its first page as markup; the rest is compressed and already escaped', () => {
    const rest = JSON.parse(packedIn(page, 'rest')) as string[];
    expect(page.match(/<details class="entry [^>]*id="d-/g)).toHaveLength(pageEntries);
    expect(rest).toHaveLength(number - pageEntries);
    expect(rest.every((html) => /^<details class="entry [^<>]*>/.test(html))).toBe(true);
    expect(rest.join('')).not.toContain(hostile.script);
    expect(rest.join('')).toContain('&lt;script&gt;');
  });

  test('of one page is markup only', () => {
    expect(String(pagedHtml([html`<p class="entry">1</p>`]))).not.toMatch(/script|nav/);
  });

  const plain = (d: (typeof divergences)[number]) =>
    html`<p class="entry" id="${d.fingerprint}">${trusted(JSON.stringify(d))}</p>`;

  test('grows little with every entry, since entries are similar and compress well', () => {
    const many = divergences.concat(
      divergences.map((d, at) => ({ ...d, fingerprint: at.toString(16).padStart(12, 'b') })),
    );
    const larger = String(pagedHtml(many.map(plain)));
    const smaller = String(pagedHtml(divergences.map(plain)));
    expect((larger.length - smaller.length) / number).toBeLessThan(JSON.stringify(missingRow).length / 5);
  });
});

const browser = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

describe.skipIf(browser === undefined)('in a browser', () => {
  const place = mkdtempSync(join(tmpdir(), 'page-'));
  const file = join(place, 'report.html');
  writeFileSync(file, page);
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  /** Opens the page at a fragment in a browser: the count shown, the titles and the DOM. */
  async function at(fragment: string): Promise<{ shown: string; titles: string[]; dom: string }> {
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--dump-dom'];
    const { stdout: dom } = await promisify(execFile)(
      browser as string,
      [
        ...flags,
        `--user-data-dir=${place}/profile`,
        '--virtual-time-budget=30000',
        `${pathToFileURL(file)}${fragment}`,
      ],
      { maxBuffer: 2 ** 26 },
    );
    return {
      dom,
      shown: /id="shown"[^>]*>([^<]*)</.exec(dom)?.[1] ?? '',
      titles: [...dom.matchAll(/<details class="entry [\s\S]*?<h3>([^<]*)<\/h3>/g)].map(([, title]) => title as string),
    };
  }

  test.each([
    ['', '1–50 of 230 shown', 50],
    ['#target=dynalite', '1–50 of 115 shown, of 230 in all', 50],
    ['#target=dynalite&area=area-1&page=1', '38 shown, of 230 in all', 38],
    ['#severity=major&page=3', '101–115 of 115 shown, of 230 in all', 15],
    ['#text=TITLE+229', '1 shown, of 230 in all', 1],
    [`#text=${encodeURIComponent(`${hostile.script} it's "this"`)}`, '1 shown, of 230 in all', 1],
    ['#page=99', '201–230 of 230 shown', 30],
    ['#status=known', '0 shown, of 230 in all', 0],
    ['#divergences', '1–50 of 230 shown', 50],
    ['#%', '1–50 of 230 shown', 50],
  ])('the address %s shows %s', { timeout: 60_000 }, async (fragment, shown, entries) => {
    const found = await at(fragment);
    expect([found.shown, found.titles.length]).toEqual([shown, entries]);
    expect(found.dom).not.toContain(hostile.script);
  });

  test('the address of an entry on a later page opens it', { timeout: 60_000 }, async () => {
    const { dom, titles } = await at(`#d-${divergences[228]?.fingerprint}-dynalite`);
    expect(titles).toContain('title 228 of all');
    expect(dom).toMatch(/id="d-[a-f0-9]*e4-dynalite"[^>]* open/);
  });
});
