import { errors } from '@fulfilment/contracts';
import type { AnswerOnce } from '@fulfilment/idempotency';
import { tenantKey } from '@fulfilment/kernel';
import type { ClientSession, Db } from 'mongodb';
import {
  type AllocationRulesDocument,
  toAllocationRules,
  toAllocationRulesDocument,
} from '../database/allocation-rules-documents.ts';
import { ALLOCATION_RULES, LOCATIONS } from '../database/inventory-indexes.ts';
import { type LocationDocument, toLocation } from '../database/location-documents.ts';
import { refillWaiting } from '../database/refill-waiting-store.ts';
import { sourceOf } from '../model/location.ts';
import { NO_RULES, type Sources } from '../model/sourcing.ts';
import type { ChangeRules, SourcingStore } from './sourcing-ports.ts';

type EitherDocument =
  | { readonly rules: AllocationRulesDocument; readonly warehouse?: never }
  | { readonly warehouse: LocationDocument; readonly rules?: never };

const activeWarehouses = (tenant: string) => ({ tenant, status: 'active', type: 'warehouse' }) as const;
const toWarehouses = (found: readonly LocationDocument[]) => found.flatMap((each) => sourceOf(toLocation(each)) ?? []);

export function makeSourcingStore(db: Db): SourcingStore {
  const collection = db.collection<AllocationRulesDocument>(ALLOCATION_RULES);
  return {
    rules: async (tenant) => {
      const found = await collection.findOne({ _id: tenant });
      return found ? toAllocationRules(found) : NO_RULES;
    },
    sources: async (tenant) => {
      const found = await collection
        .aggregate<EitherDocument>([
          { $match: { _id: tenant } },
          { $project: { _id: 0, rules: '$$ROOT' } },
          {
            $unionWith: {
              coll: LOCATIONS,
              pipeline: [
                { $match: activeWarehouses(tenant) },
                { $sort: { _id: 1 } },
                { $project: { _id: 0, warehouse: '$$ROOT' } },
              ],
            },
          },
        ])
        .toArray();
      const [rules = NO_RULES] = found.flatMap((each) => (each.rules ? [toAllocationRules(each.rules)] : []));
      return { rules, warehouses: toWarehouses(found.flatMap(({ warehouse }) => warehouse ?? [])) };
    },
  };
}

/** The rules and the active warehouses of a tenant, as a transaction sees them. */
export async function sourcesIn(db: Db, tenant: string, session: ClientSession): Promise<Sources> {
  // A pipeline in a transaction has no `$unionWith`.
  const rules = await db.collection<AllocationRulesDocument>(ALLOCATION_RULES).findOne({ _id: tenant }, { session });
  const warehouses = db.collection<LocationDocument>(LOCATIONS).find(activeWarehouses(tenant), { session });
  return {
    rules: rules ? toAllocationRules(rules) : NO_RULES,
    warehouses: toWarehouses(await warehouses.sort({ _id: 1 }).toArray()),
  };
}

/** @param admit shuts out code of releases that hold no units in warehouses. @returns false while some of it runs. */
export function makeChangeRules(
  db: Db,
  answerOnce: AnswerOnce,
  admit: (session: ClientSession) => Promise<boolean>,
): ChangeRules {
  const collection = db.collection<AllocationRulesDocument>(ALLOCATION_RULES);
  return (context, work) => {
    const tenant = tenantKey(context.tenant);
    return answerOnce(context, (session) =>
      work({
        find: async () => {
          const found = await collection.findOne({ _id: tenant }, { session });
          return found ? toAllocationRules(found) : NO_RULES;
        },
        save: async (rules, version) => {
          const { _id, ...facts } = toAllocationRulesDocument(tenant, rules);
          await collection.updateOne({ _id, version }, { $set: facts }, { upsert: version === NO_RULES.version, session });
        },
        admitWarehouses: async () => {
          if (await admit(session)) return;
          const headers = { 'retry-after': '30' };
          throw errors.upstreamUnavailable('An earlier release of inventory is running. Try again once none is.', { headers });
        },
        refillWaiting: () => refillWaiting(db, session, tenant),
      }),
    );
  };
}
