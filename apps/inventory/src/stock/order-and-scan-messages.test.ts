import type { StockCommand } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import type { RunCommand } from './run-command.ts';
import type { Command } from './domain/commands/commands.ts';
import type { Allocation } from '../model/allocation.ts';
import { MAX_SOURCES } from '../model/choose-sources.ts';
import { NO_RULES } from '../model/sourcing.ts';
import { allocationMessage, handleStockCommands } from './order-and-scan-messages.ts';

const now = () => new Date('2026-11-21T09:00:00.000Z');

const received = (order: string) => {
  const message: StockCommand = {
    type: 'ship',
    id: `ship:${order}:3`,
    account_id: 'acc_1',
    environment: 'production',
    order_id: order,
    attempt: 3,
    actor: 'key_1',
    request_id: 'req_1',
    at: '2026-11-21T08:59:59.000Z',
  };
  const headers = { traceparent: '00-trace' };
  return { message, record: { topic: 'stock.commands', key: 'k', value: '', headers, partition: 0, offset: '0' } };
};

const context = { topic: 'stock.commands', partition: 0, signal: new AbortController().signal };

const failing = (failures: Readonly<Record<string, Error>>): RunCommand => {
  return async (_tenant, command) => {
    const failure = 'orderId' in command ? failures[command.orderId ?? ''] : undefined;
    if (failure) throw failure;
    return { result: { type: 'done' }, replayed: false };
  };
};

test('a command reaches the stock of its tenant, in its order, with who asked and the trace', async () => {
  const asked: [string, Command][] = [];
  const runCommand: RunCommand = async ({ accountId, environment }, command) => {
    asked.push([`${accountId}:${environment}`, command]);
    return { result: { type: 'done' }, replayed: false };
  };

  await handleStockCommands(runCommand, now)([received('ord_1'), received('ord_2')], context);

  const origin = { actor: 'key_1', requestId: 'req_1', traceparent: '00-trace', at: now() };
  expect(asked).toEqual([
    ['acc_1:production', { type: 'ship', origin, commandId: 'ship:ord_1:3', orderId: 'ord_1', attempt: 3 }],
    ['acc_1:production', { type: 'ship', origin, commandId: 'ship:ord_2:3', orderId: 'ord_2', attempt: 3 }],
  ]);
});

test('a retryable failure brings the whole batch again, any other is told by its message', async () => {
  const away = new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' });
  const bug = new Error('bug');
  const handle = handleStockCommands(failing({ ord_1: bug, ord_2: away }), now);
  const [one, two, three] = ['ord_1', 'ord_2', 'ord_3'].map(received);
  if (!one || !two || !three) throw new Error('No messages');

  await expect(handle([one, two, three], context)).rejects.toBe(away);
  await expect(handle([one, three], context)).rejects.toMatchObject({ failures: new Map([[one, bug]]) });
});

test('commands of a tenant are one sequence, those of another are another', async () => {
  const sequences: unknown[] = [];
  const runCommand: RunCommand = async (_tenant, _command, sequence) => {
    sequences.push(sequence);
    return { result: { type: 'done' }, replayed: false };
  };
  const other = received('ord_3');

  await handleStockCommands(runCommand, now)(
    [received('ord_1'), received('ord_2'), { ...other, message: { ...other.message, account_id: 'acc_2' } }],
    context,
  );

  expect(sequences[0]).toBeDefined();
  expect(sequences[1]).toBe(sequences[0]);
  expect(sequences[2]).not.toBe(sequences[0]);
});

/** Ids have 30 characters. */
const id = (place: number) => String(place).padStart(30, 'i');

test('the outcome of an order in as many warehouses and fulfilments as can be fits a message of Kafka', () => {
  // SKUs and names have 100 and 200 characters, codes of warehouses 32.
  const warehouses = Array.from({ length: 100 }, (_, place) => ({
    id: id(place),
    path: String(place).padStart(32, 'W'),
    ships: true,
    priority: 0,
    countries: null,
  }));
  const units = 1_000_000;
  const sourcesFrom = (first: number, count: number) =>
    warehouses.slice(first, first + count).map((warehouse) => ({ warehouse: warehouse.id, units }));
  const lines = Array.from({ length: 200 }, (_, line) => ({
    id: id(line),
    sku: String(line).padStart(100, 's'),
    name: 'n'.repeat(200),
    quantity: units,
    allocated: units,
    shipped: units,
    cancelled: units,
    returned: units,
    sources: sourcesFrom(0, MAX_SOURCES / 200),
    // A line in five fulfilments: where one ends the next begins, so one warehouse may be in both.
    portions: Array.from({ length: 5 }, (__, place) => ({
      fulfilment: id(place),
      units,
      firm: true,
      sources: sourcesFrom(place, 2),
    })),
  }));
  const allocation: Allocation = {
    orderId: id(0),
    orderCreatedAt: now(),
    lines,
    state: 'open',
    lastAttempt: 1,
    lastAnswer: { commandId: id(0), type: 'allocate', refusal: null },
    version: units,
    updatedAt: now(),
  };

  const { value } = allocationMessage(allocation, {
    tenant: 'acc_1:production',
    sources: { rules: NO_RULES, warehouses },
    newId: (prefix) => `${prefix}_${id(0)}`,
  });

  expect(Buffer.byteLength(value)).toBeLessThan(900_000);
});
