import type { InventoryItem } from '@fulfilment/contracts';
import { AppError, contentHash, type RequestContext } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { allocate, count, orderId } from '../stock/domain/commands/command.builder.ts';
import type { RunCommand } from '../stock/run-command.ts';
import { stockInMemory, TENANT } from '../stock/stock.fixture.ts';
import { type Item, makeApplyItems } from './apply-items.ts';
import type { ItemResult } from './bounded-results.ts';

const create = (sku: string, onHand: number): InventoryItem => ({
  op: 'create',
  sku,
  name: sku,
  on_hand: onHand,
  reorder_point: 0,
  location: null,
});
const adjust = (sku: string, delta: number): InventoryItem => ({ op: 'adjust', sku, delta, reason: 'adjustment' });
const update = (sku: string, changes: object): InventoryItem => ({ op: 'update', sku, ...changes });

const numbered = (...items: readonly InventoryItem[]): Item[] =>
  items.map((item, index) => ({ item, pointer: `/items/${index}` }));

function setUp() {
  const stock = stockInMemory();
  const runCommand: RunCommand = async (_tenant, command) => {
    const [answered] = await stock.answer(command);
    if (!answered) throw new Error('The command has no result');
    return answered;
  };
  const applyItems = makeApplyItems(runCommand, () => new Date('2026-11-21T09:00:00.000Z'));
  const apply = async (...call: Parameters<typeof applyItems>) => (await applyItems(...call)).result;
  return { ...stock, runCommand, apply };
}

const factsOf = (results: readonly ItemResult[]) =>
  results.map((result) => (result.type === 'applied' ? [result.op, result.changed, result.version] : result.type));

const context = (key?: string): RequestContext => ({
  tenant: TENANT,
  actor: 'key_1',
  requestId: 'req_1',
  ...(key ? { idempotency: { id: key, fingerprint: contentHash(key) } } : {}),
});

test('in partial mode each item succeeds or fails by itself, later ones on what earlier ones did', async () => {
  const { apply, sku } = setUp();

  const results = await apply(
    numbered(create('A', 5), adjust('NONE', 1), create('A', 9), update('A', { on_hand: 8 }), adjust('A', -9), adjust('A', -8)),
    context(),
    { mode: 'partial' },
  );

  expect(results).toMatchObject([
    { type: 'applied', op: 'create', version: 1, record: 'changed_later', changed: true },
    { type: 'refused', error: { code: 'not_found' } },
    { type: 'refused', error: { code: 'sku_exists', details: { errors: [{ pointer: '/items/2/sku' }] } } },
    { type: 'applied', op: 'update', version: 2, record: 'changed_later' },
    { type: 'refused', error: { code: 'insufficient_stock', details: { errors: [{ pointer: '/items/4/delta' }] } } },
    { type: 'applied', op: 'adjust', version: 3, record: { on_hand: 0 } },
  ]);
  expect(sku('A').onHand).toBe(0);
});

test('in atomic mode all are done, in one transaction, each with its own version and reason', async () => {
  const { apply, store, said } = setUp();

  const results = await apply(numbered(create('A', 5), adjust('A', -2), update('A', { reorder_point: 4 })), context(), {
    mode: 'atomic',
  });

  expect(results).toMatchObject([{ version: 1 }, { version: 2 }, { version: 3, record: { version: 3, on_hand: 3 } }]);
  expect(store.commits).toBe(1);
  expect(said('inventory.updated').map(({ reason, sequence }) => [reason, sequence])).toEqual([
    ['opening', 1],
    ['adjustment', 2],
  ]);
  expect(said('inventory.low_stock')).toHaveLength(1);
});

test('in atomic mode one refusal leaves nothing of all, and every item that fails is named', async () => {
  const { apply, store } = setUp();

  const results = await apply(
    numbered(create('A', 5), adjust('A', -6), { ...create('B', 1), location: 'A1/S1' }, update('NONE', { name: 'x' })),
    context(),
    { mode: 'atomic' },
  );

  expect(results).toMatchObject([
    { type: 'left-out' },
    { type: 'refused', error: { code: 'insufficient_stock' } },
    { type: 'left-out' },
    { type: 'refused', error: { code: 'not_found' } },
  ]);
  expect([store.skus.size, store.movements.length, store.messages.length, store.locations.size]).toEqual([0, 0, 0, 1]);
});

test.each(['partial', 'atomic'] as const)(
  'a dry run in %s mode tells what would come of it, and changes nothing',
  async (mode) => {
    const { apply, store } = setUp();
    const items = numbered({ ...create('A', 5), location: 'A1/S1' }, adjust('A', -2), update('A', { on_hand: 7 }));

    const tried = await apply(items, context('k'), { mode, dryRun: true });
    expect([store.skus.size, store.movements.length, store.messages.length, store.receipts.size, store.locations.size]).toEqual([
      0, 0, 0, 0, 1,
    ]);
    const done = await apply(items, context('k'), { mode });

    expect(factsOf(tried)).toEqual(factsOf(done));
    expect(tried.at(-1)).toMatchObject({ record: { on_hand: 7 } });
  },
);

test('an atomic batch under a key is done once, and refused once', async () => {
  const { apply, sku } = setUp();
  await apply(numbered(create('A', 5)), context(), { mode: 'partial' });
  const items = numbered(adjust('A', -2), adjust('A', -1));

  const first = await apply(items, context('k'), { mode: 'atomic' });
  expect(await apply(items, context('k'), { mode: 'atomic' })).toEqual(first);
  expect(sku('A').onHand).toBe(2);

  const tooMuch = numbered(adjust('A', -1), adjust('A', -2));
  await apply(tooMuch, context('refused'), { mode: 'atomic' });
  await apply(numbered(adjust('A', 9)), context(), { mode: 'partial' });
  expect(await apply(tooMuch, context('refused'), { mode: 'atomic' })).toMatchObject([
    { type: 'left-out' },
    { type: 'refused', error: { code: 'insufficient_stock' } },
  ]);
});

const claimed = (...keys: readonly string[]): Item[] =>
  keys.map((key, index) => ({
    item: adjust('A', -1),
    pointer: `/items/${index}`,
    claim: { id: key, fingerprint: 'same' },
  }));

test('items with claims are done once, whatever batch they come with', async () => {
  const { apply, sku } = setUp();
  await apply(numbered(create('A', 10)), context(), { mode: 'partial' });

  await apply(claimed('x', 'y', 'x'), context(), { mode: 'partial' });
  await apply(claimed('y', 'z'), context(), { mode: 'atomic' });

  expect(sku('A').onHand).toBe(7);
});

test('an item that was refused under its key is refused in an atomic batch too, which leaves nothing', async () => {
  const { apply, sku } = setUp();
  await apply(numbered(create('A', 5)), context(), { mode: 'partial' });
  const short: Item = {
    item: adjust('A', -9),
    pointer: '/items/0',
    claim: { id: 'short', fingerprint: 'same' },
  };
  await apply([short], context(), { mode: 'partial' });
  await apply(numbered(adjust('A', 10)), context(), { mode: 'partial' });

  const results = await apply([short, ...numbered(adjust('A', 1)).map((item) => ({ ...item, pointer: '/items/1' }))], context(), {
    mode: 'atomic',
  });

  expect(results).toMatchObject([{ type: 'refused', error: { code: 'insufficient_stock' } }, { type: 'left-out' }]);
  expect(sku('A').onHand).toBe(15);
});

test('an atomic batch that raises and lowers what orders wait for is decided, not put off for ever', async () => {
  const { apply, run, sku, held, violations } = setUp();
  await apply(numbered(create('A', 0)), context(), { mode: 'partial' });
  await run(...[1, 2, 3].map((order) => allocate(order, [['A', 5]])));

  const results = await apply(numbered(adjust('A', 12), update('A', { on_hand: 4 }), adjust('A', 3)), context(), {
    mode: 'atomic',
  });

  expect(results.map(({ type }) => type)).toEqual(['applied', 'applied', 'applied']);
  expect([held(orderId(1)), held(orderId(2)), held(orderId(3))]).toEqual([[5], [2], [0]]);
  expect(sku('A')).toMatchObject({ onHand: 7, allocated: 7, waiting: 8 });
  expect(violations()).toEqual([]);
});

test('a retryable failure fails the items from there on, untried, so that none overtakes another', async () => {
  const away = new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'away' });
  let tried = 0;
  // As the lane does: commands of a sequence that has failed are not tried.
  const failing: RunCommand = async (_tenant, _command, sequence) => {
    await Promise.resolve();
    if (sequence?.failure === undefined) tried += 1;
    sequence?.fail(away);
    throw away;
  };
  const apply = makeApplyItems(failing, () => new Date());

  const { result: results } = await apply(numbered(update('A', {}), update('A', {}), update('A', {})), context(), {
    mode: 'partial',
  });

  expect(results).toEqual([1, 2, 3].map(() => ({ type: 'refused', error: away })));
  expect(tried).toBe(1);
});

test('a batch in which the same count stands twice leaves the last', async () => {
  const { apply, run, sku } = setUp();
  await apply(numbered(create('A', 9)), context(), { mode: 'partial' });
  await run(allocate(1, [['A', 9]]), count('A', 9));

  await apply(numbered(update('A', { on_hand: 3 }), update('A', { on_hand: 5 })), context(), { mode: 'partial' });

  expect(sku('A')).toMatchObject({ onHand: 5, allocated: 5 });
});

test('counts of one SKU that stand together in a partial batch are one transaction', async () => {
  const { apply, store } = setUp();
  const counts = Array.from({ length: 50 }, (_, at) => update('A', { on_hand: at }));

  const results = await apply(numbered(create('A', 5), ...counts), context('k'), { mode: 'partial' });

  expect(results.every(({ type }) => type === 'applied')).toBe(true);
  expect([store.commits, store.skus.get('A')?.onHand]).toEqual([1, 49]);
});

test('where a guess was wrong nothing of its rows is kept, not even an answer under a key; a refusal of any other keeps the rest', async () => {
  const { apply, store } = setUp();
  await apply(numbered(create('A', 5)), context(), { mode: 'partial' });
  const claim = { id: 'row', fingerprint: 'row' };
  const rows = (guess: InventoryItem): Item[] => [
    { item: update('A', { on_hand: 9 }), pointer: '', claim },
    { item: guess, pointer: '', isGuess: true },
    { item: create('A', 1), pointer: '' },
  ];

  const wrong = await apply(rows(create('A', 3)), context(), { mode: 'guessed' });
  expect([wrong[1], store.skus.get('A')?.onHand, store.receipts.size]).toMatchObject([{ error: { code: 'sku_exists' } }, 5, 0]);
  const right = await apply(rows(update('A', { on_hand: 3 })), context(), { mode: 'guessed' });

  expect(right.map(({ type }) => type)).toEqual(['applied', 'applied', 'refused']);
  expect([store.skus.get('A')?.onHand, store.receipts.size]).toEqual([3, 1]);
});
