import { expect, test } from 'vitest';
import { EndpointCommands, type EndpointCommandsParts } from './manage-endpoints.ts';
import type { Endpoint } from '../model/domain/endpoint.ts';

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

const refuse = () => Promise.reject(new Error('unused'));
const unused = { change: refuse, remove: refuse, holdAccount: refuse, bringForward: refuse, count: async () => 7 };

function start(changes: Partial<EndpointCommandsParts> = {}) {
  const added: [Endpoint, string][] = [];
  const commands = new EndpointCommands({
    endpoints: {
      add: async (endpoint, secret) => {
        added.push([endpoint, secret]);
        return true;
      },
      ...unused,
    },
    checkTarget: async () => undefined,
    urlRules: { allowHttp: false },
    newSecret: () => 'whsec_new',
    now: () => new Date('2026-11-21T10:00:00Z'),
    present: ({ version }) => ({ version }),
    ...changes,
  });
  return { added, commands };
}

test('a new endpoint is active, with a secret of its own', async () => {
  const { added, commands } = start();

  const { endpoint, secret } = await commands.add(asked, by);

  expect(endpoint).toMatchObject({ ...asked, id: expect.stringMatching(/^whk_/), state: { status: 'active' } });
  expect(secret).toBe('whsec_new');
  expect(added).toEqual([[endpoint, secret]]);
});

test.each<[string, Partial<EndpointCommandsParts>, string]>([
  ['a URL with a refused scheme', {}, 'ftp://hooks.example.com/'],
  ['a host with a private address', { checkTarget: async () => 'It is private.' }, asked.url],
])('%s is refused with a pointer, and nothing is stored', async (_, changes, url) => {
  const { added, commands } = start(changes);

  await expect(commands.add({ ...asked, url }, by)).rejects.toMatchObject({
    code: 'validation_failed',
    details: { errors: [{ pointer: '/url', message: expect.stringMatching(/./) }] },
  });
  expect(added).toEqual([]);
});

test('a tenant with as many endpoints as it may have is refused, and told both numbers', async () => {
  const { commands } = start({ endpoints: { ...unused, add: async () => false } });

  await expect(commands.add(asked, by, 5)).rejects.toMatchObject({
    code: 'storage_limit_reached',
    details: { errors: [{ stored: 'webhook_endpoints', used: 7, maximum: 5 }] },
  });
});
