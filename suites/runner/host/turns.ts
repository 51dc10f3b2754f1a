/** Lets work run together, or alone. What runs alone goes before the rest that waits. */
export class Turns {
  readonly #running = new Set<Promise<unknown>>();
  #alone: Promise<unknown> = Promise.resolve();

  async shared<T>(work: () => Promise<T>): Promise<T> {
    for (let before: unknown; before !== this.#alone; ) {
      before = this.#alone;
      await this.#alone;
    }
    const own = work();
    const settled = own.catch(() => {});
    this.#running.add(settled);
    await settled;
    this.#running.delete(settled);
    return own;
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    const own = this.#alone.then(async () => {
      await Promise.all(this.#running);
      return work();
    });
    this.#alone = own.catch(() => {});
    return own;
  }
}
