/** The model itself is faulty, or its limits are too small. Never a verdict about the protocol. */

export interface Place {
  readonly model: string;
  readonly process?: string | undefined;
  readonly step?: string | undefined;
  readonly variable?: string | undefined;
}

export class ModelError extends Error {
  readonly place: Place;

  constructor(place: Place, problem: string, cause?: unknown) {
    const where = [
      place.model,
      place.process,
      place.step === undefined ? undefined : `step '${place.step}'`,
      place.variable === undefined ? undefined : `variable ${place.variable}`,
    ];
    super(`${where.filter((part) => part !== undefined).join(', ')}: ${problem}`, { cause });
    this.name = 'ModelError';
    this.place = place;
  }
}
