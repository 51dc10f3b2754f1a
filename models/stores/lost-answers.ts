/** Lost answers to writes: the client does not know whether the write was applied. */
import { flag, upTo, type View } from '../language/domains.ts';
import type { Model, Step } from '../language/model.ts';

const shape = (most: number) => ({ left: upTo(most) });

/** A conditional write whose answer is lost: it may still be on its way when its client goes on. */
export interface LateWrite {
  /** While the budget lasts, offers that the write has no answer and is on its way. `then` is what the client does next. */
  offer<L extends string>(step: Step<L>, label: L, then: () => void): void;
}

/** What the store does when the write arrives. `when`: its condition. */
export interface Arrival {
  readonly when: () => boolean;
  readonly effect: () => void;
}

export class LostAnswers {
  private readonly m: Model;
  private readonly budget: View<ReturnType<typeof shape>> | null;

  /** `most`: the most lost answers in a run. */
  constructor(m: Model, most: number) {
    this.m = m;
    this.budget = most === 0 ? null : m.record('unknown outcomes', shape(most), { left: most });
  }

  /**
   * For use in a write. While the budget lasts, offers that the write was applied (`landed`) and that it was not. `then` is what
   * the client does next, in its own memory.
   */
  offer<L extends string>(
    step: Step<L>,
    labels: readonly [landed: L, not: L],
    landed: () => void,
    then: () => void,
  ): void {
    const { budget } = this;
    if (budget === null || budget.left === 0) return;
    const isLost = (effect: () => void) => () => {
      budget.left--;
      effect();
      then();
    };
    step(labels[0], isLost(landed));
    step(
      labels[1],
      isLost(() => undefined),
    );
  }

  /** Declares a write that may be on its way for any time: it is applied where its condition holds by then, or comes to nothing. */
  late(name: string, { when, effect }: Arrival): LateWrite {
    const { m, budget } = this;
    const way = m.record(`${name} on its way`, { is: flag });
    const end = (then: () => void) => () => {
      way.is = false;
      then();
    };
    const arrival = m.environment(`late ${name}`, ['is applied late', 'comes to nothing'], (step) => {
      if (!way.is) return;
      if (when()) step('is applied late', end(effect));
      step(
        'comes to nothing',
        end(() => undefined),
      );
    });
    m.weaklyFair(arrival);
    return {
      offer(step, label, then) {
        if (budget === null || budget.left === 0 || way.is) return;
        step(label, () => {
          budget.left--;
          way.is = true;
          then();
        });
      },
    };
  }
}
