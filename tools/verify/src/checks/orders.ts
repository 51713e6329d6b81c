import { z } from 'zod';
import {
  ALLOCATED_ORDERS,
  type AllocationRow,
  ALLOCATIONS,
  type FulfilmentRow,
  type LineRow,
  MOVEMENTS,
  ORDER_KEYS,
  type OrderRow,
  ORDERS,
  REFERRING_MOVEMENTS,
} from '../compared-collections.ts';
import { type Check, type Look, placeOf, type Range, stockKeyOf } from '../look.ts';
import { all, without } from '../merge-join.ts';
import { bookedReturnsOf, isUnlinked, returnFaults, unlinkedFaults } from './returns.ts';

export const ordersCheck: Check = {
  invariant: 2,
  name: 'orders',
  promise:
    'What is shipped of an order or fulfilment, and what came back, is in the ledger once, and nothing else; order, fulfilments, returns and allocation agree; an order is listed for the warehouses of its units; no hold outlives its order.',
  isTransient: true,
  run: async (look) => {
    await look.pieces({ source: ORDERS }, compareOrders);
    await look.pieces({ source: ALLOCATIONS }, findLostAllocations);
    await look.pieces({ source: MOVEMENTS }, findLostShipments);
  },
};

async function compareOrders(look: Look, range: Range): Promise<void> {
  const { compared, differs } = look.findings;
  const orders = await all(look.rows(ORDERS, { filter: range, sort: { _id: 1 } }));
  const allocations = await allocationsOf(orders, look);
  const shipments = await shipmentsOf(orders, look);
  const booked = await bookedReturnsOf(orders, look);
  for (const order of orders) {
    const place = placeOf(order);
    const allocation = allocations.get(place);
    const { fulfilments = [] } = order;
    const ids = [order.id, ...fulfilments.map((fulfilment) => fulfilment.id)];
    const shipped = ids.flatMap((id) => shipments.get(placeOf({ tenant: order.tenant, id })) ?? []);
    compared('orders');
    if (allocation) compared('allocations');
    compared('shipment entries', shipped.length);
    const parts = fulfilments.flatMap((each) => partFaults(each, { order, allocation, shipped }));
    const faults = [
      ...parts,
      ...orderFaults(order, allocation),
      ...warehouseFaults(order),
      ...(allocation ? allocationFaults(allocation) : []),
      ...(isUnlinked(order) ? unlinkedFaults(order, shipped) : shipmentFaults(allocation, shipped)),
      ...returnFaults({ order, allocation, booked }),
    ];
    for (const fault of faults) differs(`${order.tenant} ${order.id}: ${fault}`);
  }
}

async function allocationsOf(orders: readonly OrderRow[], { rows }: Look): Promise<ReadonlyMap<string, AllocationRow>> {
  const found = rows(ALLOCATIONS, { filter: { _id: { $in: orders.map(stockKeyOf) } } });
  return new Map((await all(found)).map((row) => [placeOf({ tenant: row.tenant, id: row.order_id }), row]));
}

const shipment = z.object({
  id: z.object({ tenant: z.string(), order: z.string(), sku: z.string() }),
  delta: z.int(),
  versions: z.array(z.int()),
});

/** The total that the ledger has of each order or fulfilment and SKU, and in how many changes of the SKU. */
async function shipmentsOf(orders: readonly OrderRow[], { pipeline }: Look): Promise<ReadonlyMap<string, ShipmentEntry[]>> {
  const stages = [
    { $match: { 'reference.id': { $in: idsOf(orders) }, 'reference.type': { $in: ['order', 'fulfilment'] } } },
    {
      $group: {
        _id: { tenant: '$tenant', order: '$reference.id', sku: '$sku' },
        delta: { $sum: '$delta' },
        versions: { $addToSet: '$version' },
      },
    },
    { $sort: { '_id.sku': 1 } },
  ];
  const shipments = new Map<string, ShipmentEntry[]>();
  for await (const { id, delta, versions } of pipeline(MOVEMENTS, stages, shipment)) {
    const place = placeOf({ tenant: id.tenant, id: id.order });
    shipments.set(place, [...(shipments.get(place) ?? []), { of: id.order, sku: id.sku, delta, times: versions.length }]);
  }
  return shipments;
}

function idsOf(orders: readonly OrderRow[]): string[] {
  return orders.flatMap(({ id, fulfilments = [] }) => [id, ...fulfilments.map((fulfilment) => fulfilment.id)]);
}

async function findLostAllocations({ rows, findings }: Look, range: Range): Promise<void> {
  const lost = without(rows(ALLOCATED_ORDERS, { filter: range }), {
    recordOf: ({ tenant, order_id: id }) => ({ tenant, id }),
    find: (orders) => rows(ORDER_KEYS, { filter: { _id: { $in: orders.map(({ id }) => id) } } }),
  });
  for await (const { tenant, order_id: id } of lost)
    findings.differs(`${tenant} ${id}: stock has an allocation, and there is no such order`);
}

async function findLostShipments({ rows, findings }: Look, range: Range): Promise<void> {
  const shipped = rows(REFERRING_MOVEMENTS, { filter: { ...range, 'reference.type': 'order' } });
  const lost = without(shipped, {
    recordOf: ({ tenant, reference: { id } }) => ({ tenant, id }),
    find: (orders) => rows(ORDER_KEYS, { filter: { _id: { $in: orders.map(({ id }) => id) } } }),
  });
  for await (const { tenant, sku, reference } of lost)
    findings.differs(`${tenant} ${reference.id}: the ledger of ${sku} has a shipment for it, and there is no such order`);
}

/** The ledger's total for one order or fulfilment, and SKU. */
interface ShipmentEntry {
  readonly of: string;
  readonly sku: string;
  readonly delta: number;
  /** Changes of the SKU that it was shipped by. */
  readonly times: number;
}

/** The state of the allocation that belongs to an order's status, once nothing is under way. */
const STATE_OF = {
  created: 'open',
  packed: 'confirmed',
  shipped: 'shipped',
  cancelled: 'released',
  rejected: 'rejected',
} as const satisfies Partial<Record<OrderRow['status'], AllocationRow['state']>>;

/** The disagreements of an order with its allocation. */
function orderFaults(order: OrderRow, allocation: AllocationRow | undefined): string[] {
  const { status, allocation_version: taken } = order;
  if (!allocation) return status === 'pending' ? [] : [`it is ${status}, and stock has no allocation for it`];
  if (taken !== allocation.version) return [`it knows version ${taken} of its allocation, stock has ${allocation.version}`];
  if (status === 'pending') return ['its allocation is answered, and it is pending'];
  // Parts that are packed leave the rest of an allocation open.
  const expected = status === 'packed' && (order.fulfilments ?? []).length > 0 ? 'open' : STATE_OF[status];
  const faults: string[] = expected === allocation.state ? [] : [`it is ${status}, its allocation ${allocation.state}`];
  // The step of a rejected order was refused whole: nothing was taken over.
  const differ = status !== 'rejected' && !sameLines(order.lines, allocation.lines);
  if (differ) faults.push('its lines are not those of its allocation');
  return status === 'rejected' ? faults : [...faults, ...strayPortions(order, allocation), ...rankFaults(order, allocation)];
}

/** Portions of an allocation whose fulfilment its order does not have: nothing would ever ship or free their units. */
function strayPortions({ fulfilments = [] }: OrderRow, { lines }: AllocationRow): string[] {
  const ids = new Set(fulfilments.map(({ id }) => id));
  return lines.flatMap(({ id, portions = [] }) =>
    portions
      .filter(({ fulfilment }) => !ids.has(fulfilment))
      .map(({ fulfilment, units }) => `line ${id} has ${units} for ${fulfilment}, and the order has no such fulfilment`),
  );
}

/** The disagreements on the rank of an order, and on units that it gives back for a hold. */
function rankFaults(order: OrderRow, allocation: AllocationRow): string[] {
  const isSame = order.priority === allocation.priority && order.ship_by?.getTime() === allocation.ship_by?.getTime();
  const faults = isSame ? [] : ['its rank is not that of its allocation'];
  const suspended = allocation.lines.reduce((sum, line) => sum + (line.suspended ?? 0), 0);
  const isOpen = order.status === 'created' || order.status === 'packed';
  if (suspended > 0 && isOpen && !order.suspended)
    faults.push(`${suspended} units are given back for a hold, and it has none that does so`);
  return faults;
}

function sameLines(lines: readonly LineRow[], others: readonly LineRow[]): boolean {
  return lines.length === others.length && lines.every((line, place) => sameLine(line, others[place]));
}

/** Units that are absent are none. */
const LINE_FACTS = ['id', 'sku', 'quantity', 'allocated', 'shipped', 'cancelled', 'returned'] as const;

function sameLine(line: LineRow, other: LineRow | undefined): boolean {
  if (other === undefined || LINE_FACTS.some((fact) => (line[fact] ?? 0) !== (other[fact] ?? 0))) return false;
  return sourcesText(line) === sourcesText(other);
}

/** Equal for lines that hold the same units in the same warehouses. */
const sourcesText = ({ sources = [] }: LineRow): string =>
  sources
    .map(({ warehouse_id: id, warehouse, units }) => `${id ?? warehouse} ${units}`)
    .toSorted()
    .join();

/** The warehouses by which lists find an order are those that hold units of it, and those from which some were shipped. */
function warehouseFaults({ lines, fulfilments = [], shipped_from: shippedFrom = [], warehouses = [] }: OrderRow): string[] {
  const held = lines.flatMap(({ sources = [] }) => sources.map((source) => source.warehouse_id ?? source.warehouse));
  const left = fulfilments.flatMap(({ status, warehouse }) => (status === 'shipped' && warehouse ? [warehouse.id] : []));
  const expected = new Set([...held, ...left, ...shippedFrom]);
  if (sameSet(expected, warehouses)) return [];
  return [`its units are in or were shipped from [${[...expected].join()}], and it is listed for [${warehouses.join()}]`];
}

/** The contradictions within an allocation. */
function allocationFaults({ state, lines, ...allocation }: AllocationRow): string[] {
  const queued = queuesOf({ state, lines, ...allocation });
  const open = state === 'open';
  const faults: string[] = [];
  const skusOf = (isMeant: (line: AllocatedLine) => boolean): Set<string> => new Set(lines.filter(isMeant).map(({ sku }) => sku));
  for (const line of lines) faults.push(...lineFaults(line, state));
  const waiting = skusOf((line) => open && line.allocated < wantedOf(line));
  if (!sameSet(waiting, queued.waiting)) faults.push('the SKUs that it waits for are not those that its lines lack');
  const held = skusOf(({ allocated, portions = [] }) => {
    const firm = portions.filter((each) => each.firm).reduce((sum, each) => sum + each.units, 0);
    return open && allocated > firm;
  });
  if (!sameSet(held, queued.held)) faults.push('the SKUs that may be taken back are not those that its lines hold');
  return [...faults, ...queued.faults];
}

/** The SKUs by which queues find an allocation, and what is wrong with its places in them. */
function queuesOf(allocation: AllocationRow) {
  const { waiting_skus: waiting, held_skus: held, ranked_waiting_skus: rankedWaiting, ranked_held_skus: rankedHeld } = allocation;
  const [plain, ranked] = [waiting.length + held.length, rankedWaiting.length + rankedHeld.length];
  if (!isRanked(allocation)) return { waiting, held, faults: ranked > 0 ? ['it has a rank in queues, and no rank'] : [] };
  const faults = plain > 0 ? ['it stands in queues by its creation, and has a rank'] : [];
  return { waiting: rankedWaiting, held: rankedHeld, faults: [...faults, ...placeFaults(allocation)] };
}

function isRanked({ priority, ship_by: shipBy, lines }: AllocationRow): boolean {
  return priority !== undefined || shipBy !== undefined || lines.some(({ later }) => later !== undefined);
}

function placeFaults({ priority = 5, ship_by: shipBy, ...allocation }: AllocationRow): string[] {
  const rank = [9 - priority, shipBy?.toISOString() ?? '~', ''].join(' ');
  const places = [
    [allocation.ranked_waiting_skus, allocation.waiting_rank],
    [allocation.ranked_held_skus, allocation.held_rank],
  ] as const;
  const isWrong = places.some(([skus, place]) => skus.length > 0 && place?.startsWith(rank) !== true);
  return isWrong ? ['its place in a queue is not that of its rank'] : [];
}

type AllocatedLine = AllocationRow['lines'][number];

/** Units of a line that are neither shipped nor dropped, nor given back for a hold. */
function wantedOf({ quantity, shipped, cancelled = 0, suspended = 0 }: AllocatedLine): number {
  return quantity - shipped - cancelled - suspended;
}

function lineFaults(line: AllocatedLine, state: AllocationRow['state']): string[] {
  const { id, quantity, allocated, shipped, portions = [], later = [] } = line;
  const added = later.reduce((sum, each) => sum + each.units, 0);
  if (added > quantity) return [`line ${id}: ${added} units were added to ${quantity}`];
  const wanted = wantedOf(line);
  const inParts = portions.reduce((sum, each) => sum + each.units, 0);
  const expected = {
    open: allocated >= inParts && allocated <= wanted,
    confirmed: shipped === 0 && allocated === wanted && inParts === 0,
    shipped: wanted === 0 && allocated === 0,
    released: shipped === 0 && allocated === 0,
    rejected: shipped === 0 && allocated === 0,
  } as const satisfies Record<AllocationRow['state'], boolean>;
  return expected[state] ? [] : [`line ${id} of the ${state} allocation: ${allocated} held, ${shipped} shipped of ${quantity}`];
}

function sameSet(expected: ReadonlySet<string>, listed: readonly string[]): boolean {
  return expected.size === listed.length && listed.every((sku) => expected.has(sku));
}

interface PartOf {
  readonly order: OrderRow;
  readonly allocation: AllocationRow | undefined;
  readonly shipped: readonly ShipmentEntry[];
}

/** The disagreements of a fulfilment with its portions, and with the ledger. */
function partFaults(part: FulfilmentRow, of: PartOf): string[] {
  return [...portionFaults(part, of), ...ledgerFaults(part, of)].map((fault) => `${part.id}: ${fault}`);
}

function portionFaults({ id, status, lines }: FulfilmentRow, { order, allocation }: PartOf): string[] {
  if (allocation?.version !== order.allocation_version) return [];
  return lines.flatMap(({ line_id: lineId, allocated }) => {
    const portions = allocation.lines.find((line) => line.id === lineId)?.portions ?? [];
    const { units, firm } = portions.find((each) => each.fulfilment === id) ?? { units: 0, firm: status === 'packed' };
    if (units !== allocated) return [`${allocated} of line ${lineId} are held, stock has ${units}`];
    return firm === (status === 'packed') ? [] : [`it is ${status}, its units of line ${lineId} are ${firm ? 'firm' : 'loose'}`];
  });
}

function ledgerFaults({ id, status, lines }: FulfilmentRow, { order, shipped }: PartOf): string[] {
  const skuOf = new Map(order.lines.map((line) => [line.id, line.sku]));
  const due = new Map<string, number>();
  for (const { line_id: lineId, quantity } of status === 'shipped' ? lines : []) {
    const sku = skuOf.get(lineId) ?? lineId;
    due.set(sku, (due.get(sku) ?? 0) + quantity);
  }
  const taken = new Map(shipped.filter((entry) => entry.of === id).map(({ sku, delta }) => [sku, -delta]));
  const differing = Array.from(
    new Set([...due.keys(), ...taken.keys()]),
    (sku) => [sku, due.get(sku) ?? 0, taken.get(sku) ?? 0] as const,
  );
  return differing.flatMap(([sku, wanted, out]) =>
    wanted === out ? [] : [`${wanted} of ${sku} are shipped, the ledger took ${out} out`],
  );
}

/** The differences between the ledger and what was shipped of an order. */
function shipmentFaults(allocation: AllocationRow | undefined, entries: readonly ShipmentEntry[]): string[] {
  const due = new Map<string, number>();
  for (const { sku, shipped } of allocation?.lines ?? []) if (shipped > 0) due.set(sku, (due.get(sku) ?? 0) + shipped);
  const taken = Map.groupBy(entries, ({ sku }) => sku);
  const faults = Array.from(taken, ([sku, ofSku]) => {
    const wanted = due.get(sku) ?? 0;
    const delta = ofSku.reduce((sum, each) => sum + each.delta, 0);
    due.delete(sku);
    if (-delta !== wanted) return [`${wanted} of ${sku} are shipped, the ledger took ${-delta} out`];
    const often = ofSku.filter(({ times }) => times > 1);
    return often.map(({ of, times }) => `${sku} was taken out of stock ${times} times for ${of}`);
  }).flat();
  for (const [sku, quantity] of due) faults.push(`${quantity} of ${sku} are shipped, the ledger took none out`);
  return faults;
}
