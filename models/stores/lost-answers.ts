/** Answers to writes that never arrive: the client cannot tell whether the write has landed. */
import { upTo, type View } from '../language/domains.ts';
import type { Model, Step } from '../language/model.ts';

const shape = (most: number) => ({ left: upTo(most) });

export class LostAnswers {
  private readonly budget: View<ReturnType<typeof shape>> | null;

  /** `most`: how many a run may have. */
  constructor(m: Model, most: number) {
    this.budget = most === 0 ? null : m.record('unknown outcomes', shape(most), { left: most });
  }

  /**
   * Inside of a write. With the budget for it, offers that the write landed (`landed`) and that it did not; what the client
   * does then is `then`, in its own memory.
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
