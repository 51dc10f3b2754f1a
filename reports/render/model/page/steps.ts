/** The steps of each process, with their conditions and assignments. */
import { shown } from '../../../../models/language/domains.ts';
import type { Model, Process } from '../../../../models/language/model.ts';
import type { Variable } from '../../../../models/language/state/variable.ts';
import type { Met, Survey } from '../survey.ts';
import { alike, othersText } from './alike.ts';
import { pageTable, type Row } from './markdown.ts';
import { fieldOf, recordOf } from './names.ts';

export function stepsSection(model: Model, scale: string, survey: Survey): string[] {
  const part = survey.isComplete ? '' : ' in some of the states';
  return [
    `## Steps, with the values seen${part} at scale \`${scale}\``,
    pageTable(
      ['step', 'enabled when', 'effect'],
      alike(
        model.processes,
        ({ name }) => name,
        ({ labels }) => labels.join(),
      ).flatMap(({ first, count }) => rowsOf(first, count, survey)),
    ),
  ];
}

function rowsOf(process: Process, count: number, { steps, reached }: Survey): Row[] {
  const own = steps.filter((step) => step.process === process);
  const name = `**${process.name}**${othersText(count)}`;
  if (own.length === 0) return [[name, 'takes no step at this scale', '']];
  const rows = own.map(({ label, guard, writes }): Row => {
    return [label, assignments(conditions(guard, reached)), assignments([...writes])];
  });
  // A single step needs no heading.
  return own.length === 1 ? [[`${name}: ${own[0]!.label}`, ...rows[0]!.slice(1)]] : [[name, '', ''], ...rows];
}

const valuesMax = 4;

/** Variables that are conditions: when the step was offered they had only some of their reachable values. Others are only read. */
const conditions = (guard: Met, reached: Met): [Variable, ReadonlySet<number>][] =>
  [...guard].filter(([variable, codes]) => codes.size < reached.get(variable)!.size && codes.size <= valuesMax);

/** A text for each record; records with the same text are merged. */
function assignments(met: readonly (readonly [Variable, ReadonlySet<number>])[]): string[] {
  const byRecord = new Map<string, string[]>();
  for (const [variable, codes] of met) {
    const text = `${fieldOf(variable)} = ${valuesText(variable, codes)}`;
    byRecord.set(recordOf(variable), [...(byRecord.get(recordOf(variable)) ?? []), text]);
  }
  const byText = new Map<string, string[]>();
  for (const [record, texts] of byRecord) {
    const text = texts.join(', ');
    byText.set(text, [...(byText.get(text) ?? []), `\`${record}\``]);
  }
  return [...byText].map(([text, records]) => `${records.join(', ')} ${text}`);
}

const valuesText = ({ domain }: Variable, codes: ReadonlySet<number>): string =>
  codes.size > valuesMax
    ? 'another'
    : [...codes]
        .sort((a, b) => a - b)
        .map((code) => shown(domain, code))
        .join(' or ');
