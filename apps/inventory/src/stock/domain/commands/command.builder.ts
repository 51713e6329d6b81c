import { parseLocation } from '../../../model/location.ts';
import type { Origin } from '../command.ts';
import type { FillBackorders } from './fill-backorders.ts';
import type { MoveForScan } from './move-for-scan.ts';
import type { AllocateOrder, ConfirmOrder, ReleaseOrder, ShipOrder } from './order-steps.ts';
import type { AdjustStockCommand, CreateSkuCommand, UpdateSkuCommand } from './sku-commands.ts';
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

export const confirm = (order: number, attempt = 2): ConfirmOrder => ({ type: 'confirm', ...stepOf('confirm', order, attempt) });
export const ship = (order: number, attempt = 3): ShipOrder => ({ type: 'ship', ...stepOf('ship', order, attempt) });
export const release = (order: number, attempt = 9): ReleaseOrder => ({ type: 'release', ...stepOf('release', order, attempt) });

export const fill = (sku: string): FillBackorders => ({ type: 'fill', origin, sku });

export const orderId = (order: number): string => `ord_${String(order).padStart(4, '0')}`;

const stepOf = (verb: string, order: number, attempt: number) => ({
  origin,
  orderId: orderId(order),
  commandId: `${verb}:${orderId(order)}:${attempt}`,
  attempt,
});
