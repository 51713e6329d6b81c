import { eventually } from '@fulfilment/testing';
import { describe, expect, test } from 'vitest';
import { refusingSystem } from './refusals/refusing-system.ts';

const { system, tenant, refusal, expectUnchanged } = refusingSystem();

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

    await eventually(async () => (await system().call('GET', '/orders', { key })).problem('unauthenticated'));
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
