import { type Kept, type Pass, type Progress, Rounds, type Stoppable } from '@fulfilment/kernel';
import type { Collection, Db } from 'mongodb';

/** Options of {@link Sweeper}. */
export interface SweeperOptions {
  /** Names its lease: of the processes with one name, one sweeps at a time. */
  readonly name: string;
  /** Milliseconds between two passes. */
  readonly everyMs: number;
  readonly work: Pass;
  /** Called with a failure; the next pass begins as usual. */
  readonly onError: (error: unknown) => void;
  /** Has passes begun again where they stand still. */
  readonly progress: Progress;
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
  readonly #rounds: Kept<Rounds>;

  constructor(db: Db, options: SweeperOptions) {
    this.#options = options;
    this.#sweeps = db.collection(COLLECTION);
    const { name, everyMs, work, onError, progress } = options;
    let isThere = false;
    const round = async (mark: () => void, stopping: AbortSignal): Promise<number> => {
      isThere ||= await this.#create(name);
      if (await this.#isDue()) await work(mark, stopping);
      return everyMs;
    };
    this.#rounds = progress.keep({
      name: `sweep ${name}`,
      engines: ['mongodb'],
      make: (mark) => new Rounds({ round, onError, pauseMs: everyMs, firstMs: everyMs }, mark),
    });
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
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
