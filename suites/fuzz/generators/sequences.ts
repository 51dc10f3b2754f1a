/** Generates sequences of requests on one schema, as cases. */
import fc from 'fast-check';
import type { Case, Step } from '../../cases/case.ts';
import { batchGet, batchWrite, transactAgain, transactGet, transactWrite } from './batches.ts';
import { controlSequence } from './control/index.ts';
import { hazard } from './hazards.ts';
import { change, get, put, remove } from './items.ts';
import { faulty } from './mutations/index.ts';
import { statement, statements, transaction } from './partiql.ts';
import { everything, pages, query, scan, segments } from './reads.ts';
import { callOf, type RequestArbitrary } from './request.ts';
import { anySchema, type Schema } from './schemas.ts';
import { perWords, tableLabel } from './words.ts';

interface SequenceOptions {
  /** Includes requests that may exhaust a server's memory. Default: false. */
  hazards?: boolean;
  /** Tables for the requests, instead of generated ones. */
  schemas?: readonly Schema[];
}

/** Longest sequence, not counting the initial items and the final reads. */
const stepsMax = 14;

const weighted = <T>(...all: [number, fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })));

type Generator = (schema: Schema) => RequestArbitrary;

/** The weight of each generator, in sequences of three sorts. A generator that no list names draws nothing. */
export const generators = {
  requests: [
    [5, put],
    [7, change],
    [2, remove],
    [3, get],
    [6, query],
    [3, scan],
    [1, batchGet],
    [1, batchWrite],
  ],
  transactions: [
    [3, transactWrite],
    [1, transactGet],
  ],
  statements: [
    [5, statement],
    [1, statements],
    [1, transaction],
    [2, put],
  ],
} as const satisfies { readonly [sort: string]: readonly (readonly [weight: number, generator: Generator])[] };

const anyOf = (sort: keyof typeof generators, schema: Schema): RequestArbitrary =>
  weighted(...generators[sort].map(([weight, generator]): [number, RequestArbitrary] => [weight, generator(schema)]));

const step = (request: fc.Arbitrary<Step>): fc.Arbitrary<Step[]> => request.map((one) => [one]);

/** Mostly a valid request, sometimes one with a single fault. */
const sent = (schema: Schema, request: RequestArbitrary): fc.Arbitrary<Step> =>
  weighted([4, request], [1, request.chain((right) => faulty(schema, right))]).map(callOf);

/** Names each loop by its position. */
const looped = (schema: Schema): fc.Arbitrary<Step[]> =>
  weighted([2, step(pages(schema, 'page'))], [1, segments(schema, 'segment')]);

const items = (schema: Schema): fc.Arbitrary<Step[]> =>
  fc.array(
    put(schema).map(({ op, input }) => callOf({ op, input: { TableName: input.TableName!, Item: input.Item! } })),
    { minLength: 2, maxLength: 8 },
  );

/** Transactions and PartiQL are in separate sequences, so that a target that lacks them can still play the others. */
const body = (schema: Schema, { hazards }: SequenceOptions): fc.Arbitrary<Step[]> => {
  const plain = step(sent(schema, anyOf('requests', schema)));
  const transactions = weighted(
    [4, step(sent(schema, anyOf('transactions', schema)))],
    [1, transactAgain(schema).map((all) => all.map(callOf))],
  );
  const statements = step(weighted([5, anyOf('statements', schema)], [1, anyOf('requests', schema)]).map(callOf));
  const loops: [number, fc.Arbitrary<Step[]>] = [2, looped(schema)];
  const dangers: [number, fc.Arbitrary<Step[]>][] = hazards ? [[3, step(hazard(schema).map(callOf))]] : [];
  const several = (...all: [number, fc.Arbitrary<Step[]>][]): fc.Arbitrary<Step[]> =>
    fc.array(weighted(...all), { minLength: 3, maxLength: stepsMax, size: 'max' }).map((steps) => steps.flat());
  return weighted(
    [15, several([18, plain], loops, ...dangers)],
    [5, several([9, plain], [6, transactions], loops)],
    [1, several([1, statements])],
  );
};

/** Keeps step names unique within a sequence. */
function named(steps: readonly Step[]): Step[] {
  return steps.map((one, at) => {
    const text = JSON.stringify(one);
    return JSON.parse(
      text.replaceAll(
        /"(page|segment)(-\d+)?"/g,
        (_, name: string, part = '') => `"${name}${loopAt(steps, at)}${part}"`,
      ),
    ) as Step;
  });
}

/** All segments of one scan share a number. A step after another loop gets the next number. */
function loopAt(steps: readonly Step[], at: number): number {
  return steps.slice(0, at + 1).filter((one) => 'repeat' in one && !('continues' in one)).length;
}

/** Cached: building the arbitraries of a schema takes longer than drawing from them. */
const bodiesOf = perWords(() => new Map<string, fc.Arbitrary<Step[]>>());

function bodyOf(schema: Schema, options: SequenceOptions): fc.Arbitrary<Step[]> {
  const key = `${JSON.stringify(schema.table)} ${options.hazards === true}`;
  const bodies = bodiesOf(schema.words);
  const known =
    bodies.get(key) ??
    fc.tuple(items(schema), body(schema, options)).map(([first, rest]) => named([...first, ...rest]));
  bodies.set(key, known);
  return known;
}

type SequenceParts = Pick<Case, 'tables' | 'steps' | 'heavy' | 'aliases' | 'passingStates'>;

/** The steps of one sequence and the table that they go to. */
const itemSequence = (options: SequenceOptions): fc.Arbitrary<SequenceParts> =>
  (options.schemas ? fc.constantFrom(...options.schemas) : anySchema).chain((schema) =>
    bodyOf(schema, options).map((steps) => ({
      tables: { [tableLabel]: schema.table },
      steps: [...steps, ...everything(schema)],
      ...(schema.words.aliases && { aliases: schema.words.aliases }),
      ...(options.hazards && { heavy: true }),
    })),
  );

/** A user's tables are neither changed nor dropped, and hazards are about items. */
const anySequence = (options: SequenceOptions = {}): fc.Arbitrary<SequenceParts> =>
  options.schemas || options.hazards
    ? itemSequence(options)
    : weighted<SequenceParts>([2, itemSequence(options)], [1, controlSequence]);

/** Hashes a seed and an index to a number by FNV-1a, so that neighbouring sequences have nothing in common. */
function mixed(seed: string, at: number): number {
  let hash = 0x811c9dc5;
  for (const char of `${seed} ${at}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0;
}

const sequences = { plain: anySequence(), hazards: anySequence({ hazards: true }) };

/** The sequence at an index of a seed. It depends on neither the target nor earlier draws. */
export function sequenceAt(seed: string, at: number, options: SequenceOptions = {}): Case {
  const own = options.hazards ? sequences.hazards : sequences.plain;
  const [drawn] = fc.sample(options.schemas ? anySequence(options) : own, { seed: mixed(seed, at), numRuns: 1 });
  return {
    id: `generated/${seed}-${at}`,
    title: `Generated sequence ${at} of seed ${seed}`,
    area: 'other',
    findings: [],
    certainty: 'inferred',
    because: 'Generated: the reference says what is right.',
    ...drawn!,
  };
}
