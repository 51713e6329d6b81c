import { type AnyStockCommand, anyStockCommand, type MoveCommand, type StockCommand } from '@fulfilment/contracts';
import { type Clock, isRetryable } from '@fulfilment/kernel';
import { decodeTyped, type Received } from '@fulfilment/messaging';
import type { MoveForScan } from './domain/commands/move-for-scan.ts';
import type { OrderCommand } from './domain/commands/commands.ts';
import type { Origin } from './domain/command.ts';
import type { ChangeStock } from './stock-lane.ts';
import { parseLocation } from '../locations/domain/location.ts';

export const decodeStockCommand = decodeTyped(anyStockCommand, ['allocate', 'confirm', 'ship', 'release', 'move']);

export interface StockCommandsOptions {
  readonly changeStock: ChangeStock;
  readonly now: Clock;
}

/**
 * Answers commands of orders and of scans. A batch is done when each of its commands is answered: they queue in their order,
 * and share transactions with whatever else changes stock.
 */
export function handleStockCommands({ changeStock, now }: StockCommandsOptions) {
  return async (batch: readonly Received<AnyStockCommand>[]): Promise<void> => {
    const answered = await Promise.allSettled(
      batch.map(({ message, record }) => {
        const { account_id: accountId, environment } = message;
        return changeStock({ accountId, environment }, toCommand(message, originOf(message, { now, record })));
      }),
    );
    const failures = answered.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
    // Retryable failures go first: the whole batch then runs again before a single command is dead-lettered.
    if (failures.length > 0) throw failures.find(isRetryable) ?? failures[0];
  };
}

function originOf(
  { actor, request_id: requestId }: AnyStockCommand,
  { now, record }: { readonly now: Clock; readonly record: Received<AnyStockCommand>['record'] },
): Origin {
  return { actor, requestId, traceparent: record.headers['traceparent'], at: now() };
}

function toCommand(message: AnyStockCommand, origin: Origin): OrderCommand | MoveForScan {
  return message.type === 'move' ? toMove(message, origin) : toOrderCommand(message, origin);
}

function toMove(message: MoveCommand, origin: Origin): MoveForScan {
  const { id: commandId, scan_id: scanId, movement, sku, quantity } = message;
  const location = message.location === null ? null : parseLocation(message.location);
  return { type: 'move-for-scan', origin, commandId, scanId, movement, sku, quantity, location };
}

function toOrderCommand(message: StockCommand, origin: Origin): OrderCommand {
  const { id: commandId, order_id: orderId, attempt } = message;
  const common = { origin, commandId, orderId, attempt };
  if (message.type !== 'allocate') return { ...common, type: message.type };
  const lines = message.lines.map(({ id, sku, quantity }) => ({ id, sku, quantity }));
  return { ...common, type: 'allocate', orderCreatedAt: new Date(message.order_created_at), lines };
}
