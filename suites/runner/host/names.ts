/** What everything that a run makes is called, so that nothing else is ever touched. */

/**
 * @param runId `[a-z0-9]+`; of the command line six hex digits
 * @param number tells the targets of one run apart, since two of them may turn out to be one store under two names
 */
export const runPrefix = (runId: string, number?: number): string =>
  `parallax_${runId}_${number === undefined ? '' : `${number}_`}`;

/** A hint keeps only what a table name may hold. The last sign keeps one name from being the beginning of another. */
export const runName = (prefix: string, hint: string, number: number): string =>
  `${prefix}${hint.replace(/[^a-zA-Z0-9_.-]/g, '')}_${number}_`;

/** Whether a run of the command line made this name. Narrow: a user may well have a table called `parallax_orders`. */
export const isOfARun = (name: string): boolean => /^parallax_[0-9a-f]{6}_[a-zA-Z0-9_.-]*_\d+_$/.test(name);
