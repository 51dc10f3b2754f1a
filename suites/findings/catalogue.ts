/** Loads the catalogue of findings, which cases, models and mutants refer to by id. */
import { readFileSync } from 'node:fs';
import { closest } from './closest.ts';
import { type Finding, type FindingId, parseFinding } from './finding.ts';

export * from './finding.ts';

type Catalogue = ReadonlyMap<FindingId, Finding>;

/** `suggestions`: likely ids, best first; empty when none is close. */
type FindingLookup = { kind: 'found'; finding: Finding } | { kind: 'unknown'; suggestions: readonly FindingId[] };

const file = new URL('./catalogue.jsonl', import.meta.url);
const suggestionsMax = 5;

let loaded: Catalogue | undefined;

/**
 * Loaded once and cached.
 * @throws Error naming the invalid line
 */
export function loadCatalogue(): Catalogue {
  loaded ??= parseCatalogue(readFileSync(file, 'utf8'));
  return loaded;
}

/**
 * @param text one finding per line, as JSON
 * @throws Error naming the invalid line
 */
export function parseCatalogue(text: string): Catalogue {
  const catalogue = new Map<FindingId, Finding>();
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n');
  for (const [index, line] of lines.entries()) {
    try {
      const finding = parseFinding(line);
      if (catalogue.has(finding.id)) throw new Error(`${finding.id} occurs twice`);
      catalogue.set(finding.id, finding);
    } catch (error) {
      throw new Error(`catalogue.jsonl:${index + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return catalogue;
}

/**
 * Finds an id as a person types it: complete, or without its document (`C9`). Case is ignored if only one finding
 * matches. An exact spelling wins, since `M9` and `m9` are two findings.
 */
export function findFinding(id: string, catalogue: Catalogue = loadCatalogue()): FindingLookup {
  const finding = catalogue.get(id) ?? only(byShortId(id, catalogue)) ?? only(byAnyCase(id, catalogue));
  if (finding !== undefined) return { kind: 'found', finding };
  const names = [...catalogue.keys()].map((key) => ({ id: key, names: [key, shortId(key)] }));
  return { kind: 'unknown', suggestions: closest(id, names).slice(0, suggestionsMax) };
}

/** `C9` for `mongo-rfc/C9`. */
function shortId(id: FindingId): string {
  return id.slice(id.indexOf('/') + 1);
}

function byShortId(id: string, catalogue: Catalogue): Finding[] {
  return [...catalogue.values()].filter((finding) => shortId(finding.id) === id);
}

function byAnyCase(id: string, catalogue: Catalogue): Finding[] {
  const wanted = id.toLowerCase();
  return [...catalogue.values()].filter(
    (finding) => finding.id.toLowerCase() === wanted || shortId(finding.id).toLowerCase() === wanted,
  );
}

function only(findings: readonly Finding[]): Finding | undefined {
  return findings.length === 1 ? findings[0] : undefined;
}
