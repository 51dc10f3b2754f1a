/** Output streams that break while printing: `| head` has ended, a terminal was closed, the disk behind `>` is full. */

/** The reader is gone, which is no error of ours. The rest is not printed; the work and the exit code stay the same. */
const readerGone: readonly string[] = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

const onError = ({ code = '', message }: NodeJS.ErrnoException): void => {
  if (!readerGone.includes(code)) process.stderr.write(`parallax: could not print: ${message}\n`);
};
const ignore = (): void => {};

/** Without an error listener the first broken pipe would end the process with a stack trace. */
export function tolerateBrokenPipes(): void {
  process.stdout.off('error', onError).on('error', onError);
  process.stderr.off('error', ignore).on('error', ignore);
}
