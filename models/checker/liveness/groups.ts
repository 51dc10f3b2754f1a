/** The fair groups of a model as bit masks, and which of them starve in a strongly connected component. */
import type { Model } from '../../language/model.ts';
import type { Vocabulary } from '../vocabulary.ts';

/** What a component does to each group. Masks of groups, `words` numbers each. */
export interface Account {
  /** Enabled at every state. */
  readonly everywhere: Int32Array;
  /** Enabled at some state. */
  readonly somewhere: Int32Array;
  /** Taken by some step inside. */
  readonly taken: Int32Array;
}

export class Groups {
  readonly words: number;
  readonly weak: Int32Array;
  readonly strong: Int32Array;
  private readonly vocabulary: Vocabulary;
  private readonly model: Model;
  private readonly masks: Int32Array[] = [];

  /** `leaves`: adds one more group, weakly fair and taken by no step. A run is fair to it that leaves again and again where it is enabled. */
  constructor(model: Model, vocabulary: Vocabulary, leaves: boolean) {
    this.model = model;
    this.vocabulary = vocabulary;
    this.words = Math.max(1, Math.ceil((model.fairness.length + 1) / 32));
    this.weak = this.maskOf(({ strength }) => strength === 'weak');
    if (leaves) this.enableLeaving(this.weak);
    this.strong = this.maskOf(({ strength }) => strength === 'strong');
  }

  /** How many steps there are. */
  get steps(): number {
    return this.vocabulary.steps.length;
  }

  processOf = (step: number): number => this.vocabulary.steps[step]!.process.id;

  /** The groups that a step belongs to. */
  of(step: number): Int32Array {
    let mask = this.masks[step];
    if (mask === undefined) {
      const { process, label } = this.vocabulary.steps[step]!;
      mask = this.maskOf((group) => group.process === process.name && group.labels.has(label));
      this.masks[step] = mask;
    }
    return mask;
  }

  addTo(mask: Int32Array, step: number): void {
    const own = this.of(step);
    for (let word = 0; word < this.words; word++) mask[word]! |= own[word]!;
  }

  /** Adds the group that no step takes. */
  enableLeaving(mask: Int32Array): void {
    const at = this.model.fairness.length;
    mask[at >> 5]! |= 1 << (at & 31);
  }

  /** The weakly fair groups that are always enabled here and never taken. No fair run stays here, nor in any part of it. */
  starvedWeakly = ({ everywhere, taken }: Account): Int32Array =>
    everywhere.map((word, at) => this.weak[at]! & word & ~taken[at]!);

  /**
   * The strongly fair groups that are enabled somewhere here and never taken. A fair run can stay only in states where they are
   * disabled.
   */
  starvedStrongly = ({ somewhere, taken }: Account): Int32Array =>
    somewhere.map((word, at) => this.strong[at]! & word & ~taken[at]!);

  isFair = (account: Account): boolean =>
    this.starvedWeakly(account).every((word) => word === 0) &&
    this.starvedStrongly(account).every((word) => word === 0);

  private maskOf(belongs: (group: Model['fairness'][number]) => boolean): Int32Array {
    const mask = new Int32Array(this.words);
    this.model.fairness.forEach((group, at) => {
      if (belongs(group)) mask[at >> 5]! |= 1 << (at & 31);
    });
    return mask;
  }
}
