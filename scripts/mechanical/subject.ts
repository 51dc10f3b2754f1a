/** Runs the oracle with one of its mutants switched on. */
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import type { Outcome } from '../../oracles/values/types.ts';
import type { createOracleSession } from '../../suites/targets/oracle.ts';
import type { Session } from '../../suites/targets/target.ts';
import { deadNumber, switchName } from './mutant.ts';

type Module = { exports: { createOracleSession?: typeof createOracleSession } };
/** Evaluates the oracle once. It shares nothing with another evaluation, such as expressions that it has parsed. */
type Program = (module: Module, require: NodeJS.Require, isActive: (number: number) => boolean, active: number) => void;

/** Steps of one request. A mutant that takes more never ends, and is a failure of the store. */
const stepsMax = 20_000_000;

/** As a server answers that failed. */
const failure = (thrown: unknown): Outcome => ({
  ...{ kind: 'rejected', type: 'InternalServerError', rawType: 'InternalServerError', status: 500, members: {} },
  message: String(thrown),
});

/** Which mutants a store has reached since it was last asked, by number. */
interface Covering {
  open(): Session;
  reached(): number[];
}

/** Stores made from the code of an instrumented oracle, which is compiled once. */
export function subjectsOf(
  code: string,
  mutants: number,
): { covering(): Covering; with(mutant: number): () => Session } {
  const require = createRequire(import.meta.url);
  const compiled = (text: string): Program =>
    new Script(`(function (module, require, ${switchName}, active) {${text}\n})`).runInThisContext() as Program;
  const marking = compiled(code);
  // A comparison costs a third of a call. Statements still call, so that a loop without end is noticed.
  const quick = compiled(code.replaceAll(new RegExp(`(?<!!)\\b${switchName}\\((\\d+)\\)`, 'g'), 'active===$1'));
  return {
    covering: () => {
      let marks = new Uint8Array(mutants);
      const module: Module = { exports: {} };
      const mark = (number: number): boolean => {
        if (number === deadNumber) throw new Error('the right store runs what only a wrong decision comes to');
        marks[number] = 1;
        return false;
      };
      marking(module, require, mark, -1);
      return {
        open: () => module.exports.createOracleSession!(),
        reached: () => {
          const numbers = [...marks.keys()].filter((number) => marks[number] === 1);
          marks = new Uint8Array(mutants);
          return numbers;
        },
      };
    },
    with: (active) => {
      let steps = 0;
      const module: Module = { exports: {} };
      quick(
        module,
        require,
        (number) => {
          if (++steps > stepsMax) throw new Error('the request does not end');
          return number === active;
        },
        active,
      );
      return () =>
        bounded(module.exports.createOracleSession!(), () => {
          steps = 0;
        });
    },
  };
}

/** Answers each request, also one that throws. */
const bounded = (session: Session, onRequest: () => void): Session => ({
  ...session,
  send: async (...request) => {
    onRequest();
    try {
      return await session.send(...request);
    } catch (thrown) {
      return failure(thrown);
    }
  },
});
