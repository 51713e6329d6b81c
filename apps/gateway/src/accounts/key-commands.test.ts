import { expect, test } from 'vitest';
import { formKeyText } from './domain/api-key.ts';
import { makeKeyCommands } from './key-commands.ts';
import type { Account, ApiKey } from './account-ports.ts';

const by = { actor: 'operator', address: undefined, requestId: 'req_1' };
const now = new Date('2026-11-21T12:00:00.000Z');
const text = formKeyText('sandbox', '0123456789ABCDEFGHIJabcdefghij');

function start(plan: Account['plan'] = 'evaluation') {
  const kept: ApiKey[] = [];
  const account: Account = { id: 'acc_1', name: 'Mugs & Co', plan, createdAt: now };
  const commands = makeKeyCommands({
    accounts: {
      find: async (id) => (id === account.id ? account : undefined),
    },
    keys: {
      add: async (key) => void kept.push(key),
      find: async () => undefined,
      save: async () => false,
    },
    mint: () => ({ text, digest: 'digest', pepperId: 'pepper' }),
    now: () => now,
  });
  return { kept, commands };
}

test('a sandbox key is available on any plan, with the limit of sandboxes', async () => {
  const { kept, commands } = start();
  const issued = await commands.issue({ accountId: 'acc_1', environment: 'sandbox', role: 'viewer' }, by);

  expect(issued).toMatchObject({
    text,
    key: { role: 'viewer', limit: { burst: 100, rate: 10 }, secrets: [{ last4: text.slice(-4) }] },
  });
  expect(kept).toEqual([issued.key]);
  expect(JSON.stringify(kept)).not.toContain(text);
});

test('a production key requires the enterprise plan', async () => {
  const wish = { accountId: 'acc_1', environment: 'production', role: 'admin' } as const;

  await expect(start('evaluation').commands.issue(wish, by)).rejects.toMatchObject({ code: 'plan_required' });
  expect(await start('enterprise').commands.issue(wish, by)).toMatchObject({ key: { limit: { burst: 1_000, rate: 100 } } });
});

test('a key for an unknown account is refused', async () => {
  const { kept, commands } = start();

  await expect(commands.issue({ accountId: 'acc_2', environment: 'sandbox', role: 'admin' }, by)).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(kept).toEqual([]);
});

test('a key that would have expired already is refused', async () => {
  const wish = { accountId: 'acc_1', environment: 'sandbox', role: 'admin', expiresAt: now } as const;

  await expect(start().commands.issue(wish, by)).rejects.toMatchObject({ code: 'validation_failed' });
});
