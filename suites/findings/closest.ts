/** Guesses at a mistyped name. */

interface Named {
  id: string;
  /** The spellings under which it may have been meant. */
  names: readonly string[];
}

/**
 * Ids whose names come near what was typed, nearest first and equally near ones in the order given. Case is ignored. A name
 * that contains the typed text (of three characters or more) comes before one that merely resembles it.
 */
export function closest(typed: string, candidates: readonly Named[]): string[] {
  const wanted = typed.trim().toLowerCase();
  return candidates
    .map(({ id, names }) => ({ id, away: Math.min(...names.map((name) => away(wanted, name.toLowerCase()))) }))
    .filter((candidate) => candidate.away < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.away - b.away)
    .map((candidate) => candidate.id);
}

function away(wanted: string, name: string): number {
  if (wanted === name) return 0;
  if (wanted.length >= 3 && name.includes(wanted)) return 0.5;
  const edits = editDistance(wanted, name);
  // One slip in a short id, a third of the letters in a long one: beyond that two names have nothing to do with each other.
  return edits <= Math.max(1, Math.floor(wanted.length / 3)) ? edits : Number.POSITIVE_INFINITY;
}

/**
 * Insertions, deletions, substitutions and swaps of neighbours that lead from one text to the other, no stretch edited twice
 * (optimal string alignment).
 */
export function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let edits = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        edits = Math.min(edits, beforePrevious[column - 2]! + 1);
      }
      current.push(edits);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[to.length]!;
}
