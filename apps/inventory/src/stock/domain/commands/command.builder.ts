import type { DisposeReturn, ExpectReturn, OpenReturn, ReceiveReturn, UnexpectReturn } from './return-steps.ts';
import { parseLocation } from '../../../model/location.ts';
import type { Split } from '../../../model/sourcing.ts';
import type { Origin } from '../command.ts';
import type { FillBackorders } from './fill-backorders.ts';
import type { MoveForScan } from './move-for-scan.ts';
import type { AmendOrder, OrderRank } from './amend-order.ts';
import type { AssignUnits, PackFulfilment, UnassignUnits, UnconfirmOrder } from './fulfilment-steps.ts';
import type { LineUnits } from './order-step.ts';
import type { AllocateOrder } from './allocate-order.ts';
import type { ConfirmOrder, ReleaseOrder } from './confirm-and-release.ts';
import type { ReassignUnits } from './reassign-units.ts';
import type { SetWarehouseCommand } from './set-warehouse.ts';
import type { ShipOrder } from './ship-order.ts';
import type { AdjustStockCommand } from './adjust-stock.ts';
import type { CreateSkuCommand, UpdateSkuCommand } from './sku-commands.ts';
import type { TransferStockCommand } from './transfer-stock.ts';

/** Minutes after nine. */
export const minute = (minutes: number): Date => new Date(Date.UTC(2026, 10, 21, 9, minutes));

export const origin: Origin = { actor: 'key_1', requestId: 'req_1', at: minute(0) };

export const create = (sku: string, onHand: number, changes: Partial<CreateSkuCommand> = {}): CreateSkuCommand => ({
  type: 'create-sku',
  origin,
  sku,
  name: `Name of ${sku}`,
  onHand,
  reorderPoint: 0,
  home: null,
  ...changes,
});

export const update = (sku: string, changes: Partial<UpdateSkuCommand>): UpdateSkuCommand => ({
  type: 'update-sku',
  origin,
  sku,
  restore: false,
  ...changes,
});

/** Settings of a SKU for a warehouse, by its code. */
export const setWarehouse = (
  sku: string,
  code: string,
  settings: Pick<SetWarehouseCommand, 'safetyStock' | 'reorderPoint'>,
): SetWarehouseCommand => ({ type: 'set-warehouse', origin, sku, warehouse: parseLocation(code), ...settings });

export const rename = (sku: string, name: string): UpdateSkuCommand => update(sku, { name });

export const count = (sku: string, onHand: number): UpdateSkuCommand => update(sku, { onHand });

export const adjust = (sku: string, delta: number, changes: Partial<AdjustStockCommand> = {}): AdjustStockCommand => ({
  type: 'adjust-stock',
  origin,
  sku,
  delta,
  reason: 'adjustment',
  note: null,
  ...changes,
});

export const transfer = (fromId: string, to: string, lines: Readonly<Record<string, number>>): TransferStockCommand => ({
  type: 'transfer-stock',
  origin,
  transferId: 'trf_1',
  fromId,
  to: parseLocation(to),
  lines: Object.entries(lines).map(([sku, quantity], place) => ({ sku, quantity, pointer: `/lines/${place}` })),
  note: null,
});

/** A scan that is to be applied; its id goes by its number. */
export const scanned = (
  scan: number,
  movement: MoveForScan['movement'],
  {
    sku,
    barcode,
    quantity,
    at,
    made = 0,
  }: {
    readonly sku?: string;
    readonly barcode?: string;
    readonly quantity: number;
    readonly at?: string;
    readonly made?: number;
  },
): MoveForScan => ({
  type: 'move-for-scan',
  origin,
  madeAt: minute(made),
  commandId: `move:${scanId(scan)}`,
  scanId: scanId(scan),
  movement,
  sku,
  barcode,
  quantity,
  location: at === undefined ? null : parseLocation(at),
});

export const scanId = (scan: number): string => `scn_${String(scan).padStart(26, '0')}`;

/** An order takes its place in the queue by its number. */
export const allocate = (order: number, lines: readonly (readonly [sku: string, quantity: number])[]): AllocateOrder => ({
  type: 'allocate',
  ...stepOf('allocate', order, 1),
  orderCreatedAt: minute(order),
  lines: lines.map(([sku, quantity], place) => ({ id: `lin_${order}_${place}`, sku, quantity })),
  allowBackorder: true,
});

/** An order that says which warehouses it may be shipped from, all of them by default. */
export const allocateFrom = (
  order: number,
  lines: readonly (readonly [sku: string, quantity: number])[],
  {
    from,
    split,
    ...changes
  }: Partial<AllocateOrder> & { readonly from?: readonly string[]; readonly split?: Split | undefined } = {},
): AllocateOrder => ({
  ...allocate(order, lines),
  sourcing: { ...(from && { shipFrom: from.map(parseLocation) }), ...(split && { split }) },
  ...changes,
});

/** Holds units of lines, by their places, in another warehouse. */
export const reassign = (
  order: number,
  lines: readonly (readonly [place: number, quantity: number, to: string, from?: string])[],
  attempt: number,
): ReassignUnits => ({
  type: 'reassign',
  ...stepOf('reassign', order, attempt),
  lines: lines.map(([place, quantity, to, from]) => ({
    id: lineId(order, place),
    quantity,
    to: parseLocation(to),
    ...(from !== undefined && { from: parseLocation(from) }),
  })),
});

export const confirm = (order: number, attempt = 2): ConfirmOrder => ({ type: 'confirm', ...stepOf('confirm', order, attempt) });
export const ship = (order: number, attempt = 3): ShipOrder => ({ type: 'ship', ...stepOf('ship', order, attempt) });
export const release = (order: number, attempt = 9): ReleaseOrder => ({ type: 'release', ...stepOf('release', order, attempt) });

/** Edits lines of an order: those that it is to have, by their place among them, at a minute. */
export const amend = (
  order: number,
  lines: readonly (readonly [sku: string, quantity: number, place: number])[],
  { attempt = 2, at = 50, ...changes }: Partial<AmendOrder> & { readonly at?: number } = {},
): AmendOrder => ({
  type: 'amend',
  ...stepOf('amend', order, attempt),
  askedAt: minute(at),
  lines: lines.map(([sku, quantity, place]) => ({ id: lineId(order, place), sku, quantity })),
  allowBackorder: true,
  ...changes,
});

/** Changes the rank of an order. */
export const rerank = (order: number, rank: OrderRank, attempt = 2): AmendOrder => ({
  ...amend(order, [], { attempt }),
  lines: undefined,
  rank,
});

/** Has an order give back what is not packed, or want it again. */
export const suspend = (order: number, suspended: boolean, attempt = 2): AmendOrder => ({
  ...amend(order, [], { attempt }),
  lines: undefined,
  suspended,
});

/** Units of lines of an order, each by its place among them. */
export type UnitsByLine = Readonly<Record<number, number>>;

export const lineUnits = (order: number, units: UnitsByLine): LineUnits[] =>
  Object.entries(units).map(([place, quantity]) => ({ id: lineId(order, place), quantity }));

const lineId = (order: number, place: number | string): string => `lin_${order}_${place}`;

/** A fulfilment of an order goes by its letter. */
export const fulfilmentId = (order: number, letter: string): string => `ful_${order}_${letter}`;

export const assign = (order: number, letter: string, units: UnitsByLine, attempt = 2): AssignUnits => ({
  type: 'assign',
  ...stepOf('assign', order, attempt),
  fulfilment: fulfilmentId(order, letter),
  lines: lineUnits(order, units),
});

export const pack = (
  order: number,
  letter: string,
  attempt: number,
  { units, short }: { readonly units?: UnitsByLine; readonly short?: 'backorder' | 'cancel' | 'reallocate' } = {},
): PackFulfilment => ({
  type: 'confirm',
  ...stepOf('confirm', order, attempt),
  fulfilment: fulfilmentId(order, letter),
  ...(units && { lines: lineUnits(order, units) }),
  ...(short === 'reallocate' ? { short: 'backorder', reallocate: true } : short && { short }),
});

export const unconfirm = (order: number, letter: string | undefined, attempt: number): UnconfirmOrder => ({
  type: 'unconfirm',
  ...stepOf('unconfirm', order, attempt),
  ...(letter === undefined ? {} : { fulfilment: fulfilmentId(order, letter) }),
});

export const unassign = (order: number, letter: string, attempt: number): UnassignUnits => ({
  type: 'unassign',
  ...stepOf('unassign', order, attempt),
  fulfilment: fulfilmentId(order, letter),
});

export const shipFulfilment = (
  order: number,
  letter: string,
  attempt: number,
  from?: readonly (readonly [place: number, location: string, quantity: number])[],
): ShipOrder => ({
  ...ship(order, attempt),
  fulfilment: fulfilmentId(order, letter),
  ...(from && { from: from.map(([place, path, quantity]) => picked(order, place, path, quantity)) }),
});

/** Units that are picked of a line by its place. */
export const picked = (order: number, place: number, path: string, quantity: number) => ({
  lineId: lineId(order, place),
  location: parseLocation(path),
  quantity,
});

/** Drops units of lines from an order. */
export const drop = (order: number, units: UnitsByLine, attempt: number): ReleaseOrder => ({
  ...release(order, attempt),
  lines: lineUnits(order, units),
});

/** A return of the first order goes by its letter. */
export const returnId = (letter: string): string => `ret_${letter}`;

/** Units of the only line of the first order. */
export const expectReturn = (
  letter: string,
  quantity: number,
  attempt: number,
  changes: Partial<ExpectReturn> = {},
): ExpectReturn => ({
  type: 'expect_return',
  ...stepOf('expect_return', 1, attempt),
  returnId: returnId(letter),
  lines: lineUnits(1, { 0: quantity }),
  ...changes,
});

/** A return of units of no known order, which the first one stands for. */
export const openReturn = (
  letter: string,
  lines: readonly (readonly [sku: string, quantity: number])[],
  { approved = true }: { readonly approved?: boolean } = {},
): OpenReturn => ({
  type: 'open_return',
  ...stepOf('open_return', 1, 1),
  returnId: returnId(letter),
  lines: lines.map(([sku, quantity], place) => ({ id: lineId(1, place), sku, quantity })),
  approved,
});

export const unexpectReturn = (letter: string, attempt: number): UnexpectReturn => ({
  type: 'unexpect_return',
  ...stepOf('unexpect_return', 1, attempt),
  returnId: returnId(letter),
});

export const receiveReturn = (
  letter: string,
  units: readonly (readonly [quantity: number, disposition: ReceiveReturn['lines'][number]['disposition'], at?: string])[],
  attempt: number,
): ReceiveReturn => ({
  type: 'receive_return',
  ...stepOf('receive_return', 1, attempt),
  returnId: returnId(letter),
  lines: units.map(([quantity, disposition, at]) => ({
    id: lineId(1, 0),
    quantity,
    disposition,
    ...(at !== undefined && { location: parseLocation(at) }),
  })),
});

type Disposed = DisposeReturn['lines'][number];

export const disposeReturn = (
  letter: string,
  units: readonly (readonly [quantity: number, from: Disposed['from'], disposition: Disposed['disposition']])[],
  attempt: number,
): DisposeReturn => ({
  type: 'dispose_return',
  ...stepOf('dispose_return', 1, attempt),
  returnId: returnId(letter),
  lines: units.map(([quantity, from, disposition]) => ({ id: lineId(1, 0), quantity, from, disposition })),
});

export const fill = (sku: string): FillBackorders => ({ type: 'fill', origin, sku });

export const orderId = (order: number): string => `ord_${String(order).padStart(4, '0')}`;

const stepOf = (verb: string, order: number, attempt: number) => ({
  origin,
  orderId: orderId(order),
  commandId: `${verb}:${orderId(order)}:${attempt}`,
  attempt,
});
