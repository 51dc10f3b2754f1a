/** A page about a model for those who know its protocol: generated from the model, so it says what the model does. */

import type { Trace } from '../../../models/checker/result.ts';
import { shown, type Value } from '../../../models/language/domains.ts';
import type { ModelEntry, MutantEntry } from '../../../models/language/entry.ts';
import type { Model, Property } from '../../../models/language/model.ts';
import type { Variable } from '../../../models/language/state/layout.ts';
import { traceDiagram } from './mermaid.ts';
import { type Met, type Survey, survey } from './survey.ts';

/** states, transitions, terminal states, depth, interleavings (null: the model has cycles). */
export type Size = readonly [number, number, number, number, string | null];

export interface PageInput {
  readonly entry: ModelEntry;
  /** By `scale variant`. */
  readonly sizes: { readonly [scaleAndVariant: string]: Size };
  /** The shortest run of a mutant to what it breaks first; null: it breaks nothing. */
  readonly traceOf: (mutant: MutantEntry) => Trace | null;
}

/** Markdown with Mermaid diagrams; ends with a newline. */
export function modelPage({ entry, sizes, traceOf }: PageInput): string {
  const scale = entry.scales.includes('small') ? 'small' : 'default';
  const model = entry.build({ scale });
  const surveyed = survey(model);
  const { goodRun, isComplete } = surveyed;
  const planted = entry.mutants.filter(({ isHole }) => !isHole);
  const holes = entry.mutants.filter(({ isHole }) => isHole);
  return [
    `# ${entry.name}`,
    `${sentence(entry.title)}`,
    ...(entry.about === '' ? [] : [entry.about]),
    '## Size',
    sizeTable(sizes),
    '## Variables',
    variableTable(model),
    '## Processes',
    `Values as they are met at the scale \`${scale}\`${isComplete ? '' : ', in part of its states'}. A step is offered where its second column holds.`,
    ...processTables(model, surveyed),
    ...(model.fairness.length === 0 ? [] : ['## Fairness', fairnessList(model)]),
    '## Properties',
    propertyTable(model),
    ...(goodRun === null
      ? []
      : ['## A run', `The shortest run to: ${goodRun.property}.`, diagram(goodRun, goodRun.property)]),
    ...(holes.length === 0
      ? []
      : [
          '## Holes',
          'The design as documented does this; the build fails when it no longer does.',
          ...runs(holes, traceOf),
        ]),
    ...(planted.length === 0 ? [] : ['## Mutants', mutantTable(planted), ...runs(planted, traceOf)]),
  ]
    .join('\n\n')
    .concat('\n');
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Text in a cell: a bar would end it, and a line break the row. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const grouped = (digits: string | number): string => String(digits).replace(/\B(?=(\d{3})+$)/g, ',');

const sizeTable = (sizes: PageInput['sizes']): string =>
  table(
    ['scale', 'variant', 'states', 'transitions', 'depth', 'interleavings'],
    Object.entries(sizes).map(([which, [states, transitions, , depth, interleavings]]) => [
      ...which.split(' '),
      grouped(states),
      grouped(transitions),
      String(depth),
      interleavings === null ? 'has cycles' : short(interleavings),
    ]),
  );

const short = (interleavings: string): string =>
  interleavings.length <= 15
    ? grouped(interleavings)
    : `about ${interleavings[0]}.${interleavings.slice(1, 3)}e${interleavings.length - 1}`;

/** `restore 0` and `restore 1` are alike, and so are `target[0].status` and `target[1].status`. */
const alike = (name: string): string => name.replace(/\d+/g, '#');

function firsts<T>(all: readonly T[], nameOf: (one: T) => string): { first: T; count: number }[] {
  const groups = new Map<string, { first: T; count: number }>();
  for (const one of all) {
    const group = groups.get(alike(nameOf(one)));
    if (group === undefined) groups.set(alike(nameOf(one)), { first: one, count: 1 });
    else group.count++;
  }
  return [...groups.values()];
}

const variableTable = (model: Model): string =>
  table(
    ['variable', 'how many', 'values', 'starts as'],
    firsts(model.layout.variables, ({ name }) => name).map(({ first, count }) => [
      `\`${first.name}\``,
      String(count),
      first.domain.text,
      String(shown(first.domain, first.initial)),
    ]),
  );

function processTables(model: Model, { steps, reached }: Survey): string[] {
  return firsts(model.processes, ({ name }) => name).flatMap(({ first, count }) => {
    const own = steps.filter(({ process }) => process === first);
    const others = count === 1 ? '' : ` (and ${count - 1} like it)`;
    const rows = own.map(({ label, guard, writes }) => [label, conditions(guard, reached), effects(writes)]);
    return [
      `### ${first.name}${others}`,
      rows.length === 0 ? 'Takes no step at this scale.' : table(['step', 'where', 'makes'], rows),
    ];
  });
}

const valuesMax = 4;

const values = (variable: Variable, codes: ReadonlySet<number>): Value[] =>
  [...codes].sort((a, b) => a - b).map((code) => shown(variable.domain, code));

/** What was read and had one of few values, where it can have others; the rest is only looked at. */
function conditions(guard: Met, reached: Met): string {
  const all = [...guard].filter(([variable, codes]) => codes.size < reached.get(variable)!.size);
  const told = all.filter(([, codes]) => codes.size <= valuesMax);
  return told.map(([variable, codes]) => `\`${variable.name}\` is ${values(variable, codes).join(' or ')}`).join('; ');
}

const effects = (writes: Met): string =>
  [...writes]
    .map(([variable, codes]) =>
      codes.size > valuesMax
        ? `\`${variable.name}\` another`
        : `\`${variable.name}\` ${values(variable, codes).join(' or ')}`,
    )
    .join('; ');

const fairnessList = (model: Model): string => model.fairness.map(({ text }) => `- ${text}`).join('\n');

const propertyTable = (model: Model): string =>
  table(
    ['must hold', 'property', 'remark'],
    model.properties
      .filter(({ kind }) => kind !== 'premise')
      .map((property) => [kindText[property.kind], property.name, model.remarks.get(property.id) ?? '']),
  );

const kindText: { readonly [kind in Property['kind']]: string } = {
  always: 'always',
  sometimes: 'is seen to happen',
  recoverable: 'can still come about',
  leadsTo: 'whenever begun, it ends',
  eventually: 'at some time',
  ending: 'may stop there',
  premise: '',
};

function outcome({ expect }: MutantEntry): string {
  if ('breaks' in expect) return `breaks ${expect.breaks.join(', ')}`;
  if ('masked' in expect) return `masked: ${expect.masked}; breaks with ${expect.with.join(', ')}`;
  return `equivalent: ${expect.equivalent}`;
}

const mutantTable = (mutants: readonly MutantEntry[]): string =>
  table(
    ['mutant', 'bug', 'variant', 'outcome', 'finding'],
    mutants.map((mutant) => [mutant.id, mutant.title, mutant.variant, outcome(mutant), mutant.finding ?? '']),
  );

function runs(mutants: readonly MutantEntry[], traceOf: PageInput['traceOf']): string[] {
  return mutants.flatMap((mutant) => {
    const trace = traceOf(mutant);
    if (trace === null) return [];
    const heading = `${mutant.id}: ${mutant.title}. Breaks “${trace.property}” in ${trace.steps.length} steps.`;
    return [`<details><summary>${escaped(heading)}</summary>`, diagram(trace), '</details>'];
  });
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const diagram = (trace: Trace, ending?: string): string => `\`\`\`mermaid\n${traceDiagram(trace, ending)}\`\`\``;
