import {
  type AdjustStock,
  isOrderCommand,
  type MoveForScan,
  type Origin,
  type SingleCommand,
} from '../../stock/domain/commands/command.ts';

/** Why quantities changed, for the ledger and for events. */
export interface Cause {
  readonly reason: string;
  readonly reference: { readonly type: 'order' | 'transfer' | 'scan'; readonly id: string } | null;
  readonly note: string | null;
  readonly origin: Origin;
}

export function causeOf(command: SingleCommand): Cause {
  return { reason: reasonOf(command), reference: referenceOf(command), note: noteOf(command), origin: command.origin };
}

const REASONS = {
  'create-sku': 'opening',
  'update-sku': 'count',
  'archive-sku': 'archive',
  'transfer-stock': 'transfer',
  allocate: 'allocation',
  confirm: 'allocation',
  ship: 'shipment',
  release: 'release',
  fill: 'allocation',
} as const satisfies Record<Exclude<SingleCommand, AdjustStock | MoveForScan>['type'], string>;

function reasonOf(command: SingleCommand): string {
  if (command.type === 'adjust-stock') return command.reason;
  if (command.type === 'move-for-scan') return command.movement === 'receive' ? 'receipt' : 'count';
  if (command.type === 'update-sku') return command.reason ?? (command.onHand === undefined ? 'reorder_point' : 'count');
  return REASONS[command.type];
}

function referenceOf(command: SingleCommand): Cause['reference'] {
  if (isOrderCommand(command)) return { type: 'order', id: command.orderId };
  if (command.type === 'move-for-scan') return { type: 'scan', id: command.scanId };
  return command.type === 'transfer-stock' ? { type: 'transfer', id: command.transferId } : null;
}

function noteOf(command: SingleCommand): string | null {
  return 'note' in command ? (command.note ?? null) : null;
}
