import type { MoveCommand } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import type { Received } from '@fulfilment/messaging';
import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import {
  adjust,
  allocate,
  confirm,
  count,
  create,
  fill,
  minute,
  rename,
  ship,
  transfer,
} from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import { type Limits, LIMITS } from './domain/working-set.ts';
import { MemoryStockStore } from './memory-stock-store.fixture.ts';
import { handleStockCommands } from './order-and-scan-messages.ts';
import type { StockReader, StockStore } from './stock-ports.ts';
import { runCommandOf, stockInMemory, TENANT } from './stock.fixture.ts';

const away = new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' });

/** A lane over a store in memory whose reading may fail. */
function lane({
  onRead = () => {},
  limits = {},
}: { readonly onRead?: (codes: readonly string[]) => void; readonly limits?: Partial<Limits> } = {}) {
  const memory = new MemoryStockStore(mainWarehouse());
  const committed: string[] = [];
  const filling: string[] = [];
  const queuesRead: string[] = [];
  const store: StockStore = {
    filling: async () => [],
    transact: async (tenant, work) => {
      const read: string[] = [];
      const result = await memory.transact(tenant, ({ read: reader, write }) => {
        const skus: StockReader['skus'] = async (codes) => {
          onRead(codes);
          read.push(...codes);
          return reader.skus(codes);
        };
        const waiting: StockReader['waiting'] = async (wanted) => {
          queuesRead.push(wanted.sku);
          return reader.waiting(wanted);
        };
        return work({ read: { ...reader, skus, waiting }, write });
      });
      committed.push(...read);
      return result;
    },
  };
  const run = runCommandOf({
    store,
    limits: { ...LIMITS, ...limits },
    onStillFilling: (_tenant, skus) => void filling.push(...skus),
  });
  return { run, committed, filling, queuesRead, store: memory };
}

/** The count of a scan, as it is received. */
function countOf(quantity: number): Received<MoveCommand> {
  const common = { account_id: TENANT.accountId, environment: TENANT.environment, actor: 'key_1', request_id: 'req_1' };
  const at = '2026-11-21T09:00:00.000Z';
  const scan = `scn_${quantity}`;
  const message: MoveCommand = {
    ...common,
    type: 'move',
    id: scan,
    scan_id: scan,
    movement: 'count',
    sku: 'A',
    quantity,
    location: null,
    at,
  };
  return {
    message,
    record: { topic: 'stock.commands', key: 'k', value: '', headers: {}, partition: 0, offset: String(quantity) },
  };
}

test('a command that cannot be committed fails alone, and what was committed before it is not done again', async () => {
  const { run, committed } = lane({
    onRead: (codes) => {
      if (codes.includes('bad')) throw new Error('bad command');
    },
  });

  const settled = await Promise.allSettled(['a', 'b', 'c', 'bad', 'd'].map((sku) => run(TENANT, fill(sku))));

  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(committed).toEqual(['a', 'b', 'c', 'd']);
});

test('with the store away midway, the rest fails at once and the first keeps its result', async () => {
  let isAway = false;
  let reads = 0;
  const { run, filling } = lane({
    onRead: () => {
      reads += 1;
      if (isAway && reads > 1) throw away;
    },
    limits: { commandLines: 1, fillLines: 1 },
  });
  await run(TENANT, create('a', 0));
  await run(TENANT, allocate(1, [['a', 5]]));
  await run(TENANT, allocate(2, [['a', 5]]));
  reads = 0;
  isAway = true;

  const settled = await Promise.allSettled([count('a', 10), fill('b'), fill('c')].map((command) => run(TENANT, command)));

  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect({ reads, filling }).toEqual({ reads: 2, filling: ['a'] });
});

test('counts whose first transaction failed are applied in their order when they come again', async () => {
  let isAway = false;
  const { run, store } = lane({
    onRead: () => {
      if (!isAway) return;
      isAway = false;
      throw away;
    },
  });
  await run(TENANT, create('A', 0));
  const messages = Array.from({ length: 150 }, (_, index) => countOf(index + 1));
  const handle = handleStockCommands(run, () => minute(1));
  isAway = true;

  const context = { topic: 'stock.commands', partition: 0, signal: new AbortController().signal };
  await expect(handle(messages, context)).rejects.toBe(away);
  await handle(messages, context);

  expect(store.skus.get('A')?.onHand).toBe(150);
});

test('a command that was put off is decided again, alone', async () => {
  const { run, store } = stockInMemory();
  await run(create('A', 4));
  const commits = store.commits;

  // The holds come in the same batch, so that the adjustments cannot see them.
  const results = await run(allocate(1, [['A', 2]]), allocate(2, [['A', 2]]), adjust('A', -1), adjust('A', -1));

  expect(results.slice(2)).toMatchObject([{ type: 'adjusted' }, { type: 'adjusted' }]);
  expect(store.commits - commits).toBe(3);
});

/** Units of A and B are free, and three orders of each wait for them: so many that one transaction did not fill all. */
async function halfFilled(fillLines: number) {
  const stock = lane({ limits: { fillLines } });
  const together = (...commands: readonly Command[]) => Promise.all(commands.map((command) => stock.run(TENANT, command)));
  const orders = Array.from({ length: 3 + fillLines }, (_, place) => place + 1);
  await together(create('A', 0), create('B', 0));
  await together(...orders.flatMap((order) => [allocate(order, [['A', 1]]), allocate(100 + order, [['B', 1]])]));
  for (const code of ['A', 'B']) await together(count(code, orders.length));
  stock.filling.length = 0;
  stock.queuesRead.length = 0;
  const waiting = () => ['A', 'B'].map((code) => stock.store.skus.get(code)?.waiting);
  expect(waiting()).toEqual([3, 3]);
  return { ...stock, together, waiting };
}

test('SKUs that are filled in one transaction share the orders that it may load', async () => {
  const { together, waiting } = await halfFilled(2);

  await together(fill('A'), fill('B'));

  expect(waiting()).toEqual([2, 2]);
});

test('a pack that is put off while orders before its own are filled tells of those, over all its transactions', async () => {
  const { store, together } = await halfFilled(1);
  const before = store.messages.length;

  await together(confirm(4));

  const told = store.messages.slice(before).map(({ value }) => JSON.parse(value));
  const packed = told.findLast(({ last_answer: answer }) => answer?.type === 'confirm');
  // Two were waiting before its own, one in each transaction, each as five lines.
  expect(packed).toMatchObject({ state: 'confirmed', worked_lines: 10 });
});

test('a fill that had no share of its transaction is asked for again', async () => {
  const { together, waiting, filling } = await halfFilled(1);

  await together(fill('A'), fill('B'));

  expect(waiting()).toEqual([2, 3]);
  expect(filling.toSorted()).toEqual(['A', 'B']);
});

test('orders that may wait and changes that give no units read none of the orders that wait', async () => {
  const { together, queuesRead, waiting } = await halfFilled(1);

  await together(allocate(9, [['A', 1]]), rename('A', 'Cup'), confirm(1), transfer(mainWarehouse().id, 'A1/S1', { A: 1 }));
  await together(ship(1));

  expect(waiting()).toEqual([4, 3]);
  expect(queuesRead).toEqual([]);
});

test('a command that failed fails for its caller', async () => {
  const { run } = lane({
    onRead: () => {
      throw away;
    },
  });

  await expect(run(TENANT, fill('A'))).rejects.toBe(away);
});
