/** Several initial states: a first step chooses one, and nothing else happens or is judged before it. */
import { flag } from './domains.ts';
import type { Declarer } from './faults.ts';
import type { PropertyKind } from './kinds.ts';
import type { StepOffer } from './state/recorder.ts';

export class Starts {
  /** The name of the process, and the label of its step. */
  static readonly process = 'initial';
  static readonly label = 'choose';
  readonly body: (offer: StepOffer) => void;
  private readonly state: { chosen: boolean };

  constructor(model: Declarer, offer: (step: StepOffer) => void) {
    this.state = model.record(Starts.process, { chosen: flag });
    this.body = (step) => {
      if (this.state.chosen) return;
      offer((label, effect) =>
        step(label, () => {
          this.state.chosen = true;
          effect();
        }),
      );
    };
  }

  /** The body of another process, which waits for the choice. */
  after =
    (body: (offer: StepOffer) => void) =>
    (offer: StepOffer): void => {
      if (this.state.chosen) body(offer);
    };

  /** A predicate that says nothing of the state before the choice: neither is anything violated there, nor reached. */
  judged = (kind: PropertyKind, predicate: () => boolean) => (): boolean =>
    this.state.chosen ? predicate() : kind === 'always';
}
