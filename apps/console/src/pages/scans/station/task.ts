import { call } from '../../../api/call.ts';
import { operations } from '../../../api/operations.ts';
import { ApiProblem } from '../../../api/problem.ts';
import type { Environment, FulfilmentRecord, OrderRecord, SkuRecord } from '../../../api/types.ts';
import { alongTheWay, type Locations, type PickPlace, placesOf } from '../../../api/pick-places.ts';
import type { StationMode } from '../../../parts/scanning/mode-bar.tsx';
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
  readonly id: string;
  readonly orderId: string;
  readonly name: string;
  /** `rest` is what of an order is in no fulfilment, where it has some. */
  readonly kind: 'order' | 'rest' | 'fulfilment';
  /** True where its units lie in one warehouse, so that others may have what is short. */
  readonly isOfWarehouse: boolean;
  readonly version: number;
  readonly lines: readonly TaskLine[];
  readonly carrier: string;
}

/** A fulfilment to choose among several of an order. */
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

/** Finds what a code stands for: an order by its id or number, or a fulfilment by its id; in words why there is nothing to do. */
export async function findTask(code: string, site: Site): Promise<Task | readonly TaskChoice[] | string> {
  const query = { environment: site.environment } as const;
  if (code.startsWith('ful_')) {
    const [part] = await orNone(() => call(operations.getFulfilment, { params: { id: code }, query }));
    return part ? await ofPart(part, site) : words.noOrder(code);
  }
  const [order] = code.startsWith('ord_')
    ? await orNone(() => call(operations.getOrder, { params: { id: code }, query }))
    : (await call(operations.listOrders, { query: { ...query, external_id: code, limit: 1 } })).data;
  if (order === undefined) return words.noOrder(code);
  return order.fulfilments.length > 0 ? await ofParts(order, site) : await ofWhole(order, site);
}

/** The one fulfilment of an order that is to be done, or a choice among several. */
async function ofParts(order: OrderRecord, site: Site): Promise<Task | readonly TaskChoice[] | string> {
  const read = { params: { id: order.id }, query: { environment: site.environment } };
  const parts = (await call(operations.listOrderFulfilments, read)).data;
  const [first, ...others] = parts.filter(({ status }) => status === (STATE[site.mode] ?? 'open'));
  if (first === undefined) return await ofRest(order, parts, site);
  if (others.length === 0) return await ofPart(first, site);
  return [first, ...others].map(({ id, lines }) => ({
    id,
    text: lines.map(({ quantity, sku }) => `${quantity} × ${sku}`).join(', '),
  }));
}

/** The units of an order that are held for it and in no fulfilment. */
async function ofRest(order: OrderRecord, parts: readonly FulfilmentRecord[], site: Site): Promise<Task | string> {
  const name = nameOf(order);
  const planned = parts.filter(({ status }) => status === 'open' || status === 'packed').flatMap(({ lines }) => lines);
  const rest = order.lines.flatMap(({ id, sku, name: title, allocated }) => {
    const inParts = planned.filter(({ line_id }) => line_id === id).reduce((sum, line) => sum + line.allocated, 0);
    return allocated > inParts ? [{ id, sku, name: title, units: allocated - inParts }] : [];
  });
  if (site.mode === 'ship' || rest.length === 0) return words.nothingOf(name, site.mode);
  const { id, version } = order;
  const lines = await withPlaces(rest, site);
  return { id, orderId: id, name, kind: 'rest', isOfWarehouse: false, version, carrier: '', lines };
}

/** An order without fulfilments. */
async function ofWhole(order: OrderRecord, site: Site): Promise<Task | string> {
  const { id, version, carrier } = order;
  const name = nameOf(order);
  if (order.status !== (STATE[site.mode] ?? 'created')) return words.nothingOf(name, site.mode);
  if (site.mode !== 'ship' && order.allocation !== 'allocated') return words.lacks(name);
  const units = order.lines.map((line) => ({ id: line.id, sku: line.sku, name: line.name, units: line.allocated }));
  const lines = await withPlaces(units, site);
  return { id, orderId: id, name, kind: 'order', isOfWarehouse: false, version, carrier: carrier ?? '', lines };
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
    isOfWarehouse: part.warehouse_id !== null,
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
