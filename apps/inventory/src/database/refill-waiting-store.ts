import type { ClientSession, Db } from 'mongodb';
import { SKUS } from './inventory-indexes.ts';
import type { SkuDocument } from './sku-documents.ts';

/**
 * Has the backorders of a tenant's SKUs that orders hold in warehouses filled again, after a change of what a warehouse ships: units that
 * lie free there may be of orders now that could not have them before.
 */
export async function refillWaiting(db: Db, session: ClientSession, tenant: string): Promise<void> {
  const waiting = { tenant, waiting: { $gt: 0 }, warehouses: { $exists: true }, filling: false };
  await db.collection<SkuDocument>(SKUS).updateMany(waiting, { $set: { filling: true }, $inc: { revision: 1 } }, { session });
}
