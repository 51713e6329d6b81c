import type { CommandSpec, Origin } from '../command.ts';
import {
  type ExpireReservation,
  expireReservation,
  type ReleaseReservation,
  releaseReservation,
  reserve,
  type ReserveUnits,
  type UpdateReservation,
  updateReservation,
} from './reservation-commands.ts';
import { adjustStock, type AdjustStockCommand } from './adjust-stock.ts';
import { countLocation, type CountLocationCommand } from './count-location.ts';
import {
  type ArchiveSkuCommand,
  archiveSku,
  type CreateSkuCommand,
  createSku,
  type UpdateSkuCommand,
  updateSku,
} from './sku-commands.ts';
import { amend, type AmendOrder } from './amend-order.ts';
import { allocate, type AllocateOrder } from './allocate-order.ts';
import { confirm, type ConfirmOrder, release, type ReleaseOrder } from './confirm-and-release.ts';
import { fill, type FillBackorders } from './fill-backorders.ts';
import { reassign, type ReassignUnits } from './reassign-units.ts';
import { assign, type AssignUnits, unassign, type UnassignUnits, unconfirm, type UnconfirmOrder } from './fulfilment-steps.ts';
import {
  type DisposeReturn,
  disposeReturn,
  type ExpectReturn,
  expectReturn,
  type OpenReturn,
  openReturn,
  type ReceiveReturn,
  receiveReturn,
  type UnexpectReturn,
  unexpectReturn,
} from './return-steps.ts';
import { setWarehouse, type SetWarehouseCommand } from './set-warehouse.ts';
import { ship, type ShipOrder } from './ship-order.ts';
import { type MoveForScan, moveForScan } from './move-for-scan.ts';
import { type TransferStockCommand, transferStock } from './transfer-stock.ts';

/** A change of one SKU, which may be part of a batch. */
export type SkuCommand = CreateSkuCommand | UpdateSkuCommand | ArchiveSkuCommand | AdjustStockCommand | CountLocationCommand;

export type OrderCommand =
  | AllocateOrder
  | AmendOrder
  | AssignUnits
  | ConfirmOrder
  | UnconfirmOrder
  | UnassignUnits
  | ShipOrder
  | ReleaseOrder
  | ReassignUnits
  | ReturnCommand;

/** A step of a return. */
export type ReturnCommand = OpenReturn | ExpectReturn | UnexpectReturn | ReceiveReturn | DisposeReturn;

/** A command that is decided by itself. */
export type SingleCommand =
  | SkuCommand
  | SetWarehouseCommand
  | TransferStockCommand
  | MoveForScan
  | OrderCommand
  | FillBackorders
  | ReserveUnits
  | UpdateReservation
  | ReleaseReservation
  | ExpireReservation;

/** Commands that are decided together, each on what the ones before it left. */
export interface CommandBatch {
  readonly type: 'batch';
  readonly origin: Origin;
  readonly commands: readonly SkuCommand[];
  /** `atomic`: all or none. */
  readonly mode: 'partial' | 'atomic';
  /** Decides, and changes nothing. */
  readonly dryRun: boolean;
  /** Commands that take a SKU for missing or for existing without having seen it. Where one is refused for that, nothing is kept. */
  readonly guesses?: ReadonlySet<SkuCommand>;
}

/** A request to change stock, by whatever way it came in. */
export type Command = SingleCommand | CommandBatch;

type CommandSpecs = { readonly [Type in SingleCommand['type']]: CommandSpec<Extract<SingleCommand, { type: Type }>> };

/** Every kind of command: one more is a specification beside these and a line here. */
export const COMMANDS = {
  'create-sku': createSku,
  'update-sku': updateSku,
  'archive-sku': archiveSku,
  'adjust-stock': adjustStock,
  'count-location': countLocation,
  'set-warehouse': setWarehouse,
  'transfer-stock': transferStock,
  'move-for-scan': moveForScan,
  allocate,
  amend,
  assign,
  confirm,
  unconfirm,
  unassign,
  ship,
  release,
  reassign,
  open_return: openReturn,
  expect_return: expectReturn,
  unexpect_return: unexpectReturn,
  receive_return: receiveReturn,
  dispose_return: disposeReturn,
  fill,
  reserve,
  'update-reservation': updateReservation,
  'release-reservation': releaseReservation,
  'expire-reservation': expireReservation,
} as const satisfies CommandSpecs;

/** The specification of a command's own type, which the table holds to be the one for it. */
export function specOf(command: SingleCommand): CommandSpec<SingleCommand> {
  return COMMANDS[command.type];
}

/** The commands that a command is made of. */
export function partsOf(command: Command): readonly SingleCommand[] {
  return command.type === 'batch' ? command.commands : [command];
}
