import { hash } from 'node:crypto';
import { type Checkpoint, LedgerSums } from '../model/ledger.ts';
import type { CheckpointStore, IdentifiedEntry, LedgerOfSku, NewCheckpoint } from './ledger-ports.ts';

/** Bounds of a pass. */
export interface PassBounds {
  /** SKUs that are looked at. */
  readonly skus: number;
  /** SKUs that are read at once. */
  readonly skusAtOnce: number;
  /** Entries that are read; the SKU at which they end gets a checkpoint of what was read of it. */
  readonly entries: number;
  /** Changes of a SKU since its last checkpoint from which on it gets another. */
  readonly changes: number;
}

/** The chain of a ledger without entries; one of some begins with it. */
export const EMPTY_CHAIN = '';

/** @returns the chain of a ledger with one more entry. */
export function chainOf(chain: string, entry: Omit<IdentifiedEntry, 'sku'>): string {
  const { id, version, line, locationId, delta, balance } = entry;
  return hash('sha256', JSON.stringify([chain, id, version, line, locationId, delta, balance]), 'base64url');
}

/** One pass a minute, that is 8,000 entries a second: more than two cores can write. */
export const PASS_BOUNDS: PassBounds = { skus: 10_000, skusAtOnce: 500, entries: 500_000, changes: 100 };

/** The result of a pass. */
export interface PassReport {
  readonly checkpoints: number;
  readonly entries: number;
  /** Ledgers that are not sound after their last checkpoint, and got none, and checkpoints that were damaged. */
  readonly faults: readonly string[];
}

/**
 * Goes on where the last pass ended.
 *
 * @param stopped ends it early, with what it has verified kept. @param mark is called as it goes on.
 */
export type WriteCheckpoints = (stopped: AbortSignal, mark?: () => void) => Promise<PassReport>;

/**
 * Makes a pass over SKUs of all tenants: where the ledger has grown, its entries since the last checkpoint are verified, and the sums
 * kept as the next one. A ledger that does not add up, or not to what lies there, gets none.
 */
export function makeWriteCheckpoints(store: CheckpointStore, bounds: PassBounds = PASS_BOUNDS): WriteCheckpoints {
  return async (stopped, mark = () => undefined) => {
    const pass = new Pass(store, bounds, { stopped, mark });
    let position = await store.position();
    while (pass.goesOn()) {
      const atMost = Math.min(bounds.skusAtOnce, pass.skus);
      const ledgers = await store.ledgers(position, atMost);
      const last = await pass.take(ledgers);
      const isEnd = ledgers.length < atMost && last === ledgers.at(-1)?.key;
      position = isEnd ? '' : (last ?? position);
      await store.endAt(position);
      if (isEnd) break;
    }
    return pass.report();
  };
}

/** One pass, and what is left of its bounds. */
class Pass {
  readonly #store: CheckpointStore;
  readonly #bounds: PassBounds;
  readonly #stopped: AbortSignal;
  readonly #mark: () => void;
  readonly #faults: string[] = [];
  #entries = 0;
  #checkpoints = 0;
  /** SKUs that it may still look at. */
  skus: number;

  constructor(
    store: CheckpointStore,
    bounds: PassBounds,
    { stopped, mark }: { readonly stopped: AbortSignal; readonly mark: () => void },
  ) {
    this.#store = store;
    this.#bounds = bounds;
    this.#stopped = stopped;
    this.#mark = mark;
    this.skus = bounds.skus;
  }

  goesOn(): boolean {
    return !this.#stopped.aborted && this.skus > 0 && this.#entries < this.#bounds.entries;
  }

  report(): PassReport {
    return { checkpoints: this.#checkpoints, entries: this.#entries, faults: this.#faults };
  }

  /** Verifies ledgers as far as the bounds allow, and keeps their checkpoints. @returns the key of the last; undefined before the first. */
  async take(ledgers: Awaited<ReturnType<CheckpointStore['ledgers']>>): Promise<string | undefined> {
    const made: NewCheckpoint[] = [];
    let last: string | undefined;
    for (const ledger of ledgers) {
      if (!this.goesOn()) break;
      last = ledger.key;
      this.skus -= 1;
      this.#mark();
      const checkpoint = await this.#next(ledger);
      if (checkpoint) made.push({ tenant: ledger.tenant, checkpoint });
    }
    await this.#store.keep(made);
    this.#checkpoints += made.length;
    return last;
  }

  async #next(ledger: LedgerOfSku): Promise<Checkpoint | undefined> {
    const { tenant, sku, version, checkpoint: before, isDamaged } = ledger;
    if (version - (before?.through ?? 0) < this.#bounds.changes) return undefined;
    if (isDamaged) this.#faults.push(`${tenant}/${sku}: its checkpoint is damaged, and is written again`);
    const atMost = this.#bounds.entries - this.#entries;
    const read = await readOn(this.#store, ledger, { atMost, mark: this.#mark });
    this.#entries += read.entries;
    if (read.fault !== undefined) this.#faults.push(`${tenant}/${sku}: ${read.fault}`);
    return read.checkpoint;
  }
}

interface ReadOn {
  readonly entries: number;
  readonly checkpoint?: Checkpoint;
  readonly fault?: string;
}

interface ReadOnBounds {
  readonly atMost: number;
  readonly mark: () => void;
}

const NO_ENTRIES: Omit<Checkpoint, 'sku'> = { through: 0, entries: 0, balances: new Map(), chain: EMPTY_CHAIN };

/** Verifies entries since the last checkpoint of a SKU, whole versions, up to about `atMost`. */
async function readOn(store: CheckpointStore, ledger: LedgerOfSku, { atMost, mark }: ReadOnBounds): Promise<ReadOn> {
  const { sku, version, checkpoint: before = NO_ENTRIES } = ledger;
  const sums = new LedgerSums(before.balances);
  let { chain } = before;
  let entries = 0;
  let last = { version: before.through, line: -1 };
  let through = version;
  for await (const entry of store.entries(ledger, before.through)) {
    if (entries >= atMost && entry.version > last.version) {
      through = last.version;
      break;
    }
    const fault = faultOf(entry, last, sums);
    if (fault !== undefined) return { entries, fault };
    chain = chainOf(chain, entry);
    mark();
    entries += 1;
    last = entry;
  }
  if (through === version && !sameBalances(sums.balances, ledger.balances))
    return { entries, fault: `the entries up to version ${version} do not add up to its stock` };
  return { entries, checkpoint: { sku, through, entries: before.entries + entries, balances: sums.balances, chain } };
}

/** Adds an entry to the sums. @returns what is wrong with it. */
function faultOf(entry: IdentifiedEntry, last: Pick<IdentifiedEntry, 'version' | 'line'>, sums: LedgerSums): string | undefined {
  const { version, line, balance } = entry;
  if (line !== (version === last.version ? last.line + 1 : 0))
    return `version ${version} has an entry ${line} that does not follow`;
  const wrong = sums.take(entry);
  return wrong && `version ${version} leaves ${wrong.expected}, and states ${balance}`;
}

function sameBalances(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && Array.from(a).every(([place, units]) => b.get(place) === units);
}
