/** A running server, and what rounds need on it: names, clients of their own, and requests whose failures are kept. */
import type { JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import { runName } from '../runner/host/names.ts';
import { Connection } from '../targets/connection.ts';
import type { Support } from '../targets/probe.ts';
import { type Session, type StartOptions, TargetError } from '../targets/target.ts';
import { type Anomaly, failureIn } from './anomaly.ts';

export interface LabOptions {
  readonly session: Session;
  readonly supported: ReadonlyMap<Operation, Support>;
  /** Every name begins with it: see `runPrefix`. */
  readonly prefix: string;
  readonly start?: StartOptions;
}

export class Lab {
  readonly session: Session;
  /** Requests sent. */
  calls = 0;
  readonly #options: LabOptions;
  readonly #roles = new Map<string, string>();
  #client: Connection | undefined;
  #names = 0;

  constructor(options: LabOptions) {
    this.session = options.session;
    this.#options = options;
  }

  /** A new name with the prefix of the run; messages call it by its role. */
  name(role: string): string {
    this.#names += 1;
    const name = runName(this.#options.prefix, role, this.#names);
    this.#roles.set(name, role);
    return name;
  }

  /** The text with each name replaced by its role, so that two plays say the same. */
  inRoles(text: string): string {
    let said = text;
    for (const [name, role] of this.#roles) said = said.replaceAll(name, role);
    return said;
  }

  roleOf(input: JsonObject): string {
    const name = input.TableName ?? input.TargetTableName;
    return (typeof name === 'string' ? this.#roles.get(name) : undefined) ?? 'other';
  }

  supports(...operations: readonly Operation[]): boolean {
    return operations.every((operation) => this.#options.supported.get(operation)?.supported !== false);
  }

  /** A further client. @throws TargetError for a target that has no address */
  async connect(): Promise<Connection> {
    const { endpoint } = this.session;
    if (endpoint === undefined)
      throw new TargetError(`${this.session.target} runs in this process`, 'name a target that is reached over HTTP');
    const { url, region, credentials } = endpoint;
    const { requestTimeoutMs: timeoutMs } = this.#options.start ?? {};
    const client = new Connection({
      ...{ url, region, credentials: await credentials() },
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    await client.ready();
    return client;
  }

  async send(operation: Operation, input: JsonObject): Promise<Outcome> {
    this.#client ??= await this.connect();
    this.calls += 1;
    return this.#client.send(operation, JSON.stringify(input));
  }

  /** Sends, and keeps a failure. */
  async ask(operation: Operation, input: JsonObject, found: Anomaly[]): Promise<Outcome> {
    const outcome = await this.send(operation, input);
    const failure = failureIn(operation, this.roleOf(input), outcome);
    if (failure) found.push({ ...failure, actual: this.inRoles(failure.actual) });
    return outcome;
  }

  /** The next request opens a new connection: the server behind the old one has ended. */
  disconnect(): void {
    this.#client?.leave('abort');
    this.#client = undefined;
  }

  async close(): Promise<void> {
    this.disconnect();
    await this.session.stop();
  }
}
