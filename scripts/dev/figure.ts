/** Contract. `ratio`: this figure divided by the one of `against`, both measured in this run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly against: string;
  readonly ratio: number;
}
