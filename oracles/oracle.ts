/**
 * The oracle: DynamoDB as an executable specification. It runs in process and is deterministic; only a test advances
 * its clock. It uses plain maps and sorts, so that it stays simpler than the stores it judges.
 */

import { type Decisions, rightDecisions } from './policies/index.ts';
import { createVirtualClock, type VirtualClock } from './store/clock.ts';
import { checkRequest } from './store/constraints.ts';
import { beginRequest } from './store/contention.ts';
import { usesOlderLayer } from './store/deep-requests.ts';
import { handlers } from './store/handlers.ts';
import { shapes } from './store/shapes.ts';
import { accountOf, defaultTiming, type Store, type Timing } from './store/state.ts';
import { isOperation } from './values/operations.ts';
import { envelope, Refusal, type Texts } from './values/refusal.ts';
import type { Json, JsonObject, Operation, Outcome } from './values/types.ts';

export interface OracleOptions {
  /** Default: DynamoDB's own. */
  decisions?: Decisions;
  /** Default: a new clock that starts at 2026-01-01T00:00:00Z. */
  clock?: VirtualClock;
  /** Default `us-east-1`. */
  region?: string;
  /** The first is the default account of `send`. Other accounts are created on first use. */
  accounts?: readonly string[];
  /** Which of the service's two current wordings refusals use. Default `new`. */
  texts?: Texts;
  /** Delays of the control plane; see `defaultTiming`. */
  timing?: Partial<Timing>;
}

interface SendContext {
  /** Default: the first. */
  account?: string;
  /** Sent before the previous request was answered. Only policy mutants use it. Default: false. */
  overlaps?: boolean;
}

export interface Oracle {
  readonly clock: VirtualClock;
  readonly region: string;
  /** Never throws, whatever the input. The answer shares no objects with the store. */
  send(operation: Operation | (string & {}), input: JsonObject, context?: SendContext): Outcome;
}

export const defaultAccount = '000000000000';
const startMs = Date.UTC(2026, 0, 1);

const frameworkTypes: ReadonlySet<string> = new Set([
  'SerializationException',
  'UnknownOperationException',
  'AccessDeniedException',
  'MissingAuthenticationTokenException',
  'IncompleteSignatureException',
  'InvalidSignatureException',
  'UnrecognizedClientException',
]);

/** Framework errors, modelled errors and ValidationException each have their own namespace. */
function rawTypeOf(type: string): string {
  if (type === 'ValidationException') return `com.amazon.coral.validate#${type}`;
  if (frameworkTypes.has(type)) return `com.amazon.coral.service#${type}`;
  return `com.amazonaws.dynamodb.v20120810#${type}`;
}

export function rejected(type: string, message: string, members: JsonObject = {}): Outcome {
  const status = type === 'InternalServerError' ? 500 : 400;
  return { kind: 'rejected', type, rawType: rawTypeOf(type), message, status, members: fresh(members) };
}

/** A copy with ordinary prototypes that still holds `__proto__` as an own member. */
function copied(value: Json): Json {
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copied(inner)]));
}
const fresh = (output: JsonObject): JsonObject => copied(output) as JsonObject;

/** Words a shape error as the older layer does; keeps any other refusal. */
function olderRefusal(thrown: Refusal, operation: Operation, input: Json): Refusal {
  try {
    checkRequest(shapes[operation], input, 'old');
    return thrown;
  } catch (broken) {
    return broken as Refusal;
  }
}

function refusal(thrown: Refusal, texts: Texts, operation: Operation, input: Json): Outcome {
  const older = texts === 'new' && usesOlderLayer(operation, input);
  const worded = older
    ? envelope(olderRefusal(thrown, operation, input), operation, 'old')
    : envelope(thrown, operation, texts);
  return rejected(worded.type, worded.message, worded.members);
}

/** Executes one request. Never throws. */
export function answer(store: Store, texts: Texts, operation: Operation, input: Json, account: string): Outcome {
  try {
    const request = checkRequest(shapes[operation], input, texts);
    const output = handlers[operation]({ store, account: accountOf(store, account) }, request);
    return { kind: 'ok', output: fresh(output) };
  } catch (thrown) {
    if (thrown instanceof Refusal) return refusal(thrown, texts, operation, input);
    const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    return rejected('InternalServerError', `The oracle failed: ${text}`);
  }
}

/** An empty store. */
export function createStore(options: OracleOptions = {}): Store {
  return {
    decisions: options.decisions ?? rightDecisions,
    clock: options.clock ?? createVirtualClock(startMs),
    region: options.region ?? 'us-east-1',
    timing: { ...defaultTiming, ...options.timing },
    accounts: new Map(),
    tokens: new Map(),
    drawn: 0n,
  };
}

export function createOracle(options: OracleOptions = {}): Oracle {
  const store = createStore(options);
  const { clock, region } = store;
  const [first = defaultAccount] = options.accounts ?? [];
  for (const account of options.accounts ?? []) accountOf(store, account);
  return {
    clock,
    region,
    send(operation, input, context = {}) {
      if (!isOperation(operation)) return rejected('UnknownOperationException', '');
      beginRequest(store, context.overlaps === true);
      return answer(store, options.texts ?? 'new', operation, input, context.account ?? first);
    },
  };
}
