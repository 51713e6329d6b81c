import type { MovementRow } from '../documents.ts';

/** What the ledger of one SKU says. */
export interface Ledger {
  readonly entries: number;
  /** Units by place, places without any left out. */
  readonly places: ReadonlyMap<string, number>;
  /** Of its last entry; 0 where it has none. */
  readonly lastVersion: number;
  readonly faults: readonly string[];
}

type Entry = Pick<MovementRow, 'version' | 'line' | 'location_id' | 'delta' | 'balance'>;

/** @param entries by version and line. */
export async function readLedger(entries: AsyncIterable<Entry> | Iterable<Entry>): Promise<Ledger> {
  const places = new Map<string, number>();
  const faults: string[] = [];
  let count = 0;
  let last = { version: 0, line: -1 };
  for await (const { version, line, location_id: locationId, delta, balance } of entries) {
    count += 1;
    const next = version === last.version ? last.line + 1 : 0;
    if (line !== next) faults.push(`version ${version} has ledger entry ${line} where ${next} is due`);
    last = { version, line };
    const units = (places.get(locationId) ?? 0) + delta;
    if (units < 0) faults.push(`the ledger leaves ${units} at ${locationId} by version ${version}`);
    if (units !== balance) faults.push(`version ${version} says that ${balance} are left at ${locationId}, they are ${units}`);
    if (units === 0) places.delete(locationId);
    else places.set(locationId, units);
  }
  return { entries: count, places, lastVersion: last.version, faults };
}
