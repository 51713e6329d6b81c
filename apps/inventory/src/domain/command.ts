import type { OrderCommandType } from './allocation.ts';
import type { PlaceReference } from './place.ts';

/** Who caused a change, when, and under which ids it is traced. */
export interface Origin {
  readonly actor: string;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
  readonly at: Date;
}

export interface CreateSku {
  readonly type: 'create-sku';
  readonly origin: Origin;
  readonly sku: string;
  readonly name: string;
  readonly onHand: number;
  readonly reorderPoint: number;
  /** Null: the default warehouse itself. */
  readonly home: PlaceReference | null;
}

export interface UpdateSku {
  readonly type: 'update-sku';
  readonly origin: Origin;
  readonly sku: string;
  readonly name?: string | undefined;
  /** The total that was counted. */
  readonly onHand?: number | undefined;
  readonly reorderPoint?: number | undefined;
  readonly home?: PlaceReference | null | undefined;
  readonly restore: boolean;
  readonly reason?: string | undefined;
}

export interface ArchiveSku {
  readonly type: 'archive-sku';
  readonly origin: Origin;
  readonly sku: string;
}

export interface TransferLine {
  readonly sku: string;
  readonly quantity: number;
  /** Where the line stands in the request: empty for the one line of a request without `lines`. */
  readonly pointer: string;
}

export interface TransferStock {
  readonly type: 'transfer-stock';
  readonly origin: Origin;
  readonly transferId: string;
  readonly fromId: string;
  readonly to: PlaceReference;
  readonly lines: readonly TransferLine[];
  readonly note: string | null;
}

interface OrderCommandOf<Type extends OrderCommandType> {
  readonly type: Type;
  readonly origin: Origin;
  readonly commandId: string;
  readonly orderId: string;
  readonly attempt: number;
}

export interface AllocateOrder extends OrderCommandOf<'allocate'> {
  readonly orderCreatedAt: Date;
  readonly lines: readonly { readonly id: string; readonly sku: string; readonly quantity: number }[];
}
export type ConfirmOrder = OrderCommandOf<'confirm'>;
export type ShipOrder = OrderCommandOf<'ship'>;
export type ReleaseOrder = OrderCommandOf<'release'>;
export type OrderCommand = AllocateOrder | ConfirmOrder | ShipOrder | ReleaseOrder;

/** Goes on filling the backorders of a SKU that has units free. */
export interface FillBackorders {
  readonly type: 'fill';
  readonly origin: Origin;
  readonly sku: string;
}

/** Everything that changes stock, however it came in. */
export type StockChange = CreateSku | UpdateSku | ArchiveSku | TransferStock | OrderCommand | FillBackorders;

export function isOrderCommand(command: StockChange): command is OrderCommand {
  return 'orderId' in command;
}
