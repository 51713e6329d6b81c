import { z } from 'zod';
import { all, alongside } from '../alongside.ts';
import { type Check, placeOf } from '../check.ts';
import { ALLOCATIONS, type AllocationRow, MOVEMENTS, ORDERS } from '../documents.ts';
import type { Look } from '../look.ts';
import { allocationFaults, orderFaults, shipmentFaults } from './order-faults.ts';

export const ordersCheck: Check = {
  invariant: 2,
  name: 'orders',
  promise:
    'A shipped order has its lines in the ledger once, no other has any; order and allocation agree; no hold outlives its order.',
  mayPass: true,
  run: async (look) => {
    const { compared, differs } = look.findings;
    const allocations = readAllocations(look);
    const shipments = readShipments(look);
    for await (const order of look.rows(ORDERS, { sort: { tenant: 1, _id: 1 } })) {
      const place = placeOf(order.tenant, order.id);
      const [allocation] = await all(allocations.of(place));
      const shipped = await all(shipments.of(place));
      compared('orders');
      if (allocation) compared('allocations');
      compared('shipment entries', shipped.length);
      const faults = [
        ...orderFaults(order, allocation),
        ...(allocation ? allocationFaults(allocation) : []),
        ...shipmentFaults(order, allocation, shipped),
      ];
      for (const fault of faults) differs(`${order.tenant} ${order.id}: ${fault}`);
    }
    await allocations.end();
    await shipments.end();
  },
};

function readAllocations({ rows, findings }: Look) {
  return alongside(rows(ALLOCATIONS, { sort: { tenant: 1, order_id: 1 } }), {
    keyOf: ({ tenant, order_id: id }: AllocationRow) => placeOf(tenant, id),
    onOrphan: ({ tenant, order_id: id }) =>
      findings.differs(`${tenant} ${id}: stock has an allocation, and there is no such order`),
  });
}

const shipment = z.object({
  id: z.object({ tenant: z.string(), order: z.string(), sku: z.string() }),
  delta: z.int(),
  versions: z.array(z.int()),
});

/** What the ledger has of each order and SKU, and in how many changes of the SKU. */
function readShipments({ pipeline, findings }: Look) {
  const stages = [
    { $match: { 'reference.type': 'order' } },
    {
      $group: {
        _id: { tenant: '$tenant', order: '$reference.id', sku: '$sku' },
        delta: { $sum: '$delta' },
        versions: { $addToSet: '$version' },
      },
    },
    { $sort: { '_id.tenant': 1, '_id.order': 1, '_id.sku': 1 } },
  ];
  const found = alongside(pipeline(MOVEMENTS, stages, shipment), {
    keyOf: ({ id: { tenant, order } }) => placeOf(tenant, order),
    onOrphan: ({ id: { tenant, order, sku } }) =>
      findings.differs(`${tenant} ${order}: the ledger of ${sku} has a shipment for it, and there is no such order`),
  });
  const toEntry = ({ id: { sku }, delta, versions }: z.output<typeof shipment>) => ({ sku, delta, times: versions.length });
  return {
    of: async function* entriesOf(place: string) {
      for await (const row of found.of(place)) yield toEntry(row);
    },
    end: found.end,
  };
}
