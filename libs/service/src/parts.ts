import type { Stoppable } from '@fulfilment/kernel';

/** The started parts of a process, stopped in reverse order: a part stops before those it uses. */
export class Parts implements Stoppable {
  readonly #started: Stoppable[] = [];
  #engines = 0;

  own = <Part extends Stoppable>(part: Part): Part => {
    this.#started.push(part);
    return part;
  };

  /** The parts so far are the connections to engines. */
  engines(): void {
    this.#engines = this.#started.length;
  }

  /** Stops what works by itself: all parts but the connections to engines and `others`. */
  async stopWork(others: readonly Stoppable[]): Promise<void> {
    const working = this.#started.slice(this.#engines).filter((part) => !others.includes(part));
    for (const part of working.toReversed()) await part.stop();
  }

  async stop(): Promise<void> {
    for (const part of this.#started.splice(0).toReversed()) await part.stop();
  }
}
