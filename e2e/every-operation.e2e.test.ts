import {
  locationRecord,
  maxBodyBytesOf,
  type Operation,
  OPERATIONS,
  type OrderRecord,
  orderRecord,
  reservationRecord,
  returnRecord,
  SERVICES,
  writes,
} from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ContractRequest, requestOfContract } from './every-operation/request-of-contract.ts';
import { withServiceDown } from './every-operation/with-service-down.ts';
import { setUpRecords, type Standing } from './refusals/standing.ts';
import type { Answer, CallOptions } from './system/call.ts';
import { pathTo, UNKNOWN } from './system/resources.ts';
import { lentTestSystem } from './system/shared-system.ts';
import { type OwnTestSystem, processNamed } from './system/start-test-system.ts';
import { takePart, takeReturn } from './system/take-part.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

/** The gateway waits 30 s for an answer of those that do not say otherwise. */
const PROXIED = OPERATIONS.filter(({ service }) => service !== 'gateway');
const PROMPT = PROXIED.filter(({ withinSeconds = 30 }) => withinSeconds <= 30);
const VERSIONED = OPERATIONS.filter(({ method, replies: { 200: reply } }) => {
  return method === 'GET' && reply?.body instanceof z.ZodObject && 'version' in reply.body.shape;
});

let system: OwnTestSystem;
let tenant: TestTenant;
let standing: Standing;

beforeAll(async () => {
  system = await lentTestSystem();
  return () => system.stop();
});

beforeAll(async () => {
  tenant = await openTenant(system);
  standing = await setUpRecords(tenant.shop);
  // The last test leaves services that are still on their way back.
  return () => eventually(() => tenant.stop(), { withinMs: 60_000, everyMs: 500 });
});

const send = (request: ContractRequest, more: CallOptions = {}): Promise<Answer> =>
  system.call(request.method, request.path, { key: tenant.shop.key, ...request.options, ...more });
const sample = (operation: Operation): ContractRequest => requestOfContract(operation, standing);
const withQuery = (request: ContractRequest, query: string): ContractRequest => ({
  ...request,
  path: `${request.path}?${query}`,
});

function signal(names: readonly string[], kind: 'SIGSTOP' | 'SIGCONT'): void {
  for (const name of names) {
    const { pid } = processNamed(system, name);
    if (pid !== undefined) process.kill(pid, kind);
  }
}

describe.each(OPERATIONS)('$id', (operation) => {
  test('refuses a query that it does not know', async () => {
    expect((await send(withQuery(sample(operation), 'surprise=1'))).problem().code).toBe('invalid_parameter');
  });

  test('asks for a key', async () => {
    const { method, path, options } = sample(operation);
    // Requests without a key are counted by address, and those for all operations may come within seconds.
    const headers = { ...options.headers, 'x-forwarded-for': `198.18.1.${OPERATIONS.indexOf(operation) % 256}` };

    expect((await system.call(method, path, { ...options, headers })).problem().code).toBe('unauthenticated');
  });

  test('asks for the plan that production needs', async () => {
    expect((await send(sample(operation), { key: await productionKeyWithoutPlan() })).problem().code).toBe('plan_required');
  });

  test('holds to the limit of a key', async () => {
    const { key } = await system.operator.key({ ...tenant.tenant, limit: { burst: 1, rate: 1 } });
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(withQuery(sample(operation), 'surprise=1'), { key })));

    const limited = answers.filter(({ status }) => status === 429);

    expect(limited.length).toBeGreaterThan(0);
    for (const answer of limited) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('refuses endless targets and headers', async () => {
    expect((await send(withQuery(sample(operation), `q=${'x'.repeat(9_000)}`))).problem().code).toBe('uri_too_long');
    expect((await send(sample(operation), { headers: { 'x-long': 'x'.repeat(16_500) } })).problem().code).toBe(
      'headers_too_large',
    );
  });
});

test.each(OPERATIONS.filter(({ path }) => path.includes(':')))('$id does not find an unknown record', async (operation) => {
  expect((await send({ ...sample(operation), path: pathTo(operation, UNKNOWN) })).problem().code).toBe('not_found');
});

test.each(OPERATIONS.filter(({ conditional }) => conditional))(
  '$id refuses another version than the one that is meant',
  async (operation) => {
    const problem = (await send(sample(operation), { headers: { 'if-match': '"999999"' } })).problem('version_conflict');

    expect(problem).toMatchObject({ current_version: expect.any(Number), current: expect.any(Object) });
  },
);

test.each(VERSIONED)('$id says nothing again of what the caller has already', async (operation) => {
  const { headers } = await send(sample(operation));

  const again = await send(sample(operation), { headers: { 'if-none-match': headers.get('etag') ?? '' } });

  expect([again.status, again.text]).toEqual([304, '']);
});

test.each(OPERATIONS.filter(writes))('$id refuses other media, and bodies beyond its bounds', async (operation) => {
  const request = { ...sample(operation), options: {} };
  const size = maxBodyBytesOf(operation) + 1;
  const type = operation.upload?.media[0]?.type ?? 'application/json';

  expect((await send(request, { raw: '{}', headers: { 'content-type': 'image/png' } })).problem().code).toBe(
    'unsupported_media_type',
  );
  expect((await send(request, { raw: new Uint8Array(size).fill(0x20), headers: { 'content-type': type } })).problem().code).toBe(
    'payload_too_large',
  );
});

test('an atomic batch on another quantity than it expects changes nothing', async () => {
  const body = { mode: 'atomic', items: [{ op: 'update', sku: 'RARE-01', on_hand: 4, expected_on_hand: 3 }] };

  const answer = await system.call('POST', '/inventory/batch', { key: tenant.shop.key, body });

  expect([answer.status, answer.problem().code]).toEqual([412, 'version_conflict']);
  expect((await tenant.shop.sku('RARE-01')).on_hand).toBe(0);
});

test('an empty location is archived, and stays readable', async () => {
  const { id } = await tenant.shop.createLocation({ type: 'warehouse', code: 'EMPTY' });

  const archived = await system.call('DELETE', `/locations/${id}`, { key: tenant.shop.key });

  expect(archived.as(200, locationRecord).status).toBe('archived');
  expect(await tenant.shop.location(id)).toMatchObject({ status: 'archived' });
});

test('what orders need inventory for is promised while it stands still', async () => {
  const { packed } = standing;
  const { key } = tenant.shop;
  const order = () => tenant.shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 1 }] });
  const [whole, planned, closed, another] = [await order(), await order(), await order(), await order()];
  const part = async () => (await takePart(system.call, key, `/orders/${(await order()).id}/fulfilments`)).id;
  const packedPart = async () => (await takePart(system.call, key, `/fulfilments/${await part()}/pack`)).id;
  const parts = { pack: await part(), cancel: await part(), ship: await packedPart(), unpack: await packedPart() };
  signal(['inventory'], 'SIGSTOP');
  try {
    const answers = await Promise.all([
      system.call('POST', '/orders', { key, body: { lines: [{ sku: 'MUG-01', quantity: 1 }] } }),
      system.call('POST', `/orders/${whole.id}/pack`, { key }),
      system.call('POST', `/orders/${planned.id}/fulfilments`, { key }),
      system.call('POST', `/orders/${packed.id}/ship`, { key }),
      system.call('POST', `/orders/${closed.id}/close`, { key }),
      system.call('POST', `/orders/${another.id}/cancel`, { key }),
      ...Object.entries(parts).map(([step, id]) => system.call('POST', `/fulfilments/${id}/${step}`, { key })),
    ]);

    expect(answers.map(({ status, headers }) => [status, headers.has('location')])).toEqual(answers.map(() => [202, true]));
  } finally {
    signal(['inventory'], 'SIGCONT');
  }
});

test('so are changes of orders and what comes back of them', async () => {
  const { key } = tenant.shop;
  const ask = (path: string, body: object, method = 'POST') => system.call(method, path, { key, body });
  const order = async (quantity = 1): Promise<OrderRecord> => tenant.shop.createOrder({ lines: [{ sku: 'MUG-01', quantity }] });
  const [edited, ranked, held, suspended, moved] = [await order(), await order(), await order(), await order(), await order()];
  const reason = { reason: 'payment', release_stock: true };
  const { holds } = (await ask(`/orders/${suspended.id}/holds`, reason)).as(201, orderRecord);
  const shipped = await order(9);
  await tenant.shop.pack(shipped.id);
  await tenant.shop.ship(shipped.id);
  const line = { line_id: shipped.lines[0]?.id, quantity: 1 };
  const asked = { order_id: shipped.id, lines: [{ ...line, reason: 'damaged' }] };
  const takeBack = (approved: boolean, external = {}) =>
    takeReturn(system.call, key, '/returns', { ...asked, approved, ...external });
  const named = { external_id: 'rma-1' };
  const known = await takeBack(false, named);
  expect((await ask('/returns', { ...asked, ...named })).as(200, returnRecord).id).toBe(known.id);

  const steps = [
    () => ask(`/orders/${edited.id}/edit`, { mode: 'patch', lines: [{ id: edited.lines[0]?.id, quantity: 2 }] }),
    () => ask(`/orders/${ranked.id}`, { priority: 9 }, 'PATCH'),
    () => ask(`/orders/${moved.id}/reassign`, { lines: [{ line_id: moved.lines[0]?.id, quantity: 1, to: 'MAIN' }] }),
    () => ask(`/orders/${held.id}/holds`, reason),
    () => system.call('DELETE', `/orders/${suspended.id}/holds/${holds[0]?.id}`, { key }),
    () => ask('/returns', { ...asked, approved: true }),
  ];
  signal(['inventory'], 'SIGSTOP');
  try {
    const answers = await Promise.all(steps.map((step) => step()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  } finally {
    signal(['inventory'], 'SIGCONT');
  }
});

test('and each step of a return', async () => {
  const { key } = tenant.shop;
  const call = (path: string, body: object = {}) => system.call('POST', path, { key, body });
  await call('/locations', { type: 'warehouse', code: 'BACK', usage: 'returns' });
  /** Makes a return that the step can be taken of. @returns asks for the step. */
  const stepOf = async (step: string): Promise<() => Promise<Answer>> => {
    const shipped = await tenant.shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 2 }] });
    await tenant.shop.pack(shipped.id);
    await tenant.shop.ship(shipped.id);
    const line = { line_id: shipped.lines[0]?.id, quantity: 1 };
    const lines = [{ ...line, quantity: 2, reason: 'damaged' }];
    const approved = step !== 'approve';
    const { id } = await takeReturn(system.call, key, '/returns', { order_id: shipped.id, lines, approved });
    if (step === 'dispositions') await takeReturn(system.call, key, `/returns/${id}/receipts`, { lines: [line] });
    const bodies: Readonly<Record<string, object>> = {
      receipts: { lines: [line] },
      dispositions: { lines: [{ ...line, disposition: 'restock' }] },
    };
    return () => call(`/returns/${id}/${step}`, bodies[step]);
  };
  const steps = await Promise.all(['approve', 'cancel', 'close', 'receipts', 'dispositions'].map(stepOf));
  signal(['inventory'], 'SIGSTOP');
  try {
    const answers = await Promise.all(steps.map((step) => step()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  } finally {
    signal(['inventory'], 'SIGCONT');
  }
});

test('a hold of an order that has ended, and a reservation that became an order, are not released', async () => {
  const { key } = tenant.shop;
  const lines = [{ sku: 'MUG-01', quantity: 1 }];
  const reserved = await system.call('POST', '/reservations', { key, body: { lines, expires_in: 600 } });
  const { id } = reserved.as(201, reservationRecord);
  const order = await tenant.shop.createOrder({ lines, reservation_id: id });
  const body = { reason: 'payment' };
  const { holds } = (await system.call('POST', `/orders/${order.id}/holds`, { key, body })).as(201, orderRecord);
  await tenant.shop.cancel(order.id);

  expect((await system.call('DELETE', `/reservations/${id}`, { key })).problem('invalid_transition').status).toBe(409);
  const released = await system.call('DELETE', `/orders/${order.id}/holds/${holds[0]?.id}`, { key });
  expect(released.problem('invalid_transition').status).toBe(409);
});

test('every operation says in time that no answer comes', async () => {
  signal(SERVICES, 'SIGSTOP');
  try {
    const answers = await Promise.all(PROMPT.map((operation) => send(sample(operation))));

    expect(answers.map((answer) => answer.problem().code)).toEqual(answers.map(() => 'timeout'));
  } finally {
    signal(SERVICES, 'SIGCONT');
  }
});

test('every operation says that its service cannot be reached', async () => {
  const answers = (await Promise.all(SERVICES.map(answersOfUnreachable))).flat();

  expect(answers).toHaveLength(PROXIED.length);
  for (const answer of answers) {
    expect(answer.problem().code).toBe('upstream_unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

async function answersOfUnreachable(service: string): Promise<Answer[]> {
  const its = OPERATIONS.filter((operation) => operation.service === service);
  return await withServiceDown(system, service, () => Promise.all(its.map((operation) => send(sample(operation)))));
}

let withoutPlan: Promise<string> | undefined;

/** One for all: a production key of an account whose plan was taken back. */
function productionKeyWithoutPlan(): Promise<string> {
  withoutPlan ??= (async () => {
    const { id: accountId } = await system.operator.account('A shop that goes back to evaluating');
    const { key } = await system.operator.key({ accountId, environment: 'production' });
    await system.operator.setPlan(accountId, 'evaluation');
    return key;
  })();
  return withoutPlan;
}
