/** Names for everything a run creates, so that it never touches anything else. */

/**
 * @param runId `[a-z0-9]+`; the command line uses six hex digits
 * @param number distinguishes targets of one run, which may be one store under two names
 */
export const runPrefix = (runId: string, number?: number): string =>
  `parallax_${runId}_${number === undefined ? '' : `${number}_`}`;

/**
 * Keeps only characters that are valid in a table name. The final underscore prevents one name from being another's
 * prefix.
 */
export const runName = (prefix: string, hint: string, number: number): string =>
  `${prefix}${hint.replace(/[^a-zA-Z0-9_.-]/g, '')}_${number}_`;

/** Whether a command-line run made this name. Strict, since a user may have a table called `parallax_orders`. */
export const isOfARun = (name: string): boolean => /^parallax_[0-9a-f]{6}_[a-zA-Z0-9_.-]*_\d+_$/.test(name);
