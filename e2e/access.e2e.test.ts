import { mayDo, OPERATIONS, type Role, ROLES } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { refusingSystem } from './refusals/refusing-system.ts';
import { pathOf } from './refusals/requests.ts';
import { makeShop } from './system/shop.ts';

const { system, tenant, standing, refusal, expectUnchanged } = refusingSystem(inject('engines'));

const UNAUTHENTICATED = 'Send a valid API key: Authorization: Bearer <API_KEY>.';

describe('one and the same 401 is the answer to', () => {
  test.each<readonly [string, (key: string) => Readonly<Record<string, string>>]>([
    ['no key', () => ({})],
    ['another scheme', (key) => ({ authorization: `Basic ${key}` })],
    ['a key with a typo', (key) => ({ authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}` })],
    ['a key that says it is of another environment', (key) => ({ authorization: `Bearer ${key.replace('sandbox', 'live')}` })],
    ['half a key', (key) => ({ authorization: `Bearer ${key.slice(0, 20)}` })],
  ])('%s', async (_what, headersOf) => {
    const headers = headersOf(tenant().shop.key);
    for (const [method, path] of [
      ['POST', '/orders'],
      ['GET', '/orders'],
      ['GET', '/no/such/path'],
    ] as const) {
      const answer = await system().call(method, path, { headers });
      expect(answer.problem('unauthenticated').detail).toBe(UNAUTHENTICATED);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    await expectUnchanged();
  });

  test('a key that was revoked, within a second', async () => {
    const { id, key } = await system().operator.key(tenant().tenant);
    expect((await system().call('GET', '/orders', { key })).status).toBe(200);

    await system().operator.revoke(id);

    await eventually(async () => (await system().call('GET', '/orders', { key })).problem('unauthenticated'), {
      withinMs: 1_000,
    });
    expect(await refusal(['POST', '/scans'], { key, body: { barcode: '1' } })).toMatchObject({
      code: 'unauthenticated',
      detail: UNAUTHENTICATED,
    });
  });
});

test('a production key needs the Enterprise plan, a sandbox key does not', async () => {
  const { id: accountId } = await system().operator.account('A shop that evaluates', 'evaluation');
  const { key } = await system().operator.key({ accountId });

  expect((await system().call('GET', '/orders', { key })).status).toBe(200);
  await expect(system().operator.key({ accountId, environment: 'production' })).rejects.toThrow('plan_required');
});

describe.each(ROLES)('a key of role %s', (role: Role) => {
  const granted = OPERATIONS.filter(({ permission }) => mayDo(role, permission));
  const denied = OPERATIONS.filter(({ permission }) => !mayDo(role, permission));
  let key: string;

  beforeAll(async () => {
    ({ key } = await system().operator.key({ ...tenant().tenant, role }));
  });

  // Asked for in a way that changes nothing: a read, or a body that is refused for itself.
  test.each(granted)('may $method $path', async (operation) => {
    const { method, upload } = operation;
    const body = method === 'GET' ? {} : { body: { surprise: 1 } };
    const file = { raw: 'surprise', headers: { 'content-type': upload?.media[0]?.type ?? '' } };

    const { status } = await system().call(method, pathOf(operation, standing()), { key, ...(upload ? file : body) });

    expect(status).toBe(method === 'GET' ? 200 : 422);
    await expectUnchanged();
  });

  test.each(denied)('may not $method $path, and is told what it lacks', async (operation) => {
    const problem = await refusal([operation.method, pathOf(operation, standing())], { key });

    expect(problem).toMatchObject({ code: 'forbidden', permission: operation.permission });
  });
});

/** Of operations whose empty body is refused before a record is looked for. */
const RIGHT_BODIES: Readonly<Record<string, object>> = {
  transferStock: { to: 'MAIN', sku: 'OWN-01', quantity: 1 },
  adjustStock: { delta: 1, reason: 'receipt' },
};

describe('a key of another account', () => {
  test.each(OPERATIONS.filter(({ path }) => path.includes(':')))('finds no record for $method $path', async (operation) => {
    const { id: accountId } = await system().operator.account('Another shop');
    const { key } = await system().operator.key({ accountId });
    await makeShop(system().call, key).createSku({ sku: 'OWN-01', name: 'Own' });
    const body = RIGHT_BODIES[operation.id];

    const problem = await refusal([operation.method, pathOf(operation, standing())], { key, ...(body ? { body } : {}) });

    expect(problem.code).toBe('not_found');
  });
});
