/** Suggestions for a mistyped name. */

interface Named {
  id: string;
  /** All spellings that a user may type. */
  names: readonly string[];
}

/**
 * Ids whose names resemble `typed`, closest first; ties keep the given order. Case is ignored. A name that contains the
 * typed text (at least three characters) ranks before one that only resembles it.
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
  // Allows one edit in a short id and a third of the letters in a long one. Beyond that two names are unrelated.
  return edits <= Math.max(1, Math.floor(wanted.length / 3)) ? edits : Number.POSITIVE_INFINITY;
}

/**
 * Edit distance by insertions, deletions, substitutions and swaps of neighbours, without editing a substring twice
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
