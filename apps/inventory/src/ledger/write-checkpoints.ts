import { hash } from 'node:crypto';
import { type Checkpoint, LedgerSums } from './domain/ledger.ts';
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

/** Goes on where the last pass ended. @param stopped ends it early, with what it has verified kept. */
export type WriteCheckpoints = (stopped: AbortSignal) => Promise<PassReport>;

/**
 * Makes a pass over SKUs of all tenants: where the ledger has grown, its entries since the last checkpoint are verified, and the sums
 * kept as the next one. A ledger that does not add up, or not to what lies there, gets none.
 */
export function makeWriteCheckpoints(store: CheckpointStore, bounds: PassBounds = PASS_BOUNDS): WriteCheckpoints {
  return async (stopped) => {
    const budget = { skus: bounds.skus, entries: bounds.entries };
    const faults: string[] = [];
    let checkpoints = 0;
    let position = await store.position();
    while (!stopped.aborted && budget.skus > 0 && budget.entries > 0) {
      const atMost = Math.min(bounds.skusAtOnce, budget.skus);
      const ledgers = await store.ledgers(position, atMost);
      const made: NewCheckpoint[] = [];
      for (const { key, ...ledger } of ledgers) {
        if (stopped.aborted || budget.entries <= 0) break;
        position = key;
        budget.skus -= 1;
        if (ledger.version - (ledger.checkpoint?.through ?? 0) < bounds.changes) continue;
        if (ledger.isDamaged) faults.push(`${ledger.tenant}/${ledger.sku}: its checkpoint is damaged, and is made anew`);
        const read = await readOn(store, ledger, budget.entries);
        budget.entries -= read.entries;
        if (read.fault !== undefined) faults.push(`${ledger.tenant}/${ledger.sku}: ${read.fault}`);
        if (read.checkpoint) made.push({ tenant: ledger.tenant, checkpoint: read.checkpoint });
      }
      await store.keep(made);
      checkpoints += made.length;
      const isEnd = ledgers.length < atMost && position === (ledgers.at(-1)?.key ?? position);
      if (isEnd) position = '';
      await store.endAt(position);
      if (isEnd) break;
    }
    return { checkpoints, entries: bounds.entries - budget.entries, faults };
  };
}

interface ReadOn {
  readonly entries: number;
  readonly checkpoint?: Checkpoint;
  readonly fault?: string;
}

/** Verifies entries since the last checkpoint of a SKU, whole versions, up to about `atMost`. */
async function readOn(store: CheckpointStore, ledger: LedgerOfSku, atMost: number): Promise<ReadOn> {
  const { sku, version, checkpoint: before } = ledger;
  const sums = new LedgerSums(before?.balances);
  let chain = before?.chain ?? EMPTY_CHAIN;
  let entries = 0;
  let last = { version: before?.through ?? 0, line: Number.POSITIVE_INFINITY };
  let through = version;
  for await (const entry of store.entries(ledger, last.version)) {
    if (entries >= atMost && entry.version > last.version) {
      through = last.version;
      break;
    }
    if (entry.line !== (entry.version === last.version ? last.line + 1 : 0))
      return { entries, fault: `version ${entry.version} has an entry ${entry.line} that does not follow` };
    const wrong = sums.take(entry);
    if (wrong) return { entries, fault: `version ${entry.version} leaves ${wrong.expected}, and states ${entry.balance}` };
    chain = chainOf(chain, entry);
    entries += 1;
    last = entry;
  }
  if (through === version && !sameBalances(sums.balances, ledger.balances))
    return { entries, fault: `the entries up to version ${version} do not add up to its stock` };
  return { entries, checkpoint: { sku, through, entries: (before?.entries ?? 0) + entries, balances: sums.balances, chain } };
}

function sameBalances(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && Array.from(a).every(([place, units]) => b.get(place) === units);
}
