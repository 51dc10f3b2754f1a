/** The document that a protocol follows, sentence by sentence, and where the model says the same. */

/** Labels by process, with n for the numbers in its name: `{ 'restore n': ['K1 claim'] }`. */
export type Steps = { readonly [process: string]: readonly string[] };

/** Says which part of the model is meant: steps, properties by their ids, or both. */
export interface Place {
  readonly steps?: Steps;
  readonly properties?: readonly string[];
}

/** A sentence, shortly and in other words, after the name of its section or step. */
export type Sentence = { readonly says: string } & (Place | Absence);

/** Why the model does not say it: a reason, or the models that do. */
export type Absence = { readonly leftOut: string } | { readonly elsewhere: readonly string[] };

export const isAbsent = (sentence: Sentence): sentence is Sentence & Absence =>
  'leftOut' in sentence || 'elsewhere' in sentence;

export interface ProtocolDocument {
  /** What the document is, for readers who know it. */
  readonly title: string;
  readonly sentences: readonly Sentence[];
  /** What the model does although no sentence says so, with the reason. */
  readonly added?: readonly { readonly why: string; readonly steps: Steps }[];
  /** Labels, or `process: label`, of what happens to the protocol: crash, pause, time. */
  readonly environment: readonly string[];
}

/** `process: label` of each. */
export const stepNames = (steps: Steps = {}): string[] =>
  Object.entries(steps).flatMap(([process, labels]) => labels.map((label) => `${process}: ${label}`));

/** The name of a process with n for its numbers: those of a family have one name. */
export const familyName = (process: string): string => process.replaceAll(/\d+/g, 'n');
