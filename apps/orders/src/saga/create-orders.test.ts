import { type BatchOrder, type OrderResult, stockCommand } from '@fulfilment/contracts';
import { AppError, claimOf, type ParsedItem, type RequestContext } from '@fulfilment/kernel';
import { afterEach, describe, expect, test } from 'vitest';
import { type Saga, type SagaOptions, startSaga } from './saga.fixture.ts';

let saga: Saga;

afterEach(() => saga.stop());

async function start(options?: SagaOptions): Promise<Saga> {
  saga = await startSaga(options);
  return saga;
}

const mugs = (quantity = 2, more: Partial<BatchOrder> = {}): BatchOrder => ({ lines: [{ sku: 'MUG-01', quantity }], ...more });
const valid = (...orders: readonly BatchOrder[]): ParsedItem<BatchOrder>[] => orders.map((value) => ({ type: 'valid', value }));

/** The context of a batch under an idempotency key. */
function under(key: string, content: unknown): RequestContext {
  const { tenant } = saga.context;
  return { ...saga.context, idempotency: claimOf({ tenant, method: 'POST', target: ['/v1/orders/batch'], key, content }) };
}

const statuses = (results: readonly OrderResult[]): readonly number[] => results.map(({ status }) => status);
const commands = (): readonly string[] => saga.inventory.commands.map((command) => stockCommand.parse(command).order_id);

describe('a batch of orders', () => {
  test('gives each its own answer: 201, 200, 409 and 422, with pointers into the batch', async () => {
    const { orders, context } = await start({ stock: { 'MUG-01': 3 } });
    const invalid = new AppError({ kind: 'invalid', code: 'validation_failed', message: '1 field is invalid.' });
    await orders.createOrder(mugs(1, { external_id: 'known' }), context);

    const { result, replayed } = await orders.createOrders(
      [
        ...valid(mugs(2), mugs(1, { external_id: 'known' }), mugs(5, { external_id: 'known' })),
        { type: 'invalid', error: invalid },
        ...valid({ lines: [{ sku: 'NO-SUCH', quantity: 1 }] }),
      ],
      context,
    );

    expect(replayed).toBe(false);
    expect(result.map(({ index, status, error }) => [index, status, error?.code])).toEqual([
      [0, 201, undefined],
      [1, 200, undefined],
      [2, 409, 'duplicate_external_id'],
      [3, 422, 'validation_failed'],
      [4, 422, 'unknown_sku'],
    ]);
    expect(result[2]?.error?.errors).toMatchObject([{ pointer: '/orders/2/external_id' }]);
    expect(result[4]?.error?.errors).toMatchObject([{ pointer: '/orders/4/lines/0/sku' }]);
  });

  test('is allocated in the order of its list', async () => {
    const { orders, context } = await start({ stock: { 'MUG-01': 5 } });

    const { result } = await orders.createOrders(valid(...Array.from({ length: 200 }, () => mugs(2))), context);

    expect(result.map(({ record }) => record?.allocation).slice(0, 4)).toEqual([
      'allocated',
      'allocated',
      'partial',
      'backordered',
    ]);
    expect(commands()).toEqual(result.map(({ record }) => record?.id));
    const ids = result.map(({ record }) => record?.id ?? '');
    expect(ids).toEqual(ids.toSorted());
  });

  test('names two orders with one external id as two requests would', async () => {
    const { orders, context } = await start();
    const twice = mugs(1, { external_id: 'twice' });

    const { result } = await orders.createOrders(valid(twice, twice, mugs(2, { external_id: 'twice' })), context);

    expect(statuses(result)).toEqual([201, 200, 409]);
    expect(result[1]?.record).toEqual(result[0]?.record);
  });

  test('leaves out the records of orders beyond 4 MB, and names those by id and version', async () => {
    const { orders, context } = await start();
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, 'x'.repeat(500)]));
    const batch = valid(...Array.from({ length: 200 }, () => mugs(1, { metadata })));

    const { result } = await orders.createOrders(batch, context);

    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(4_100_000);
    expect(result[0]).toMatchObject({ status: 201, record: { metadata }, id: result[0]?.record?.id });
    const { record, ...last } = result.at(-1) ?? {};
    expect(record).toBeUndefined();
    expect(last).toEqual({ index: 199, status: 201, id: commands()[199], version: 2, record_left_out: 'answer_size' });
  });

  test('waits as one request, however many orders it has', async () => {
    const { orders, context } = await start({ maxWaiting: 1 });

    const { result } = await orders.createOrders(valid(...Array.from({ length: 20 }, () => mugs(1))), context);

    expect(new Set(statuses(result))).toEqual(new Set([201]));
    expect(await orders.createOrder(mugs(), context)).toMatchObject({ type: 'created' });
  });
});

describe('a repeated batch under its key', () => {
  test('gets the same answer and creates nothing, refusals included', async () => {
    const { orders, inventory } = await start({ stock: { 'MUG-01': 3 } });
    const batch = [mugs(2), mugs(2, { allow_backorder: false })];
    const first = await orders.createOrders(valid(...batch), under('k-1', batch));
    await inventory.restock('MUG-01', 10);

    const again = await orders.createOrders(valid(...batch), under('k-1', batch));

    expect(statuses(first.result)).toEqual([201, 409]);
    expect(again).toEqual({ result: first.result, replayed: true });
    expect(commands()).toHaveLength(2);
  });

  test('waits for orders that were pending, and goes on with those that were not placed', async () => {
    const { orders, hasty, inventory } = await start();
    const batch = [mugs(1), mugs(2)];
    inventory.holdBack();
    const pending = await hasty.createOrders(valid(...batch), under('k-1', batch));
    await inventory.letGo();

    const late = await orders.createOrders(valid(...batch), under('k-1', batch));
    const again = await orders.createOrders(valid(...batch), under('k-1', batch));

    expect(statuses(pending.result)).toEqual([202, 202]);
    expect(statuses(late.result)).toEqual([201, 201]);
    expect(late.result.map(({ record }) => record?.id)).toEqual(pending.result.map(({ record }) => record?.id));
    expect(again).toEqual({ result: late.result, replayed: true });
    expect(commands()).toHaveLength(2);
  });

  test('many at once make each order once', async () => {
    const { orders } = await start();
    const batch = Array.from({ length: 10 }, () => mugs(1));

    const asked = Array.from({ length: 8 }, () => orders.createOrders(valid(...batch), under('k-1', batch)));
    const answers = await Promise.all(asked);

    expect(new Set(answers.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    expect(commands()).toHaveLength(10);
  });

  test('is refused with another body, also while the first is in progress', async () => {
    const { orders, hasty, inventory } = await start();
    inventory.holdBack();
    await hasty.createOrders(valid(mugs(1)), under('k-1', [mugs(1)]));

    const other = orders.createOrders(valid(mugs(3)), under('k-1', [mugs(3)]));

    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(commands()).toHaveLength(1);
  });
});

test("an order's own key is known in any batch, wherever it stands there", async () => {
  const { orders, context } = await start({ stock: { 'MUG-01': 2 } });
  const [own, refused] = [mugs(2, { idempotency_key: 'a' }), mugs(1, { idempotency_key: 'b', allow_backorder: false })];
  const first = await orders.createOrders(valid(own, refused), context);

  const again = await orders.createOrders(valid(mugs(1), refused, own), context);
  const reused = await orders.createOrders(valid(mugs(3, { idempotency_key: 'a' })), context);

  expect(statuses(first.result)).toEqual([201, 409]);
  expect(again.result[2]).toEqual({ ...first.result[0], index: 2 });
  expect(again.result[1]?.error).toMatchObject({ code: 'insufficient_stock', errors: [{ pointer: '/orders/1/lines/0/sku' }] });
  expect(reused.result[0]?.error).toMatchObject({ code: 'idempotency_key_reused' });
  expect(commands()).toHaveLength(3);
});

test('without a key an unavailable store is told for each order, and as a whole where none was placed', async () => {
  const { orders, context, store } = await start();
  const unavailable = new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'The store is away.' });
  store.failSaves([undefined, unavailable]);

  const some = await orders.createOrders(valid(mugs(1), mugs(1)), context);
  store.failSaves([unavailable, unavailable]);

  expect(some.result.map(({ status, error }) => [status, error?.retryable])).toEqual([
    [201, undefined],
    [503, true],
  ]);
  await expect(orders.createOrders(valid(mugs(1), mugs(1)), context)).rejects.toMatchObject({ code: unavailable.code });
});

test('under a key an unavailable store fails the batch, which is then done to its end', async () => {
  const { orders, store } = await start();
  const unavailable = new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'The store is away.' });
  const batch = [mugs(1), mugs(2)];
  store.failSaves([undefined, unavailable]);
  await expect(orders.createOrders(valid(...batch), under('k-1', batch))).rejects.toMatchObject({ code: unavailable.code });

  const { result } = await orders.createOrders(valid(...batch), under('k-1', batch));

  expect(statuses(result)).toEqual([201, 201]);
  expect(commands()).toHaveLength(2);
});
