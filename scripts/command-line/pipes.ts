/** A stream that breaks while something is printed: `| head` has seen enough, a terminal was closed, the disk below `>` is full. */

/** Gone is the reader, and not our fault: the rest is not printed, and the work and its exit code stay as they are. */
const readerGone: readonly string[] = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

const onError = ({ code = '', message }: NodeJS.ErrnoException): void => {
  if (!readerGone.includes(code)) process.stderr.write(`parallax: could not print: ${message}\n`);
};
const ignore = (): void => {};

/** Without a listener the first broken pipe would end the process with a stack. */
export function bearBrokenPipes(): void {
  process.stdout.off('error', onError).on('error', onError);
  process.stderr.off('error', ignore).on('error', ignore);
}
