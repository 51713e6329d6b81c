import type { IdempotencyClaim, VersionCondition } from '@fulfilment/kernel';
import type { OrderCommandType } from '../../../orders-stock/domain/allocation.ts';
import type { LocationReference } from '../../../locations/domain/location.ts';

/** Who caused a change, when, and under which ids it is traced. */
export interface Origin {
  readonly actor: string;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
  readonly at: Date;
  /** Under which a repeat gets the first answer, and the ledger keeps what it moved. */
  readonly claim?: IdempotencyClaim | undefined;
}

export interface CreateSku {
  readonly type: 'create-sku';
  readonly origin: Origin;
  readonly sku: string;
  readonly name: string;
  readonly onHand: number;
  readonly reorderPoint: number;
  /** Null: the default warehouse itself. */
  readonly home: LocationReference | null;
}

export interface UpdateSku {
  readonly type: 'update-sku';
  readonly origin: Origin;
  readonly sku: string;
  readonly name?: string | undefined;
  /** The total that was counted. */
  readonly onHand?: number | undefined;
  /** The total that the counter believed there to be. */
  readonly expectedOnHand?: number | undefined;
  readonly reorderPoint?: number | undefined;
  readonly home?: LocationReference | null | undefined;
  readonly restore: boolean;
  readonly reason?: string | undefined;
  readonly note?: string | undefined;
  readonly ifMatch?: VersionCondition | undefined;
}

export interface ArchiveSku {
  readonly type: 'archive-sku';
  readonly origin: Origin;
  readonly sku: string;
  readonly ifMatch?: VersionCondition | undefined;
}

export interface AdjustStock {
  readonly type: 'adjust-stock';
  readonly origin: Origin;
  readonly sku: string;
  /** Units that came or, below zero, went; never 0. */
  readonly delta: number;
  readonly reason: string;
  /** None: what comes lies at the home location, what goes is taken from there first and then from the fullest others. */
  readonly location?: LocationReference | undefined;
  readonly note: string | null;
  readonly ifMatch?: VersionCondition | undefined;
}

/** A change of one SKU. */
export type SkuCommand = CreateSku | UpdateSku | ArchiveSku | AdjustStock;

/** Changes that are decided together, each on what the ones before it left. */
export interface ChangeBatch {
  readonly type: 'together';
  readonly origin: Origin;
  readonly changes: readonly SkuCommand[];
  /** `atomic`: all or none. */
  readonly mode: 'partial' | 'atomic';
  /** Decides, and changes nothing. */
  readonly dryRun: boolean;
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
  readonly to: LocationReference;
  readonly lines: readonly TransferLine[];
  readonly note: string | null;
}

/** What a scan asks for. */
export interface MoveForScan {
  readonly type: 'move-for-scan';
  readonly origin: Origin;
  readonly commandId: string;
  readonly scanId: string;
  readonly movement: 'receive' | 'count';
  readonly sku: string;
  readonly quantity: number;
  /** Null: for units that came in the home location, for a count all places together. */
  readonly location: LocationReference | null;
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

/** A change that is decided by itself. */
export type SingleCommand = SkuCommand | TransferStock | MoveForScan | OrderCommand | FillBackorders;

/** Everything that changes stock, however it came in. */
export type Command = SingleCommand | ChangeBatch;

export function isOrderCommand(command: SingleCommand): command is OrderCommand {
  return 'orderId' in command;
}

/** The changes that a command is made of. */
export function partsOf(command: Command): readonly SingleCommand[] {
  return command.type === 'together' ? command.changes : [command];
}
