/** The server is ended or stopped in the middle of a workload, and its clients go on: what they have heard must still be so. */
import type { Random } from '../../models/checker/random.ts';
import { type InterruptionName, interrupt, until } from '../crash/disturbance.ts';
import type { Anomaly } from '../rounds/anomaly.ts';
import type { Lab } from '../rounds/lab.ts';

/** A kill more often than the others, since it loses most. */
const drawnFrom: readonly InterruptionName[] = ['kill', 'kill', 'terminate', 'kill-twice', 'pause'];
/** One round in so many is interrupted. */
const oneIn = 3;
const delayMsMost = 3;

/** What is drawn for a round. */
export interface Interrupted {
  readonly name: InterruptionName;
  /** After which share of the calls, from 0 to 1. */
  readonly share: number;
  /** The calls that are under way then have been so for a while, or not. */
  readonly delayMs: number;
}

export function drawnInterruption(random: Random): Interrupted | undefined {
  const [isDrawn, name] = [random.below(oneIn) === 0, drawnFrom[random.below(drawnFrom.length)]!];
  const [share, delayMs] = [(10 + random.below(80)) / 100, random.below(delayMsMost * 100) / 100];
  return isDrawn ? { name, share, delayMs } : undefined;
}

export class Interruption {
  readonly found: Anomaly[] = [];
  readonly #lab: Lab;
  readonly #drawn: Interrupted | undefined;
  #left = Number.POSITIVE_INFINITY;
  #isDown = false;
  #over: Promise<void> = Promise.resolve();

  /** @param drawn none for a workload that nothing interrupts */
  constructor(lab: Lab, drawn: Interrupted | undefined) {
    this.#lab = lab;
    this.#drawn = drawn;
  }

  /** How often the server was disturbed. */
  get times(): number {
    return this.#drawn === undefined || this.#left > 0 ? 0 : this.#drawn.name === 'kill-twice' ? 2 : 1;
  }

  /** @param calls how many the clients are going to make */
  expect(calls: number): void {
    if (this.#drawn !== undefined) this.#left = Math.max(1, Math.round(this.#drawn.share * calls));
  }

  /** Before each call of a client: waits while there is no server, and interrupts it when the time has come. */
  async pass(): Promise<void> {
    this.#left -= 1;
    if (this.#left === 0) this.#over = this.#interrupt(this.#drawn!);
    await this.up();
  }

  /** Once there is a server again. */
  async up(): Promise<void> {
    if (this.#isDown) await this.#over;
  }

  /** Once nothing more is done to the server. */
  async end(): Promise<void> {
    await this.#over;
  }

  async #interrupt({ name, share, delayMs }: Interrupted): Promise<void> {
    await until(performance.now() + delayMs);
    this.#isDown = name === 'kill' || name === 'kill-twice';
    // What a server still accepts after SIGTERM it has to keep, too.
    if (name === 'terminate')
      void this.#lab.session.process?.exit().then(() => {
        this.#isDown = true;
      });
    await interrupt(name, { lab: this.#lab, share, found: this.found });
    this.#isDown = false;
  }
}
