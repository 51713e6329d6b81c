import type { MoveCommand, MoveOutcome, StockCommand, StockCommandType, StockOutcome } from '@fulfilment/contracts';
import { sampleOrder, sampleScan } from './records.ts';

const tenant = { account_id: 'acc_01KAJ6N0A1B2C3D4E5F6G7H8JK', environment: 'sandbox' } as const;
const actor = 'key_01KAJ6P2C4G8TN5YD0WQ9KEY01';
const request_id = 'req_01KAJ6W4R9F2S7HXB3ZMREQ01A';
const at = '2026-11-21T09:05:12.388Z';

const step = (verb: StockCommandType, attempt: number) => ({
  id: `${verb}:${sampleOrder.id}:${attempt}`,
  ...tenant,
  order_id: sampleOrder.id,
  attempt,
  actor,
  request_id,
  at,
});

/** One command of each type, as orders sends them. */
export const SAMPLE_STOCK_COMMANDS: Readonly<Record<StockCommandType, StockCommand>> = {
  allocate: {
    ...step('allocate', 1),
    type: 'allocate',
    order_created_at: sampleOrder.created_at,
    lines: sampleOrder.lines.map(({ id, sku, quantity }) => ({ id, sku, quantity })),
  },
  confirm: { ...step('confirm', 2), type: 'confirm' },
  ship: { ...step('ship', 3), type: 'ship' },
  release: { ...step('release', 2), type: 'release' },
};

/** The allocation document after the sample's first command. */
export const sampleStockOutcome: StockOutcome = {
  type: 'allocation',
  ...tenant,
  order_id: sampleOrder.id,
  version: 1,
  state: 'open',
  lines: sampleOrder.lines.map(({ id, sku, name, quantity, allocated, shipped }) => ({
    id,
    sku,
    quantity,
    name,
    allocated,
    shipped,
  })),
  last_answer: { command_id: `allocate:${sampleOrder.id}:1`, type: 'allocate', accepted: true },
  actor,
  request_id,
  at,
};

const move = { ...tenant, scan_id: sampleScan.id };

/** The move that an applied scan requests. */
export const sampleMoveCommand: MoveCommand = {
  type: 'move',
  id: `move:${sampleScan.id}`,
  ...move,
  movement: 'receive',
  sku: 'MUG-01',
  quantity: 24,
  location: 'A3/S2',
  actor,
  request_id,
  at,
};

/** And what it is answered. */
export const sampleMoveOutcome: MoveOutcome = {
  type: 'move',
  ...move,
  command_id: sampleMoveCommand.id,
  accepted: true,
  request_id,
  at,
};
