import type { ClientSession, Db } from 'mongodb';
import { SKUS } from './inventory-indexes.ts';
import type { SkuDocument } from './sku-documents.ts';

/**
 * Has the backorders of a tenant's SKUs that orders hold in warehouses filled again, after a change of what a warehouse ships: units that
 * lie free there may be of orders now that could not have them before.
 *
 * @returns the number of SKUs.
 */
export async function refillWaiting(db: Db, session: ClientSession, tenant: string): Promise<number> {
  const waiting = { tenant, waiting: { $gt: 0 }, warehouses: { $exists: true }, filling: false };
  const skus = db.collection<SkuDocument>(SKUS);
  const { modifiedCount } = await skus.updateMany(waiting, { $set: { filling: true }, $inc: { revision: 1 } }, { session });
  return modifiedCount;
}
