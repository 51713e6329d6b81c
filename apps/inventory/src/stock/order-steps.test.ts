import { expect, test } from 'vitest';
import { stockOutcome } from '@fulfilment/contracts';
import { mainWarehouse } from '../model/location.builder.ts';
import { allocate, confirm, count, create, fill, orderId, release, ship, transfer } from './domain/commands/command.builder.ts';
import { stockInMemory } from './stock.fixture.ts';

const outcomesOf = (said: readonly Record<string, unknown>[]) =>
  said.map(({ version, state, last_answer: answer, lines }) => ({ version, state, answer, lines }));

test('an order holds what there is, and the rest waits', async () => {
  const { run, sku, said } = stockInMemory();
  await run(
    create('A', 5),
    create('B', 1),
    allocate(1, [
      ['A', 2],
      ['B', 3],
    ]),
  );

  expect(sku('B')).toMatchObject({ onHand: 1, allocated: 1, waiting: 2 });
  expect(outcomesOf(said('allocation'))).toEqual([
    {
      version: 1,
      state: 'open',
      answer: { command_id: `allocate:${orderId(1)}:1`, type: 'allocate', accepted: true },
      lines: [
        { id: 'lin_1_0', sku: 'A', name: 'Name of A', quantity: 2, allocated: 2, shipped: 0 },
        { id: 'lin_1_1', sku: 'B', name: 'Name of B', quantity: 3, allocated: 1, shipped: 0 },
      ],
    },
  ]);
});

const whole = (order: number, lines: Parameters<typeof allocate>[1]) => ({ ...allocate(order, lines), allowBackorder: false });

test('an order without backorders holds all of its lines, or nothing', async () => {
  const { run, sku, said } = stockInMemory();
  await run(create('A', 5), create('B', 1));
  await run(
    whole(1, [
      ['A', 2],
      ['A', 4],
      ['B', 1],
    ]),
    whole(2, [
      ['A', 2],
      ['A', 3],
      ['B', 1],
    ]),
    whole(3, [['A', 1]]),
  );

  expect(sku('A')).toMatchObject({ allocated: 5, waiting: 0 });
  expect(sku('B')).toMatchObject({ allocated: 1, waiting: 0 });
  expect(outcomesOf(said('allocation'))).toMatchObject([
    {
      state: 'rejected',
      answer: {
        accepted: false,
        code: 'insufficient_stock',
        errors: [{ pointer: '/lines/1/quantity', sku: 'A', requested: 4, available: 3 }],
      },
      lines: [{ allocated: 0 }, { allocated: 0 }, { allocated: 0 }],
    },
    { state: 'open', answer: { accepted: true }, lines: [{ allocated: 2 }, { allocated: 3 }, { allocated: 1 }] },
    { state: 'rejected', answer: { errors: [{ requested: 1, available: 0 }] } },
  ]);

  await run(count('A', 20));
  expect(sku('A')).toMatchObject({ allocated: 5, waiting: 0 });
});

test('an order without backorders waits behind the backorders that units are still given to', async () => {
  const { run, sku, said } = stockInMemory();
  await run(create('A', 0), ...[1, 2, 3].map((order) => allocate(order, [['A', 2]])));
  await run(count('A', 7), whole(4, [['A', 1]]), whole(5, [['A', 1]]));

  expect(sku('A')).toMatchObject({ allocated: 7, waiting: 0 });
  expect(
    said('allocation')
      .map(({ state }) => state)
      .slice(-2),
  ).toEqual(['open', 'rejected']);
});

test('an order with unknown or archived SKUs is refused whole, naming each line', async () => {
  const { run, sku, said } = stockInMemory();
  await run(create('A', 5), create('B', 5), { type: 'archive-sku', origin: create('B', 0).origin, sku: 'B' });
  await run(
    allocate(1, [
      ['A', 1],
      ['B', 1],
      ['C', 1],
    ]),
  );

  expect(sku('A').allocated).toBe(0);
  expect(outcomesOf(said('allocation'))).toMatchObject([
    {
      state: 'rejected',
      answer: {
        accepted: false,
        code: 'unknown_sku',
        errors: [
          { pointer: '/lines/1/sku', sku: 'B' },
          { pointer: '/lines/2/sku', sku: 'C' },
        ],
      },
    },
  ]);
});

test('the same SKU in two lines is judged on their sum', async () => {
  const { run, held, said } = stockInMemory();
  await run(
    create('A', 5),
    allocate(1, [
      ['A', 3],
      ['A', 3],
    ]),
    confirm(1),
  );

  expect(held(orderId(1))).toEqual([3, 2]);
  expect(said('allocation').at(-1)).toMatchObject({
    state: 'open',
    last_answer: {
      accepted: false,
      code: 'insufficient_stock',
      detail: '2 of 3 A are allocated.',
      errors: [{ pointer: '/lines/1/quantity', sku: 'A', requested: 3, available: 2, allocated: 2 }],
    },
  });
});

test('shipping takes from the home location first, then from the fullest others, and says so once for each SKU', async () => {
  const { run, sku, store, said } = stockInMemory();
  await run(create('A', 10));
  await run(transfer(mainWarehouse().id, 'A1/S1', { A: 6 }));
  await run(
    allocate(1, [
      ['A', 3],
      ['A', 4],
    ]),
    confirm(1),
    ship(1),
  );

  expect(sku('A')).toMatchObject({ onHand: 3, allocated: 0, firm: 0 });
  expect(store.movements.slice(-3).map(({ delta, line, reason, reference }) => ({ delta, line, reason, reference }))).toEqual([
    { delta: -3, line: 0, reason: 'shipment', reference: { type: 'order', id: orderId(1) } },
    { delta: -1, line: 1, reason: 'shipment', reference: { type: 'order', id: orderId(1) } },
    { delta: -3, line: 2, reason: 'shipment', reference: { type: 'order', id: orderId(1) } },
  ]);
  expect(said('inventory.updated').at(-1)).toMatchObject({
    previous: { on_hand: 10, allocated: 7, available: 3 },
    changed: ['on_hand', 'allocated', 'stock'],
    reason: 'shipment',
    reference: { type: 'order', id: orderId(1) },
    data: { on_hand: 3, allocated: 0, available: 3 },
  });
  expect(said('allocation').at(-1)).toMatchObject({
    state: 'shipped',
    lines: [
      { allocated: 0, shipped: 3 },
      { allocated: 0, shipped: 4 },
    ],
  });
});

test('a command that comes again has no effect, and the same answer again, also within one batch', async () => {
  const { run, sku, said } = stockInMemory();
  await run(create('A', 10), allocate(1, [['A', 4]]), allocate(1, [['A', 4]]));
  await run(confirm(1), confirm(1));
  await run(ship(1), ship(1));
  await run(ship(1));

  expect(sku('A')).toMatchObject({ onHand: 6, allocated: 0 });
  expect(said('allocation').map(({ version }) => version)).toEqual([1, 1, 2, 2, 3, 3, 3]);
});

test.each([
  ['ship before confirm', [ship(1, 2)], 'open'],
  ['confirm twice', [confirm(1, 2), confirm(1, 3)], 'confirmed'],
  ['release what is shipped', [confirm(1, 2), ship(1, 3), release(1, 4)], 'shipped'],
  ['ship what is released', [release(1, 2), ship(1, 3)], 'released'],
] as const)('%s is refused without effect', async (_name, steps, state) => {
  const { run, sku, said } = stockInMemory();
  await run(create('A', 10), allocate(1, [['A', 4]]), ...steps.slice(0, -1));
  const { allocated, onHand } = sku('A');
  await run(...steps.slice(-1));

  expect(sku('A')).toMatchObject({ allocated, onHand });
  expect(said('allocation').at(-1)).toMatchObject({ state, last_answer: { accepted: false, code: 'invalid_transition' } });
});

test('a step of an order that inventory never heard of is answered too', async () => {
  const { run, said } = stockInMemory();
  await run(ship(1));

  expect(said('allocation')).toMatchObject([{ state: 'rejected', lines: [], last_answer: { code: 'invalid_transition' } }]);
});

test('while backorders are filled newcomers queue behind, and the filling goes on where it stopped', async () => {
  const { run, sku, held } = stockInMemory({ fillLines: 1 });
  await run(create('A', 0), allocate(1, [['A', 2]]), allocate(2, [['A', 2]]));
  await run(count('A', 10), allocate(3, [['A', 2]]));
  expect([1, 2, 3].map((order) => held(orderId(order)))).toEqual([[2], [0], [0]]);
  expect(sku('A').filling).toBe(true);

  await run(fill('A'));
  await run(fill('A'));
  expect([1, 2, 3].map((order) => held(orderId(order)))).toEqual([[2], [2], [2]]);
  expect(sku('A')).toMatchObject({ allocated: 6, waiting: 0, filling: false });
});

test('the bound of filled lines is for all commands of a transaction together', async () => {
  const { run, held } = stockInMemory({ fillLines: 2 });
  await run(
    create('A', 0),
    allocate(1, [
      ['A', 1],
      ['A', 1],
      ['A', 1],
    ]),
  );
  await run(count('A', 2), count('A', 3));
  expect(held(orderId(1))).toEqual([1, 1, 0]);

  await run(fill('A'));
  expect(held(orderId(1))).toEqual([1, 1, 1]);
});

test('confirming succeeds right after the restock that made it possible, whichever orders wait before it', async () => {
  const { run, held, said } = stockInMemory({ fillLines: 1 });
  await run(create('A', 0), ...[1, 2, 3, 4].map((order) => allocate(order, [['A', 2]])));
  await run(count('A', 6));
  await run(confirm(3), confirm(4));

  expect([1, 2, 3, 4].map((order) => held(orderId(order)))).toEqual([[2], [2], [2], [0]]);
  const answers = said('allocation').map(({ order_id: id, last_answer: answer }) => [id, answer]);
  expect(answers).toContainEqual([orderId(3), expect.objectContaining({ type: 'confirm', accepted: true })]);
  expect(answers).toContainEqual([orderId(4), expect.objectContaining({ type: 'confirm', code: 'insufficient_stock' })]);
});

test('a pack fills what its order lacks, and nothing of the SKUs that it holds all of', async () => {
  const { run, sku, store, held } = stockInMemory({ fillLines: 1 });
  const both = allocate(5, [
    ['A', 1],
    ['B', 1],
  ]);
  await run(create('A', 1), create('B', 0), both);
  await run(...[6, 7, 8].map((order) => allocate(order, [['A', 1]])), ...[3, 4].map((order) => allocate(order, [['B', 1]])));
  await run(count('A', 4));
  await run(count('B', 3));
  expect([sku('A').filling, sku('B').filling]).toEqual([true, true]);
  const commits = store.commits;

  await run(confirm(5));

  expect(store.allocations.get(orderId(5))).toMatchObject({ state: 'confirmed' });
  // One fills order 4, for order 3 was filled with the count; the next fills and packs order 5.
  expect(store.commits - commits).toBe(2);
  expect([6, 7, 8].map((order) => held(orderId(order)))).toEqual([[1], [0], [0]]);
});

test('one transaction takes on no more lines than it can carry, and every command is answered all the same', async () => {
  const { run, store, sku } = stockInMemory({ commandLines: 4 });
  await run(create('A', 100));
  await run(
    ...[1, 2, 3, 4].map((order) =>
      allocate(order, [
        ['A', 1],
        ['A', 1],
        ['A', 1],
      ]),
    ),
  );

  expect(store.commits).toBe(5);
  expect(sku('A')).toMatchObject({ allocated: 12, version: 5 });
});

test('what goes to orders is what the contract says', async () => {
  const { run, said } = stockInMemory();
  const command = allocate(1, [['A', 1]]);
  const id = 'ord_01JD8Z0000000000000000TEST';
  const lines = [{ id: 'lin_01JD8Z0000000000000000TEST', sku: 'A', quantity: 1 }];
  await run(create('A', 1), { ...command, orderId: id, lines });

  const tenant = { account_id: 'acc_01JD8Z0000000000000000TEST' };
  expect(said('allocation').map((body) => stockOutcome.safeParse({ ...body, ...tenant }).error)).toEqual([undefined]);
});

test('a cancelled order that waited for more than it held lets the next one have its units at once', async () => {
  const { run, sku, store } = stockInMemory();
  await run(create('A', 1), allocate(1, [['A', 8]]), allocate(2, [['A', 5]]), allocate(3, [['A', 2]]));
  await run(release(1));

  expect(sku('A')).toMatchObject({ onHand: 1, allocated: 1, waiting: 6, filling: false });
  expect(store.allocations.get(orderId(2))?.lines).toMatchObject([{ allocated: 1 }]);
});
