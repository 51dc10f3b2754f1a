/** What a client heard of its call. `unknown`: no answer was heard; the call may have taken effect at any later moment, or never. */
export type Outcome =
  | { readonly kind: 'ok'; readonly output: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'rejected';
      /** DynamoDB's name of the error, as `ConditionalCheckFailedException`. */
      readonly name: string;
      readonly message: string;
      /** The whole body of the answer: `CancellationReasons`, `Item`. */
      readonly output: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface Request {
  /** `PutItem`, `TransactWriteItems`, … */
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One call of one client, in the words of DynamoDB's wire protocol. Times: microseconds since the start of the history, one monotonic clock. */
export interface Call extends Request {
  readonly client: number;
  readonly startUs: number;
  /** Absent where no answer was heard. */
  readonly endUs?: number;
  readonly outcome: Outcome;
}

/** The calls of several concurrent clients, and what was done before them, one after another. */
export interface History {
  readonly target: string;
  readonly seed: string;
  readonly setup: readonly Request[];
  readonly calls: readonly Call[];
}
