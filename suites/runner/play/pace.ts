import type { Session } from '../../targets/target.ts';

/** How many cases of a session need its own pace, and the newest change of it. */
interface Paced {
  users: number;
  changed: Promise<void>;
}
const paced = new WeakMap<Session, Paced>();

/** The first such case slows the target down, the last one makes it fast again. */
export async function atOwnPace<T>(session: Session, play: () => Promise<T>): Promise<T> {
  const state = paced.get(session) ?? { users: 0, changed: Promise.resolve() };
  paced.set(session, state);
  const change = (pace: 'own' | 'fast', when: () => boolean): Promise<void> => {
    state.changed = state.changed.then(async () => {
      if (when() && (await session.health()).kind === 'up') await session.setPace?.(pace);
    });
    return state.changed;
  };
  state.users += 1;
  try {
    await (state.users === 1 ? change('own', () => true) : state.changed);
    return await play();
  } finally {
    state.users -= 1;
    // A case that came meanwhile still needs the pace.
    if (state.users === 0) await change('fast', () => state.users === 0);
  }
}
