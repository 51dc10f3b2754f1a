/** A ledger as the text of its file: sorted, and one line a fact, so that a change reviews well. The order is the formatter's. */
import type { OwnLedger } from './schema.ts';

const lineMax = 120;

/** The sections in the order of the file; empty ones are left out. */
export function ledgerText({ target, sameAs, gaps, entries, explanations, rounds }: OwnLedger): string {
  const sections = { gaps, entries: [...entries].sort(byCase), explanations, rounds };
  const filled = Object.entries(sections).filter(([, list]) => list.length > 0);
  return `${written({ target, ...(sameAs !== undefined && { sameAs }), ...Object.fromEntries(filled) }, '', 0)}\n`;
}

export const byCase = (a: { readonly case: string }, b: { readonly case: string }): number =>
  a.case < b.case ? -1 : Number(a.case > b.case);

/** @param taken characters before the value on its line, and after it */
function written(value: unknown, indent: string, taken: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const short = `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
    if (value.every((one) => typeof one !== 'object') && taken + short.length <= lineMax) return short;
    return block(
      '[',
      value.map((one) => inner + written(one, inner, inner.length + 1)),
      `${indent}]`,
    );
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const lines = members.map(([key, member]) => {
    const head = `${inner}${JSON.stringify(key)}: `;
    return head + written(member, inner, head.length + 1);
  });
  return block('{', lines, `${indent}}`);
}

const block = (open: string, lines: readonly string[], close: string): string =>
  [open, lines.join(',\n'), close].join('\n');
