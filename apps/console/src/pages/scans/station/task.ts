import { call } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { ApiProblem } from '../../../api/problem.ts';
import type { Environment, FulfilmentRecord, OrderRecord, SkuRecord } from '../../../api/types.ts';
import { alongTheWay, type Locations, type PickPlace, placesOf } from '../../../api/pick-places.ts';
import type { StationMode } from '../../../parts/scanning/mode-bar.tsx';
import { heldIn, type OpenUnits, openUnitsOf, warehousesOf } from '../../../api/open-units.ts';
import { stationWords as words } from './station-strings.ts';

/** Units of one SKU that are picked or packed. */
export interface TaskLine {
  readonly id: string;
  readonly sku: string;
  readonly name: string | null;
  readonly units: number;
  readonly barcodes: readonly string[];
  /** Where units of it lie, in the order of the way through the warehouse. */
  readonly places: readonly PickPlace[];
}

/** An order, or a fulfilment of one, as it is picked, packed or shipped. */
export interface Task {
  /** The code by which it is opened again: the id of the order or fulfilment, of the units in one of several warehouses both ids. */
  readonly id: string;
  readonly orderId: string;
  readonly name: string;
  /** `rest` is what of an order is in no fulfilment, where it has some. */
  readonly kind: 'order' | 'rest' | 'fulfilment';
  /** The warehouse that its units are held in, so that others may have what is short; undefined where they are held in none. */
  readonly warehouse: { readonly id: string; readonly code: string } | undefined;
  readonly version: number;
  readonly lines: readonly TaskLine[];
  readonly carrier: string;
}

/** A part of an order to choose among several: a fulfilment, or the units that are held in one warehouse. */
export interface TaskChoice {
  readonly id: string;
  readonly text: string;
}

/** The line of a task whose SKU has a code: a barcode of it, or the code of the SKU itself. */
export function lineOf({ lines }: Pick<Task, 'lines'>, code: string): TaskLine | undefined {
  return lines.find(({ barcodes }) => barcodes.includes(code)) ?? lines.find(({ sku }) => sku === code);
}

/** The line that units count for: the first of their SKU that lacks as many; `enough` where none does, `none` where none has the SKU. */
export function lineFor(
  { lines }: Pick<Task, 'lines'>,
  scanned: Readonly<Record<string, number>>,
  { sku, quantity }: { readonly sku: string; readonly quantity: number },
): TaskLine | 'enough' | 'none' {
  const ofSku = lines.filter((line) => line.sku === sku);
  if (ofSku.length === 0) return 'none';
  return ofSku.find(({ id, units }) => units - (scanned[id] ?? 0) >= quantity) ?? 'enough';
}

/** Units of a task that are still to be scanned. */
export function leftOf({ lines }: Pick<Task, 'lines'>, scanned: Readonly<Record<string, number>>): number {
  return lines.reduce((sum, { id, units }) => sum + Math.max(0, units - (scanned[id] ?? 0)), 0);
}

/** The mode and environment in which a task is looked for, and the locations there. */
interface Site {
  readonly mode: StationMode;
  readonly environment: Environment;
  readonly locations: () => Promise<Locations>;
}

/** The state of what each mode takes up. */
const STATE: Readonly<Partial<Record<StationMode, 'packed'>>> = { ship: 'packed' };

/** An order and one of the warehouses that hold its units. */
const IN_WAREHOUSE = /^(ord_\w+) (loc_\w+)$/;

/**
 * Finds what a code stands for: an order by its id or number, the units of one that a warehouse holds by both ids, or a fulfilment by its
 * id; in words why there is nothing to do.
 */
export async function findTask(code: string, site: Site): Promise<Task | readonly TaskChoice[] | string> {
  const query = { environment: site.environment } as const;
  if (code.startsWith('ful_')) {
    const [part] = await orNone(() => call(operations.getFulfilment, { params: { id: code }, query }));
    return part ? await ofPart(part, site) : words.noOrder(code);
  }
  const [, id = code, warehouse] = IN_WAREHOUSE.exec(code) ?? [];
  const [order] = id.startsWith('ord_')
    ? await orNone(() => call(operations.getOrder, { params: { id }, query }))
    : (await call(operations.listOrders, { query: { ...query, external_id: id, limit: 1 } })).data;
  if (order === undefined) return words.noOrder(id);
  if (order.fulfilments.length === 0) return await ofWhole(order, site, warehouse);
  const parts = (await call(operations.listOrderFulfilments, { params: { id: order.id }, query })).data;
  return await ofParts(order, parts, { ...site, warehouse });
}

type WithWarehouse = Site & { readonly warehouse: string | undefined };

/** The one fulfilment of an order that is to be done, a choice among several, or what is in none. */
async function ofParts(
  order: OrderRecord,
  parts: readonly FulfilmentRecord[],
  site: WithWarehouse,
): Promise<Task | readonly TaskChoice[] | string> {
  const [first, ...others] = parts.filter(({ status }) => status === (STATE[site.mode] ?? 'open'));
  const isShipped = site.mode === 'ship';
  if (first === undefined && isShipped) return words.nothingOf(nameOf(order), site.mode);
  if (first === undefined || (site.warehouse !== undefined && !isShipped)) return await ofUnits(order, parts, site);
  if (others.length === 0) return await ofPart(first, site);
  return [first, ...others].map(({ id, lines, warehouse }) => ({ id, text: textOf(lines, warehouse) }));
}

function textOf(lines: ReadonlyArray<{ readonly quantity: number; readonly sku: string }>, warehouse: string | null): string {
  const units = lines.map(({ quantity, sku }) => `${quantity} × ${sku}`).join(', ');
  return warehouse === null ? units : `${warehouse}: ${units}`;
}

/** An order without fulfilments. */
async function ofWhole(
  order: OrderRecord,
  site: Site,
  warehouse: string | undefined,
): Promise<Task | readonly TaskChoice[] | string> {
  const name = nameOf(order);
  if (order.status !== (STATE[site.mode] ?? 'created')) return words.nothingOf(name, site.mode);
  if (site.mode !== 'ship' && order.allocation !== 'allocated') return words.lacks(name);
  if (site.mode !== 'ship') return await ofUnits(order, [], { ...site, warehouse });
  const { id, version, carrier } = order;
  const lines = await withPlaces(
    order.lines.map((line) => ({ id: line.id, sku: line.sku, name: line.name, units: line.allocated })),
    site,
  );
  return { id, orderId: id, name, kind: 'order', warehouse: undefined, version, carrier: carrier ?? '', lines };
}

/** The units of an order that are held for it and in no fulfilment, of one warehouse where several hold some. */
async function ofUnits(
  order: OrderRecord,
  parts: readonly FulfilmentRecord[],
  site: WithWarehouse,
): Promise<Task | readonly TaskChoice[] | string> {
  const open = openUnitsOf(order, parts);
  const holding = warehousesOf(open);
  const idOf = (warehouse: string): string => (holding.length > 1 ? `${order.id} ${warehouse}` : order.id);
  if (holding.length > 1 && site.warehouse === undefined)
    return holding.map(({ warehouse_id: of, warehouse }) => ({ id: idOf(of), text: textOf(linesIn(open, of), warehouse) }));
  const place = holding.find(({ warehouse_id: of }) => site.warehouse === undefined || of === site.warehouse);
  const units = linesIn(open, place?.warehouse_id ?? site.warehouse);
  if (units.length === 0) return words.nothingOf(nameOf(order), site.mode);
  return {
    id: place ? idOf(place.warehouse_id) : order.id,
    orderId: order.id,
    name: nameOf(order),
    kind: parts.length > 0 || holding.length > 1 ? 'rest' : 'order',
    warehouse: place && { id: place.warehouse_id, code: place.warehouse },
    version: order.version,
    carrier: '',
    lines: await withPlaces(
      units.map(({ quantity, ...line }) => ({ ...line, units: quantity })),
      site,
      place?.warehouse_id,
    ),
  };
}

/** Units that are in no fulfilment and held in a warehouse, or anywhere where none is named. */
function linesIn(open: readonly OpenUnits[], warehouse: string | undefined) {
  return open.flatMap((units) => {
    const { id, sku, name } = units.line;
    const quantity = heldIn(units, warehouse);
    return quantity > 0 ? [{ id, sku, name, quantity }] : [];
  });
}

function nameOf({ id, external_id: name }: OrderRecord): string {
  return name ?? id;
}

async function ofPart(part: FulfilmentRecord, site: Site): Promise<Task | string> {
  const { mode, environment } = site;
  const order = await call(operations.getOrder, { params: { id: part.order_id }, query: { environment } });
  const name = nameOf(order);
  if (part.status !== (STATE[mode] ?? 'open')) return words.nothingOf(name, mode);
  const units = part.lines.map(({ line_id: id, sku, name: title, quantity }) => ({ id, sku, name: title, units: quantity }));
  return {
    id: part.id,
    orderId: order.id,
    name,
    kind: 'fulfilment',
    warehouse: part.warehouse_id === null ? undefined : { id: part.warehouse_id, code: part.warehouse ?? '' },
    version: part.version,
    carrier: part.carrier ?? '',
    lines: await withPlaces(units, site, part.warehouse_id ?? undefined),
  };
}

async function withPlaces(
  units: readonly Pick<TaskLine, 'id' | 'sku' | 'name' | 'units'>[],
  { environment, locations }: Site,
  warehouseId?: string,
): Promise<readonly TaskLine[]> {
  const codes = [...new Set(units.map(({ sku }) => sku))];
  const read = (sku: string): Promise<SkuRecord> => call(operations.getSku, { params: { sku }, query: { environment } });
  const [known, ...skus] = await Promise.all([locations(), ...codes.map(read)]);
  const lines = units.map((line) => {
    const sku = skus.find((each) => each.sku === line.sku);
    return { ...line, barcodes: sku?.barcodes ?? [], places: placesOf(sku?.stock ?? [], known, warehouseId) };
  });
  return lines.toSorted((one, other) => alongTheWay(known, one.places, other.places));
}

async function orNone<Found>(read: () => Promise<Found>): Promise<readonly Found[]> {
  try {
    return [await read()];
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return [];
    throw error;
  }
}
