/**
 * Everything that is held to be true of any store. They lie in the runner, since they need what only a run has: each request that
 * went out, and the target while its tables are still there.
 */
import { activeUsable } from './active-usable.ts';
import { answerForm } from './answer-form.ts';
import { capacity } from './capacity.ts';
import { description } from './description.ts';
import { indexRows } from './index-rows.ts';
import type { Invariant } from './invariant.ts';
import { itemForm } from './item-form.ts';
import { pageCounts } from './page-counts.ts';
import { pageSizes } from './page-sizes.ts';
import { queryOrder } from './query-order.ts';
import { readBack } from './read-back.ts';
import { refusalForm } from './refusal-form.ts';
import { refusedUnchanged } from './refused-unchanged.ts';
import { restoredRows } from './restored-rows.ts';
import { segments } from './segments.ts';
import { streamReplay } from './stream-replay.ts';
import { tokenOnce } from './token-once.ts';

/** In the order in which they are judged. A probe that writes comes last. */
export const invariants = {
  'read-back': readBack,
  'refused-unchanged': refusedUnchanged,
  'token-once': tokenOnce,
  'restored-rows': restoredRows,
  'index-rows': indexRows,
  'page-sizes': pageSizes,
  segments,
  'query-order': queryOrder,
  'page-counts': pageCounts,
  capacity,
  'stream-replay': streamReplay,
  description,
  'active-usable': activeUsable,
  'item-form': itemForm,
  'answer-form': answerForm,
  'refusal-form': refusalForm,
} as const satisfies Record<string, Invariant>;

export type InvariantId = keyof typeof invariants;
