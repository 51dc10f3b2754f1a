/** Static checks of a case: unresolved references, invalid paths, unknown words. */
import { parsePath } from '../runner/play/path.ts';
import { referencesOf } from '../runner/play/template.ts';
import {
  type Call,
  type Case,
  type Expect,
  isParallel,
  isReadStream,
  isRepeat,
  isTimes,
  isWait,
  type Leaf,
  type ReadStream,
  type Step,
  type Template,
} from './case.ts';
import { expectationOf } from './leaf.ts';

export const leaves = (steps: readonly Step[]): Leaf[] =>
  steps.flatMap((step) => (isParallel(step) ? step.parallel.flatMap(leaves) : isWait(step) ? [] : [step]));
const callOf = (step: Leaf): Call | ReadStream => (isRepeat(step) ? step.repeat : isTimes(step) ? step.step : step);
export const nameOf = (step: Leaf): string | undefined => callOf(step).as;
const expectOf = (step: Leaf): Expect | undefined => (isReadStream(step) ? step.expect : expectationOf(step));

/** All templates of a step: what it sends and what it expects. */
export function templates(step: Leaf): { sent: Template; expected: Template[] } {
  const call = callOf(step);
  const sent: Template = 'readStream' in call ? call.readStream : [call.input ?? null, call.during?.input ?? null];
  const { ok, members, wire } = expectOf(step) ?? {};
  return { sent, expected: [ok, members, wire].filter((part) => part !== undefined) };
}

/** The values of all references of one kind at any depth, including member names such as `$table:orders`. */
export function mentions(template: Template, reference: string): string[] {
  if (Array.isArray(template)) return template.flatMap((part) => mentions(part, reference));
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([member, part]) => [
    ...(member === reference && typeof part === 'string' ? [part] : []),
    ...(member.startsWith(`${reference}:`) ? [member.slice(reference.length + 1)] : []),
    ...mentions(part, reference),
  ]);
}

/** References to steps that have not been answered yet. `known` holds the earlier names and is extended. */
export function danglingReferences(steps: readonly Step[], known: Set<string>): string[] {
  return steps.flatMap((step) => {
    if (isParallel(step)) {
      const branches = step.parallel.map((branch) => {
        const own = new Set(known);
        return { own, found: danglingReferences(branch, own) };
      });
      for (const { own } of branches) for (const name of own) known.add(name);
      return branches.flatMap(({ found }) => found);
    }
    if (isWait(step)) return [];
    const { sent, expected } = templates(step);
    const name = nameOf(step);
    // A loop may refer to its own newest answer, and an expectation to its own step.
    const within = new Set([...known, ...(name !== undefined ? [name] : [])]);
    const early = referencesOf(sent).filter((to) => !(isRepeat(step) ? within : known).has(to));
    const late = expected.flatMap(referencesOf).filter((to) => !within.has(to));
    const lost = isRepeat(step) && step.continues !== undefined && !known.has(step.continues) ? [step.continues] : [];
    if (name !== undefined) known.add(name);
    return [...early, ...late, ...lost];
  });
}

/** Tables that the steps use but the case does not declare. */
export function undeclaredTables({ steps, tables = {} }: Pick<Case, 'steps' | 'tables'>): string[] {
  const parts = leaves(steps).flatMap((step) => {
    const { sent, expected } = templates(step);
    return [sent, ...expected];
  });
  return parts.flatMap((part) => mentions(part, '$table')).filter((name) => !Object.hasOwn(tables, name));
}

const rules = [
  '$absent',
  '$present',
  '$size',
  '$number',
  '$unordered',
  '$startsWith',
  '$matches',
  '$between',
  '$oneOf',
  '$exact',
];
const references = ['$table', '$name', '$from', '$token', '$arn', '$text', '$sum', '$i'];

/** Members that start with a dollar sign but are not part of the template language. */
function unknownWords(template: Template, known: readonly string[]): string[] {
  if (Array.isArray(template)) return template.flatMap((part) => unknownWords(part, known));
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([member, part]) => [
    ...(member.startsWith('$') && !known.includes(member.replace(/:.*/s, '')) ? [member] : []),
    ...unknownWords(part, known),
  ]);
}

function wrongPaths(step: Leaf): string[] {
  const { observe = [] } = isTimes(step) ? step.step : step;
  const all = [...observe, ...(isRepeat(step) ? [step.until.path] : [])];
  return all.filter((path) => {
    try {
      parsePath(path);
      return false;
    } catch {
      return true;
    }
  });
}

/** Faults in steps whose shape is valid, one sentence each. */
export function faultsOf(subject: Pick<Case, 'steps' | 'tables'>): string[] {
  const all = leaves(subject.steps);
  const sentOrExpected = all.flatMap((step) => {
    const { sent, expected } = templates(step);
    return [
      ...unknownWords(sent, references),
      ...expected.flatMap((part) => unknownWords(part, [...references, ...rules])),
    ];
  });
  return [
    ...danglingReferences(subject.steps, new Set()).map((name) => `no step before it is called '${name}'`),
    ...undeclaredTables(subject).map((name) => `no table '${name}' is declared`),
    ...sentOrExpected.map((word) => `'${word}' is not a word of the language of cases`),
    ...all.flatMap(wrongPaths).map((path) => `'${path}' is not a path`),
  ];
}
