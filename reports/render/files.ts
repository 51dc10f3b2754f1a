/** The files that `--report` writes, a row each: name, and what it is made of. */
import { type Catalogue, type Report, toJson } from '../report.ts';
import { renderHtml } from './html.ts';
import { renderMarkdown } from './markdown.ts';

/** The first is the one to open. */
const formats = {
  'report.html': renderHtml,
  'report.md': (report, catalogue) => renderMarkdown(report, { catalogue }),
  'report.json': (report) => `${JSON.stringify(toJson(report), null, 2)}\n`,
} as const satisfies { readonly [name: string]: (report: Report, catalogue: Catalogue) => string };

export const reportNames = Object.keys(formats);

/** Every file of a report, by name. */
export const reportFiles = (report: Report, catalogue: Catalogue): { [name: string]: string } =>
  Object.fromEntries(Object.entries(formats).map(([name, render]) => [name, render(report, catalogue)]));
