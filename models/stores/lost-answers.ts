/** Lost answers to writes: the client does not know whether the write was applied. */
import { upTo, type View } from '../language/domains.ts';
import type { Model, Step } from '../language/model.ts';

const shape = (most: number) => ({ left: upTo(most) });

export class LostAnswers {
  private readonly budget: View<ReturnType<typeof shape>> | null;

  /** `most`: the most lost answers in a run. */
  constructor(m: Model, most: number) {
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
}
