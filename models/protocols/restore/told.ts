/** What each request has to be told, from the step that decides it: what it has taken is given back before the answer. */
import { oneOf } from '../../language/domains.ts';
import type { Model } from '../../language/model.ts';

const refusals = ['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'] as const;
export type Refusal = (typeof refusals)[number];

const owedShape = { is: oneOf('nothing', ...refusals) };

const isRefusal = (at: string): at is Refusal => refusals.some((refusal) => refusal === at);

/** Other ends of a request. One that has died, or whose client has left, is told nothing. */
const otherEnds = ['completed', 'handed over', 'deleted', 'failed', 'lost its claim', 'LimitExceeded'];

/** Of one request. */
interface Owed {
  /** Only properties read it: declare it interchangeable with what the request remembers. */
  readonly record: object;
  /** Call in the effect that decides a refusal. */
  owes(refusal: string): void;
  /** Call in the effect by which a client that was refused asks again, or a request dies before its answer. */
  forgets(): void;
}

type Request = { readonly at: string };

export interface Told {
  readonly restores: readonly Owed[];
  readonly deletes: readonly Owed[];
}

export function declareTold(m: Model, restores: readonly Request[], deletes: readonly Request[]): Told {
  const requests = [...restores, ...deletes];
  const owed = m.family('history: owed', requests.length, owedShape);
  m.always('told: each request is told the refusal that was decided, and none is told another', () =>
    requests.every(({ at }, id) => {
      const { is } = owed[id]!;
      return isRefusal(at) ? is === at : is === 'nothing' || !otherEnds.includes(at);
    }),
  );
  const all = owed.map(
    (record): Owed => ({
      record,
      owes(refusal) {
        if (isRefusal(refusal)) record.is = refusal;
      },
      forgets() {
        record.is = 'nothing';
      },
    }),
  );
  return { restores: all.slice(0, restores.length), deletes: all.slice(restores.length) };
}
