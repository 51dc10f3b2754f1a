/** What each request has to be told, from the step that decides it: what it has taken is given back before the answer. */
import { oneOf } from '../../language/domains.ts';
import type { Model } from '../../language/model.ts';

const refusals = ['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'] as const;
export type Refusal = (typeof refusals)[number];

const owedShape = { is: oneOf('nothing', ...refusals) };

const isRefusal = (at: string): at is Refusal => refusals.some((refusal) => refusal === at);

export interface Told {
  /** Only properties read it, by request: declare it interchangeable with what requests remember. */
  readonly owed: readonly object[];
  /** Call in the effect that decides a refusal. */
  owes(request: number, refusal: string): void;
  /** Call in the effect by which a client that was refused asks again, or a request dies before its answer. */
  forgets(request: number): void;
}

/** `others`: answers that are no refusals. One that has died, or whose client has left, is told nothing. */
export function declareTold(
  m: Model,
  who: 'restores' | 'deletes',
  requests: readonly { readonly at: string }[],
  others: readonly string[],
): Told {
  const owed = m.family(`history: owed to ${who}`, requests.length, owedShape);
  m.always(`told, ${who}: each is told the refusal that was decided, and none is told another`, () =>
    requests.every(({ at }, id) => {
      const { is } = owed[id]!;
      return isRefusal(at) ? is === at : is === 'nothing' || !others.includes(at);
    }),
  );
  return {
    owed,
    owes(request, refusal) {
      if (isRefusal(refusal)) owed[request]!.is = refusal;
    },
    forgets(request) {
      owed[request]!.is = 'nothing';
    },
  };
}
