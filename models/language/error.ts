/** The model itself is faulty, or its limits are too small. Never a verdict about the protocol. */

export interface Place {
  readonly model: string;
  readonly process?: string | undefined;
  readonly step?: string | undefined;
  readonly variable?: string | undefined;
}

interface About {
  /** What the author can do about it. Default: correct the model. */
  readonly next?: string;
  readonly cause?: unknown;
}

/** What to do about a body or a predicate that answers differently on equal values. */
export const computeFromVariables =
  'compute everything from variables of the model: what lies outside of its records is no part of a state';

export class ModelError extends Error {
  readonly place: Place;
  readonly next: string;

  constructor(place: Place, problem: string, { next = 'correct the model', cause }: About = {}) {
    const where = [
      place.model,
      place.process,
      place.step === undefined ? undefined : `step '${place.step}'`,
      place.variable === undefined ? undefined : `variable ${place.variable}`,
    ];
    super(`${where.filter((part) => part !== undefined).join(', ')}: ${problem}`, { cause });
    this.name = 'ModelError';
    this.place = place;
    this.next = next;
  }
}
