/** What `parallax/models` exports: everything that an author of a model needs. */
export { type ExploreOptions, explore } from './checker/explore.ts';
export { judgeMutant, type MutantJudgement } from './checker/mutants.ts';
export type {
  Change,
  Coverage,
  DivergencePoint,
  ModelResult,
  PropertyReport,
  Trace,
  TraceStep,
} from './checker/result.ts';
export type { ProtocolDocument, Sentence } from './language/document.ts';
export {
  bit,
  type Domain,
  type Field,
  flag,
  type Initial,
  type List,
  list,
  message,
  oneOf,
  optional,
  type Sequence,
  type SequenceView,
  type SetOf,
  type SetView,
  type Shape,
  sequence,
  setOf,
  upTo,
  type Value,
  type View,
} from './language/domains.ts';
export {
  type Choice,
  type Definition,
  defineModel,
  type Expectation,
  type ModelEntry,
  type Mutant,
  type MutantEntry,
} from './language/entry.ts';
export { ModelError } from './language/error.ts';
export type { FaultBudgets, FaultLabel, Faults, ProcessCondition } from './language/faults.ts';
export type { Verdict } from './language/kinds.ts';
export { Model, type Process, type ProcessHandle, type Property, type Step } from './language/model.ts';
export { memberOf } from './language/records.ts';
export { Cassandra, type Partition } from './stores/cassandra.ts';
export { LostAnswers } from './stores/lost-answers.ts';
export { type Document, MongoDb, type Replicated, Transaction } from './stores/mongodb.ts';
export { Postgres, Session, type Writes } from './stores/postgres.ts';
export { Connection, Sqlite } from './stores/sqlite.ts';
export { followedBy } from './stores/step.ts';
