/** A remembered notification: `notify` without a waiter ends the next wait at once. */
export class WakeUp {
  #notified = false;
  #end: (() => void) | undefined;

  notify(): void {
    this.#notified = true;
    this.#end?.();
  }

  /** Resolves when it was notified since the last wait ended, or after `ms` milliseconds. @returns whether it was notified. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#notified) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#end = resolve;
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
      this.#end = undefined;
    }
    const notified = this.#notified;
    this.#notified = false;
    return notified;
  }
}
