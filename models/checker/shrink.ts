/** Delta debugging of a run: removes pieces, from halves down to single steps, while the same property is still violated. */
import type { Player, Violation } from './player.ts';

export function shrink(player: Player, found: Violation): Violation {
  let best = player.play(found.keys, found.property) ?? found;
  for (let size = Math.ceil(best.keys.length / 2); size >= 1; ) {
    const shorter = leaveOut(player, best, size);
    if (shorter !== null) best = shorter;
    else if (size === 1) break;
    size = shorter === null ? Math.ceil(size / 2) : Math.min(size, Math.max(1, best.keys.length));
  }
  return best;
}

function leaveOut(player: Player, { keys, property }: Violation, size: number): Violation | null {
  for (let from = 0; from < keys.length; from += size) {
    const candidate = player.play([...keys.slice(0, from), ...keys.slice(from + size)], property);
    if (candidate !== null && candidate.keys.length < keys.length) return candidate;
  }
  return null;
}
