import { delay } from '@fulfilment/kernel';
import type { ArchivableLedger, ArchivablePage, ArchiveStore } from './archive-ports.ts';

/**
 * The youngest age at which entries may be moved. Counts of scans older than 30 days are refused, so that a late count finds the movements
 * after it in the hot collection; events are kept as long, so that nearly all entries that `verify` holds against them are there too.
 */
export const MIN_ARCHIVE_DAYS = 31;

/** Entries a second that are moved, by default: a small part of what MongoDB takes beside its other work. */
export const ARCHIVE_RATE = 2_000;

/** The extent of a run. */
export interface ArchiveRequest {
  /** Entries from before that moment are moved. */
  readonly before: Date;
  /** Entries a second, at most. */
  readonly rate: number;
  /** True to count them only. */
  readonly dryRun: boolean;
}

/** The state of a run, or its result. */
export interface ArchiveReport {
  readonly entries: number;
  /** SKUs of which entries were moved. */
  readonly skus: number;
  /** Ledgers that were left as they are, each with the reason. */
  readonly faults: readonly string[];
  /** False where it was stopped. */
  readonly isComplete: boolean;
}

/** @param stopped ends the run between two moves. What was moved stays, and the next run goes on. */
export type ArchiveLedger = (
  request: ArchiveRequest,
  onProgress: (report: ArchiveReport) => void,
  stopped: AbortSignal,
) => Promise<ArchiveReport>;

/** Entries of a move, about. */
const BATCH = 500;

/** Goes through the ledgers of all tenants, and moves their first entries to cold storage. */
export function makeArchiveLedger(store: ArchiveStore, batch = BATCH): ArchiveLedger {
  return async (request, onProgress, stopped) => {
    const run = new Run(store, request, { batch, stopped, onProgress });
    let after: string | undefined = '';
    while (after !== undefined && !stopped.aborted) {
      const page: ArchivablePage = await store.ledgers(after, request.before);
      await run.take(page);
      after = page.last;
    }
    return run.report(!stopped.aborted);
  };
}

interface Running {
  readonly batch: number;
  readonly stopped: AbortSignal;
  readonly onProgress: (report: ArchiveReport) => void;
}

class Run {
  readonly #store: ArchiveStore;
  readonly #request: ArchiveRequest;
  readonly #running: Running;
  readonly #faults: string[] = [];
  /** True once no process runs that does not read cold storage. */
  #isAlone = false;
  #entries = 0;
  #skus = 0;

  constructor(store: ArchiveStore, request: ArchiveRequest, running: Running) {
    this.#store = store;
    this.#request = request;
    this.#running = running;
  }

  report(isComplete: boolean): ArchiveReport {
    return { entries: this.#entries, skus: this.#skus, faults: this.#faults, isComplete };
  }

  async take({ ledgers, damaged }: ArchivablePage): Promise<void> {
    for (const key of damaged) this.#faults.push(`${key}: the checkpoint of its ledger is damaged`);
    if (this.#request.dryRun) await this.#count(ledgers);
    else await this.#move(ledgers);
  }

  async #count(ledgers: readonly ArchivableLedger[]): Promise<void> {
    for (const ledger of ledgers) {
      if (this.#running.stopped.aborted) return;
      this.#entries += await this.#store.count(ledger, this.#request.before);
      this.#skus += 1;
      this.#running.onProgress(this.report(false));
    }
  }

  async #move(ledgers: readonly ArchivableLedger[]): Promise<void> {
    const { batch, stopped, onProgress } = this.#running;
    const { before, rate } = this.#request;
    if (ledgers.length > 0) this.#isAlone ||= await this.#store.shutOutOthers(stopped);
    if (!this.#isAlone) return;
    for (let left = ledgers; left.length > 0 && !stopped.aborted;) {
      const startedMs = performance.now();
      const { entries, done, faults } = await this.#store.move(left, before, batch);
      this.#entries += entries;
      this.#skus += done - faults.length;
      this.#faults.push(...faults);
      left = left.slice(done);
      onProgress(this.report(false));
      await delay(Math.max(0, (entries / rate) * 1_000 - (performance.now() - startedMs)), stopped);
    }
  }
}
