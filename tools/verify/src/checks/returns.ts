import { z } from 'zod';
import { type AllocationRow, MOVEMENTS, type OrderRow } from '../compared-collections.ts';
import type { ReturnLineRow, ReturnRow, StockReturnLineRow } from '../return-rows.ts';
import type { Look } from '../look.ts';

// What came back of orders: a part of the check of orders.

/** The ledger's totals of units that came back or were scrapped, by tenant, return, reason and SKU. */
export type BookedReturns = ReadonlyMap<string, number>;

const entry = z.object({
  id: z.object({ tenant: z.string(), of: z.string(), sku: z.string(), reason: z.string() }),
  delta: z.int(),
});

export async function bookedReturnsOf(orders: readonly OrderRow[], { pipeline }: Look): Promise<BookedReturns> {
  const ids = orders.flatMap(({ returns }) => returns.map(({ id }) => id));
  if (ids.length === 0) return new Map();
  const stages = [
    { $match: { 'reference.id': { $in: ids }, 'reference.type': 'return' } },
    { $group: { _id: { tenant: '$tenant', of: '$reference.id', sku: '$sku', reason: '$reason' }, delta: { $sum: '$delta' } } },
    { $sort: { '_id.sku': 1 } },
  ];
  const booked = new Map<string, number>();
  for await (const { id, delta } of pipeline(MOVEMENTS, stages, entry))
    booked.set(bookedKey(id), (booked.get(bookedKey(id)) ?? 0) + delta);
  return booked;
}

const bookedKey = ({ tenant, of, sku, reason }: z.output<typeof entry>['id']): string => [tenant, of, reason, sku].join(' ');

interface Around {
  readonly order: OrderRow;
  readonly allocation: AllocationRow | undefined;
  readonly booked: BookedReturns;
}

/** The disagreements of the returns of an order with its lines, with stock and with the ledger. */
export function returnFaults(around: Around): string[] {
  const { order, allocation } = around;
  const known = new Set(order.returns.map(({ id }) => id));
  const unknown = (allocation?.returns ?? []).filter(({ id }) => !known.has(id));
  return [
    ...order.returns.flatMap((of) =>
      [...stockFaults(of, around), ...ledgerFaults(of, around)].map((fault) => `${of.id}: ${fault}`),
    ),
    ...unknown.map(({ id }) => `stock has the return ${id}, and the order has none such`),
    ...lineFaults(order),
  ];
}

/** Statuses of returns that stock may not have been told of. */
const UNTOLD: readonly string[] = ['requested', 'rejected', 'cancelled'];

function stockFaults({ id, status, lines }: ReturnRow, { allocation }: Around): string[] {
  const inStock = allocation?.returns.find((each) => each.id === id);
  if (!inStock) return UNTOLD.includes(status) ? [] : [`it is ${status}, and stock has none such`];
  return lines.flatMap((line) => {
    const other = inStock.lines.find((each) => each.id === line.line_id);
    if (!other) return [`stock has no line ${line.line_id} of it`];
    const [here, there] = [unitsOf(line), unitsInStock(other)].map((units) => JSON.stringify(units));
    return here === there ? [] : [`line ${line.line_id} has ${here}, in stock ${there}`];
  });
}

const unitsOf = ({ expected, missing, inspect, restock, quarantine, scrap }: ReturnLineRow) => {
  return { expected, missing, inspect, restock, quarantine, scrap };
};

function unitsInStock({ expected, missing = 0, scrap = 0, kept = [] }: StockReturnLineRow): ReturnType<typeof unitsOf> {
  const by = (disposition: string): number =>
    kept.reduce((sum, each) => (each.disposition === disposition ? sum + each.units : sum), 0);
  return { expected, missing, inspect: by('inspect'), restock: by('restock'), quarantine: by('quarantine'), scrap };
}

const receivedOf = ({ inspect, restock, quarantine, scrap }: ReturnLineRow): number => inspect + restock + quarantine + scrap;

function ledgerFaults({ id: of, lines }: ReturnRow, { order, booked }: Around): string[] {
  const skuOf = new Map(order.lines.map(({ id, sku }) => [id, sku]));
  const bySku = Map.groupBy(lines, (line) => skuOf.get(line.line_id) ?? line.line_id);
  return Array.from(bySku, ([sku, ofSku]) => {
    const total = (unitsIn: (line: ReturnLineRow) => number): number => ofSku.reduce((sum, line) => sum + unitsIn(line), 0);
    const inLedger = (reason: string): number => booked.get(bookedKey({ tenant: order.tenant, of, sku, reason })) ?? 0;
    const [came, scrapped] = [total(receivedOf), total(({ scrap }) => scrap)];
    const faults: string[] = [];
    if (inLedger('return') !== came) faults.push(`${came} of ${sku} came back, the ledger brought ${inLedger('return')} in`);
    if (-inLedger('scrap') !== scrapped)
      faults.push(`${scrapped} of ${sku} are scrap, the ledger took ${-inLedger('scrap')} out`);
    return faults;
  }).flat();
}

/** Lines of which another number came back than their returns say, or more than was shipped. */
function lineFaults({ lines, returns }: OrderRow): string[] {
  const ofReturns = returns.flatMap((each) => each.lines);
  return lines.flatMap(({ id, shipped, returned = 0 }) => {
    const ofLine = ofReturns.filter((line) => line.line_id === id);
    const [came, expected] = [
      ofLine.reduce((sum, line) => sum + receivedOf(line), 0),
      ofLine.reduce((sum, line) => sum + line.expected, 0),
    ];
    const faults: string[] = [];
    if (returned !== came) faults.push(`line ${id}: ${returned} came back, with its returns ${came}`);
    if (came + expected > shipped)
      faults.push(`line ${id}: ${came} came back and ${expected} are expected of ${shipped} shipped`);
    return faults;
  });
}

/** True of what stands for the unknown order of a return. */
export const isUnlinked = ({ allocation }: Pick<OrderRow, 'allocation'>): boolean => allocation === 'none';

/** The contradictions of what stands for the unknown order of a return: of that nothing was shipped here. */
export function unlinkedFaults(
  { status, lines, returns }: OrderRow,
  shipments: readonly { readonly sku: string; readonly delta: number }[],
): string[] {
  const taken = shipments.map(
    ({ sku, delta }) => `it stands for no known order, and the ledger took ${-delta} of ${sku} out for it`,
  );
  if (status !== 'shipped') return taken;
  const partly = lines.filter(({ quantity, shipped }) => shipped !== quantity);
  return [
    ...taken,
    ...(returns.length === 1 ? [] : [`it stands for the order of one return, and has ${returns.length}`]),
    ...partly.map(({ id, quantity, shipped }) => `line ${id} of its return has ${quantity}, and ${shipped} of them may come`),
  ];
}
