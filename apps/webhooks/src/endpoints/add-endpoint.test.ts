import { expect, test } from 'vitest';
import { type AddEndpointParts, makeAddEndpoint } from './add-endpoint.ts';
import type { Endpoint } from './domain/endpoint.ts';

const asked = {
  tenant: { accountId: 'acc_1', environment: 'sandbox' as const },
  url: 'https://hooks.example.com/in',
  events: ['*'],
  description: null,
  filter: null,
  ordered: false,
  batch: null,
  maxRate: null,
};
const by = { actor: 'key_1', requestId: 'req_1' };

function start(changes: Partial<AddEndpointParts> = {}) {
  const added: [Endpoint, string][] = [];
  const addEndpoint = makeAddEndpoint({
    endpoints: {
      add: async (endpoint, secret) => {
        added.push([endpoint, secret]);
        return true;
      },
    },
    checkTarget: async () => undefined,
    urlRules: { allowHttp: false },
    newSecret: () => 'whsec_new',
    now: () => new Date('2026-11-21T10:00:00Z'),
    ...changes,
  });
  return { added, addEndpoint };
}

test('an endpoint begins active, with a secret of its own', async () => {
  const { added, addEndpoint } = start();

  const { endpoint, secret } = await addEndpoint(asked, by);

  expect(endpoint).toMatchObject({ ...asked, id: expect.stringMatching(/^whk_/), state: { status: 'active' } });
  expect(secret).toBe('whsec_new');
  expect(added).toEqual([[endpoint, secret]]);
});

test.each<[string, Partial<AddEndpointParts>, string]>([
  ['a URL that may not be', {}, 'ftp://hooks.example.com/'],
  ['a host that leads where deliveries do not go', { checkTarget: async () => 'It is private.' }, asked.url],
])('%s is refused with a pointer, and nothing is kept', async (_, changes, url) => {
  const { added, addEndpoint } = start(changes);

  await expect(addEndpoint({ ...asked, url }, by)).rejects.toMatchObject({
    code: 'validation_failed',
    details: { errors: [{ pointer: '/url', message: expect.stringMatching(/./) }] },
  });
  expect(added).toEqual([]);
});

test('a tenant with as many as it may is told so', async () => {
  const { addEndpoint } = start({ endpoints: { add: async () => false } });

  await expect(addEndpoint(asked, by)).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('50'),
  });
});
