/**
 * What SPIN has answered, kept as data: generating, compiling and searching takes a minute for answers that change only with the
 * Promela. Each stands under a digest of all that it was asked. `PARALLAX_SPIN=ask` asks again and holds the answer against
 * the kept one, as every nightly run does; `PARALLAX_SPIN=keep` asks and keeps.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { judgeRunsBySpin, runSpin, type SpinRun, spinAsks, spinMissing } from './spin.ts';

type Counts = Pick<SpinRun, 'states' | 'transitions' | 'errors'>;
type Answer = Counts | readonly ('holds' | 'violated')[];
interface Kept {
  readonly digest: string;
  readonly answer: Answer;
}

const file = new URL('promela/answers.json', import.meta.url);
const answers: { [question: string]: Kept } = JSON.parse(readFileSync(file, 'utf8'));

const mode = process.env.PARALLAX_SPIN ?? (process.env.PARALLAX_NIGHTLY === undefined ? 'kept' : 'ask');

/** Why SPIN is wanted and cannot be asked, or null. */
export const spinUnasked = (): string | null => (mode === 'kept' ? null : spinMissing());

/** States, transitions and errors of a search for safety. `table`: the binary logarithm of the slots of SPIN's hash table. */
export const countsBySpin = (name: string, defines: readonly string[] = [], table = 24): Counts =>
  answerOf(`${name} ${defines.join(' ')}`.trim(), spinAsks('safety', name, defines), () => {
    const { states, transitions, errors } = runSpin(name, defines, table);
    return { states, transitions, errors };
  });

/** Of each formula of the file whether every weakly fair run keeps it. */
export const runsBySpin = (
  name: string,
  formulas: readonly string[],
  defines: readonly string[] = [],
): readonly ('holds' | 'violated')[] =>
  answerOf(
    `${[name, ...defines].join(' ')}: ${formulas.join(' ')}`,
    [...spinAsks('runs', name, defines), ...formulas],
    () => judgeRunsBySpin(name, formulas, defines),
  );

/** @throws Error where nothing is kept of these texts, or SPIN now answers otherwise. */
function answerOf<T extends Answer>(question: string, asked: readonly string[], ask: () => T): T {
  const digest = createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
  const kept = answers[question];
  if (mode === 'kept') {
    if (kept?.digest === digest) return kept.answer as T;
    throw new Error(`SPIN was never asked about '${question}' as it is now: run this test with PARALLAX_SPIN=keep`);
  }
  const answer = ask();
  if (mode === 'keep') keep(question, { digest, answer });
  else if (!isDeepStrictEqual({ digest, answer }, kept))
    throw new Error(`SPIN answers ${JSON.stringify(answer)} about '${question}', and ${JSON.stringify(kept)} is kept`);
  return answer;
}

function keep(question: string, kept: Kept): void {
  // Another file of tests may have kept answers meanwhile.
  const all = { ...(JSON.parse(readFileSync(file, 'utf8')) as typeof answers), [question]: kept };
  const inOrder = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(inOrder, null, 2)}\n`);
}
