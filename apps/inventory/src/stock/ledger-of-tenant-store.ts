import type { ClientSession, Collection, Db } from 'mongodb';
import { COLD_MOVEMENTS, LEDGER_INDEXES, MOVED_UNDER_INDEX, MOVEMENTS } from '../database/inventory-indexes.ts';
import { type MovementDocument, toMovement } from '../database/movement-documents.ts';
import type { Movement } from '../model/ledger.ts';
import type { LaterMovement, MovedSince, StockReader } from './stock-ports.ts';

/** The ledger of a tenant, cold storage included, as a transaction reads it. */
export class LedgerOfTenant implements Pick<StockReader, 'movedUnder' | 'movedSince'> {
  readonly #hot: Collection<MovementDocument>;
  readonly #cold: Collection<MovementDocument>;
  readonly #session: ClientSession;
  readonly #tenant: string;

  constructor(db: Db, session: ClientSession, tenant: string) {
    this.#hot = db.collection(MOVEMENTS);
    this.#cold = db.collection(COLD_MOVEMENTS);
    this.#session = session;
    this.#tenant = tenant;
  }

  async movedUnder(claimIds: readonly string[]): Promise<readonly Movement[]> {
    const made = { tenant: this.#tenant, 'claim.id': { $in: [...claimIds] } };
    // One command for both, since every new key asks it. A transaction takes no $unionWith; $lookup needs a document to go on from, and
    // $facet gives one also where there is no entry.
    const stages = [
      { $match: made },
      { $facet: { hot: [{ $match: {} }] } },
      { $lookup: { from: COLD_MOVEMENTS, pipeline: [{ $match: made }], as: 'cold' } },
      { $project: { entries: { $concatArrays: ['$cold', '$hot'] } } },
      { $unwind: '$entries' },
      { $replaceRoot: { newRoot: '$entries' } },
      { $sort: { sku: 1, version: 1, line: 1 } },
    ];
    const found = this.#hot.aggregate<MovementDocument>(stages, { session: this.#session, hint: MOVED_UNDER_INDEX });
    return await found.map(toMovement).toArray();
  }

  async movedSince({ sku, locationId, after, atMost }: MovedSince): Promise<readonly LaterMovement[]> {
    const at = locationId === null ? {} : { location_id: locationId };
    const later: LaterMovement[] = [];
    // Cold storage has the first versions of a SKU: it is asked where all others are later.
    for (const part of [this.#hot, this.#cold]) {
      const newestFirst = part
        .find({ tenant: this.#tenant, sku, ...at }, { session: this.#session })
        .sort({ version: -1, line: -1 })
        .batchSize(100)
        .hint(locationId === null ? LEDGER_INDEXES.all : LEDGER_INDEXES.atPlace);
      for await (const document of newestFirst) {
        if (document.created_at <= after || later.length === atMost) return later;
        later.push(toMovement(document));
      }
    }
    return later;
  }
}
