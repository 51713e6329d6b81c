import { expect, test } from 'vitest';
import { formKeyText } from './domain/api-key.ts';
import { makeKeyCommands } from './key-commands.ts';
import type { Account, ApiKey } from './account-ports.ts';

const by = { actor: 'operator', address: undefined, requestId: 'req_1' };
const now = new Date('2026-11-21T12:00:00.000Z');
const text = formKeyText('sandbox', '0123456789ABCDEFGHIJabcdefghij');

function start(plan: Account['plan'] = 'evaluation', kept: ApiKey[] = []) {
  const account: Account = { id: 'acc_1', name: 'Mugs & Co', plan, suspendedAt: undefined, createdAt: now };
  const commands = makeKeyCommands({
    accounts: {
      find: async (id) => (id === account.id ? account : undefined),
    },
    keys: {
      add: async (key) => void kept.push(key),
      find: async ({ keyId }) => kept.find(({ id }) => id === keyId),
      save: async (key) =>
        kept.splice(
          kept.findIndex(({ id }) => id === key.id),
          1,
          key,
        ).length === 1,
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

const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const owner = { ...by, actor: 'mem_1' };
const keyBy = ({ id }: ApiKey) => ({ ...by, actor: id });

/** A key that the operator limited to 30 days and two networks. */
async function limited() {
  const { kept, commands } = start();
  const wish = { accountId: 'acc_1', environment: 'sandbox', role: 'admin' } as const;
  const limits = { expiresAt: inDays(30), ipAllowlist: ['192.0.2.0/24', '2001:db8::/32'] };
  const { key } = await commands.issue({ ...wish, ...limits }, by);
  return { kept, commands, key, name: { keyId: key.id, accountId: 'acc_1' } };
}

const refusedAt = (...pointers: readonly string[]) => ({
  code: 'validation_failed',
  details: { errors: pointers.map((pointer) => expect.objectContaining({ pointer })) },
});

test.each([
  ['its end is removed', { expiresAt: null }, '/expires_at'],
  ['its end is later', { expiresAt: inDays(31) }, '/expires_at'],
  ['its addresses are removed', { ipAllowlist: [] }, '/ip_allowlist'],
  ['a network is wider', { ipAllowlist: ['192.0.2.0/23'] }, '/ip_allowlist'],
  ['an address is elsewhere', { ipAllowlist: ['192.0.2.9', '198.51.100.1'] }, '/ip_allowlist'],
])('a limit that the operator set is not widened by the owner: %s', async (_what, change, pointer) => {
  const { kept, commands, key, name } = await limited();

  await expect(commands.update({ ...name, ...change }, owner)).rejects.toMatchObject(refusedAt(pointer));
  expect(kept).toEqual([key]);
});

test('the owner narrows what the operator set, widens it again up to that, and renames it', async () => {
  const { commands, name } = await limited();
  const narrow = { expiresAt: inDays(1), ipAllowlist: ['192.0.2.9', '2001:db8:1::/48'] };

  expect(await commands.update({ ...name, ...narrow }, owner)).toMatchObject(narrow);
  expect(await commands.update({ ...name, expiresAt: inDays(30), name: 'shelf' }, owner)).toMatchObject({ name: 'shelf' });
});

test('the operator widens what the operator set, also of an expired key', async () => {
  const { kept, commands, key, name } = await limited();
  kept.splice(0, 1, { ...key, expiresAt: inDays(-1) });

  await expect(commands.update({ ...name, name: 'shelf' }, owner)).rejects.toMatchObject({ code: 'key_not_active' });
  const widened = await commands.update({ ...name, expiresAt: null, ipAllowlist: [] }, by);
  expect(widened).toMatchObject({ expiresAt: undefined, ipAllowlist: [], operatorLimits: undefined });
});

test('a key does not change its own end or addresses, and can be renamed by itself', async () => {
  const { commands, key, name } = await limited();

  await expect(commands.update({ ...name, expiresAt: inDays(1) }, keyBy(key))).rejects.toMatchObject(refusedAt('/expires_at'));
  expect(await commands.update({ ...name, name: 'shelf', expiresAt: key.expiresAt }, keyBy(key))).toMatchObject({
    name: 'shelf',
  });
});

test('a key that is made by a key has no higher limit, by default that of the one that asks', async () => {
  const { commands, kept, key } = await limited();
  kept.splice(0, 1, { ...key, limit: { burst: 50, rate: 2 } });
  const tenant = { accountId: 'acc_1', environment: 'sandbox' } as const;
  const make = (more: object) => commands.issueOwn(tenant, { name: 'second', role: 'admin', ...more }, keyBy(key));

  await expect(make({ burst: 51 })).rejects.toMatchObject(refusedAt('/burst'));
  await expect(make({ rate: 3 })).rejects.toMatchObject(refusedAt('/rate'));
  expect((await make({})).key.limit).toEqual({ burst: 50, rate: 2 });
  expect((await make({ burst: 20, rate: 1 })).key.limit).toEqual({ burst: 20, rate: 1 });
});

test('a key that is made by a key is valid no longer, and from no more addresses, by any later change', async () => {
  const { commands, key } = await limited();
  const tenant = { accountId: 'acc_1', environment: 'sandbox' } as const;
  const wish = { name: 'second', role: 'admin' } as const;
  const make = (more: object) => commands.issueOwn(tenant, { ...wish, ...more }, keyBy(key));

  await expect(make({ expires_at: inDays(31).toISOString() })).rejects.toMatchObject(refusedAt('/expires_at'));
  await expect(make({ ip_allowlist: [] })).rejects.toMatchObject(refusedAt('/ip_allowlist'));
  const { key: second } = await make({});
  expect(second).toMatchObject({ expiresAt: key.expiresAt, ipAllowlist: key.ipAllowlist });
  const name = { keyId: second.id, accountId: 'acc_1' };
  for (const actor of [keyBy(key), keyBy(second), owner])
    await expect(commands.update({ ...name, expiresAt: null }, actor)).rejects.toMatchObject(refusedAt('/expires_at'));
});

/** Keys that the owner issued: one of a day from one network, and others that are wider or not. */
async function keysOfOwner() {
  const { commands, kept } = start();
  const tenant = { accountId: 'acc_1', environment: 'sandbox' } as const;
  const issue = async (name: string, more: object) => {
    const { key } = await commands.issueOwn(tenant, { name, role: 'admin', ...more }, owner);
    return key;
  };
  const inDay = inDays(1).toISOString();
  const keys = {
    limited: await issue('limited', { expires_at: inDay, ip_allowlist: ['192.0.2.0/24'] }),
    within: await issue('within', { expires_at: inDay, ip_allowlist: ['192.0.2.9'] }),
    longer: await issue('longer', { expires_at: inDays(9).toISOString(), ip_allowlist: ['192.0.2.9'] }),
    endless: await issue('endless', { ip_allowlist: ['192.0.2.9'] }),
    everywhere: await issue('everywhere', { expires_at: inDay }),
    elsewhere: await issue('elsewhere', { expires_at: inDay, ip_allowlist: ['198.51.100.1'] }),
  };
  const nameOf = (which: keyof typeof keys) => ({ keyId: keys[which].id, accountId: 'acc_1' });
  return { commands, kept, keys, nameOf, by: keyBy(keys.limited) };
}

test.each([
  ['longer', '/expires_at'],
  ['endless', '/expires_at'],
  ['everywhere', '/ip_allowlist'],
  ['elsewhere', '/ip_allowlist'],
] as const)('a key neither rotates nor changes one that is wider than itself: %s', async (which, pointer) => {
  const { commands, kept, nameOf, by: key } = await keysOfOwner();
  const before = structuredClone(kept);

  await expect(commands.rotate({ ...nameOf(which), overlapSeconds: 0 }, key)).rejects.toMatchObject(refusedAt(pointer));
  await expect(commands.update({ ...nameOf(which), name: 'renamed' }, key)).rejects.toMatchObject(refusedAt(pointer));
  expect(kept).toEqual(before);
  expect(await commands.rotate({ ...nameOf(which), overlapSeconds: 0 }, owner)).toMatchObject({ text });
});

test('a key rotates itself and those within its limits, renames them, and narrows others to its limits', async () => {
  const { commands, nameOf, by: key } = await keysOfOwner();

  for (const which of ['limited', 'within'] as const) {
    expect(await commands.rotate({ ...nameOf(which), overlapSeconds: 60 }, key)).toMatchObject({ text });
    expect(await commands.update({ ...nameOf(which), name: 'renamed' }, key)).toMatchObject({ name: 'renamed' });
  }
  expect(await commands.update({ ...nameOf('longer'), expiresAt: inDays(1) }, key)).toMatchObject({ expiresAt: inDays(1) });
  const beyond = commands.update({ ...nameOf('endless'), expiresAt: inDays(2) }, key);
  await expect(beyond).rejects.toMatchObject(refusedAt('/expires_at'));
});
