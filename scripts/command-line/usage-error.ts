/** A wrong command line or file: exit code 2, one sentence, and what to do next. */
export class UsageError extends Error {
  readonly next: string;
  constructor(message: string, next: string) {
    super(message);
    this.name = 'UsageError';
    this.next = next;
  }
}
