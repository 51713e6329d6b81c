import type { Collection } from 'mongodb';
import { LEDGER_INDEXES } from '../stock/inventory-indexes.ts';
import type { MovementDocument } from './movement-documents.ts';

export interface LedgerOfSku {
  readonly collection: Collection<MovementDocument>;
  readonly tenant: string;
  readonly sku: string;
}

/**
 * Where a SKU's ledger becomes late, found by halving: the moments of its versions never run backwards. An index of moments would cost
 * every movement a write; this costs who asks some twenty reads at most.
 *
 * @param isLate false for every moment up to some point, and true from there on.
 * @returns the version from which on entries are late; those before it are not.
 */
export async function firstVersionFrom(ledger: LedgerOfSku, isLate: (at: Date) => boolean): Promise<number> {
  const { collection, tenant, sku } = ledger;
  const next = (version: object, direction: 1 | -1) =>
    collection.findOne(
      { tenant, sku, version },
      { sort: { version: direction, line: direction }, hint: LEDGER_INDEXES.all, projection: { version: 1, created_at: 1 } },
    );
  const last = await next({ $gte: 0 }, -1);
  let early = 0;
  let late = (last?.version ?? 0) + 1;
  while (late - early > 1) {
    const middle = early + Math.floor((late - early) / 2);
    const entry = await next({ $gte: middle, $lt: late }, 1);
    if (entry && !isLate(entry.created_at)) early = entry.version;
    else late = middle;
  }
  return late;
}
