/** What the stores have in common: a step that does something more once its own effect is done. */
import type { Step } from '../language/model.ts';

/** The step, whose effects are each followed by `then` in the same transition. */
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
