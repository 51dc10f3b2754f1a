/** Generates sequences of requests on one schema, as cases. */
import fc from 'fast-check';
import { type Case, isTimes, type Step } from '../../cases/case.ts';
import { batchGet, batchWrite, filled } from './batches.ts';
import { controlSequence } from './control/index.ts';
import { hazard } from './hazards.ts';
import { inFlight } from './in-flight.ts';
import { change, get, put, remove } from './items.ts';
import { large, putSized } from './large.ts';
import { faulty } from './mutations/index.ts';
import { addressesOther, otherTables } from './other-table.ts';
import { everything, pages, segments } from './pages.ts';
import {
  statement,
  statementPages,
  statements,
  strayToken,
  transaction,
  transactionAgain,
} from './partiql/requests.ts';
import { query, scan } from './reads.ts';
import { callOf, type RequestArbitrary } from './request.ts';
import { anySchema, type Schema } from './schemas.ts';
import { styled } from './styles.ts';
import { transactAgain, transactGet, transactWrite } from './transactions.ts';
import { perWords, tableLabel } from './words.ts';

interface SequenceOptions {
  /** Includes requests that may exhaust a server's memory. Default: false. */
  hazards?: boolean;
  /** Tables for the requests, instead of generated ones. */
  schemas?: readonly Schema[];
}

/** The length of a sequence, not counting the initial items and the final reads. */
const stepsMin = 4;
const stepsMax = 20;

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
    [1, putSized],
  ],
  transactions: [
    [3, transactWrite],
    [1, transactGet],
  ],
  statements: [
    [9, statement],
    [2, statements],
    [2, transaction],
  ],
} as const satisfies { readonly [sort: string]: readonly (readonly [weight: number, generator: Generator])[] };

const anyOf = (sort: keyof typeof generators, schema: Schema): RequestArbitrary =>
  weighted(...generators[sort].map(([weight, generator]): [number, RequestArbitrary] => [weight, generator(schema)]));

const step = (request: fc.Arbitrary<Step>): fc.Arbitrary<Step[]> => request.map((one) => [one]);

/** Mostly a valid request, sometimes the same one with different faults, none of which may change anything. */
const sent = (schema: Schema, request: RequestArbitrary): fc.Arbitrary<Step[]> =>
  weighted<Step[]>(
    [4, styled(request).map((one) => [callOf(one)])],
    [1, request.chain((right) => fc.array(faulty(schema, right).map(callOf), { minLength: 1, maxLength: 3 }))],
  );

/** Names each loop by its position. */
const looped = (schema: Schema): fc.Arbitrary<Step[]> =>
  weighted([2, step(pages(schema, 'page'))], [1, segments(schema, 'segment')]);

const items = (schema: Schema): fc.Arbitrary<Step[]> =>
  fc.array(
    put(schema).map(({ op, input }) => callOf({ op, input: { TableName: input.TableName!, Item: input.Item! } })),
    { minLength: 2, maxLength: 8 },
  );

/** Many small rows at once, for reads of more than a few. */
const rows = (schema: Schema): fc.Arbitrary<Step[]> =>
  filled(schema).map((batches) => batches.map((input) => callOf({ op: 'BatchWriteItem', input })));

/** Transactions and PartiQL are in separate sequences, so that a target that lacks them can still play the others. */
const body = (schema: Schema, { hazards }: SequenceOptions): fc.Arbitrary<Step[]> => {
  const plain = sent(schema, anyOf('requests', schema));
  const transactions = weighted(
    [4, sent(schema, anyOf('transactions', schema))],
    [1, transactAgain(schema).map((all) => all.map(callOf))],
  );
  const statements = weighted(
    [12, sent(schema, anyOf('statements', schema))],
    [2, step(statementPages(schema, 'page'))],
    [1, transactionAgain(schema).map((all) => all.map(callOf))],
    [1, strayToken(schema)],
    [1, plain],
  );
  const loops: [number, fc.Arbitrary<Step[]>] = [2, looped(schema)];
  const together: [number, fc.Arbitrary<Step[]>] = [1, step(inFlight(schema))];
  const dangers: [number, fc.Arbitrary<Step[]>][] = hazards ? [[3, step(hazard(schema).map(callOf))]] : [];
  const several = (...all: [number, fc.Arbitrary<Step[]>][]): fc.Arbitrary<Step[]> =>
    fc.array(weighted(...all), { minLength: stepsMin, maxLength: stepsMax, size: 'max' }).map((steps) => steps.flat());
  const usual = several([18, plain], loops, together, ...dangers);
  return weighted(
    [40, usual],
    [2, fc.tuple(rows(schema), usual).map((parts) => parts.flat())],
    [16, several([9, plain], [6, transactions], loops)],
    [18, several([1, statements])],
    [1, large(schema)],
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

/** All segments of one scan share a number. A step after another loop, or named call, gets the next number. */
function loopAt(steps: readonly Step[], at: number): number {
  return steps.slice(0, at + 1).filter((one) => 'as' in one || ('repeat' in one && !('continues' in one))).length;
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

/** Whether the stored items may be larger than the 1 MB of a page. */
const mayFillPage = (steps: readonly Step[]): boolean => steps.some(isTimes) || JSON.stringify(steps).length > 500_000;

type SequenceParts = Pick<Case, 'tables' | 'steps' | 'heavy' | 'aliases' | 'passingStates'>;

/** The steps of one sequence and the table that they go to. */
const itemSequence = (options: SequenceOptions): fc.Arbitrary<SequenceParts> =>
  (options.schemas ? fc.constantFrom(...options.schemas) : anySchema).chain((schema) =>
    bodyOf(schema, options).map((steps) => ({
      tables: { [tableLabel]: schema.table, ...(addressesOther(steps) && otherTables) },
      steps: [...steps, ...everything(schema, mayFillPage(steps))],
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
