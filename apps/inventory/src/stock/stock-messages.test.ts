import type { StockCommand } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import type { Command } from './domain/commands/commands.ts';
import type { ChangeStock } from './presented-result.ts';
import { handleStockCommands } from './stock-messages.ts';

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

const failing = (failures: Readonly<Record<string, Error>>): ChangeStock => {
  return async (_tenant, command) => {
    const failure = 'orderId' in command ? failures[command.orderId] : undefined;
    if (failure) throw failure;
    return { result: { type: 'done' }, replayed: false };
  };
};

test('a command reaches the stock of its tenant, in its order, with who asked and the trace', async () => {
  const asked: [string, Command][] = [];
  const changeStock: ChangeStock = async ({ accountId, environment }, command) => {
    asked.push([`${accountId}:${environment}`, command]);
    return { result: { type: 'done' }, replayed: false };
  };

  await handleStockCommands(changeStock, now)([received('ord_1'), received('ord_2')]);

  const origin = { actor: 'key_1', requestId: 'req_1', traceparent: '00-trace', at: now() };
  expect(asked).toEqual([
    ['acc_1:production', { type: 'ship', origin, commandId: 'ship:ord_1:3', orderId: 'ord_1', attempt: 3 }],
    ['acc_1:production', { type: 'ship', origin, commandId: 'ship:ord_2:3', orderId: 'ord_2', attempt: 3 }],
  ]);
});

test('a batch with a command that was not answered is not done; what may pass with time decides how it is tried again', async () => {
  const away = new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' });
  const handle = handleStockCommands(failing({ ord_1: new Error('bug'), ord_2: away }), now);

  await expect(handle([received('ord_1'), received('ord_2'), received('ord_3')])).rejects.toBe(away);
  await expect(handle([received('ord_1'), received('ord_3')])).rejects.toThrow('bug');
});
