import { delay, type Stoppable } from '@fulfilment/kernel';
import type { Collection, Db } from 'mongodb';

/** Options of {@link Sweeper}. */
export interface SweeperOptions {
  /** Names its lease: of the processes with one name, one sweeps at a time. */
  readonly name: string;
  /** Milliseconds between two passes. */
  readonly everyMs: number;
  /** One pass. */
  readonly work: () => Promise<void>;
  /** Called with a failure; the next pass begins as usual. */
  readonly onError: (error: unknown) => void;
}

interface SweepDocument {
  readonly _id: string;
  /** Until then no other pass begins. */
  readonly until: Date;
}

const COLLECTION = 'sweeps';

/** Repeats rare work in one process of a service, whichever comes first. It costs each process one command in an interval. */
export class Sweeper implements Stoppable {
  readonly #options: SweeperOptions;
  readonly #sweeps: Collection<SweepDocument>;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  constructor(db: Db, options: SweeperOptions) {
    this.#options = options;
    this.#sweeps = db.collection(COLLECTION);
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { name, everyMs, work, onError } = this.#options;
    for (let isThere = false; ;) {
      await delay(everyMs, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      try {
        isThere ||= await this.#create(name);
        if (await this.#isDue()) await work();
      } catch (error) {
        onError(error);
      }
    }
  }

  async #create(name: string): Promise<true> {
    await this.#sweeps.updateOne({ _id: name }, { $setOnInsert: { until: new Date(0) } }, { upsert: true });
    return true;
  }

  async #isDue(): Promise<boolean> {
    const { name, everyMs } = this.#options;
    // A little less, so that a process that sweeps alone does not find its own lease.
    const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: Math.floor(everyMs * 0.9) } };
    const isFree = { _id: name, $expr: { $lte: ['$until', '$$NOW'] } };
    return (await this.#sweeps.updateOne(isFree, [{ $set: { until } }])).matchedCount === 1;
  }
}
