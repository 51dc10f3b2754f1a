/** Shared by the stores: a step that does something after its own effect, in the same transition. */
import type { Step } from '../language/model.ts';

/** The step; after each of its effects `then` runs in the same transition. */
export function followedBy<L extends string>(step: Step<L>, then: () => void): Step<L> {
  return Object.assign(
    (label: L, effect: () => void) =>
      step(label, () => {
        effect();
        then();
      }),
    {
      either<T>(label: L, options: Iterable<T>, effect: (option: T) => void) {
        step.either(label, options, (option) => {
          effect(option);
          then();
        });
      },
    },
  );
}
