import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@fulfilment/http';
import { newId } from '@fulfilment/kernel';
import { connectMongo, type Mongo } from '@fulfilment/mongo';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runAdmin } from '../../apps/cli/src/run-admin.ts';
import { clientOf } from '../../apps/gateway/src/testing/client.ts';
import { memberOf } from '../../apps/gateway/src/testing/member-of.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../../apps/gateway/src/testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../../apps/gateway/src/testing/start-upstream.ts';

let upstream: Upstream;
let gateway: TestGateway;
let webhooks: Server;
let mongo: Mongo;
let folder: string;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  const { MONGODB_URL: url = '', MONGODB_DATABASE: database = '' } = gateway.env;
  mongo = await connectMongo({ url, database, appName: 'test' });
  // Webhooks holds and releases the deliveries of an account.
  webhooks = createServer((_request, response) => response.end(JSON.stringify({ changed: 1 })));
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-revocations-'));
  env = {
    GATEWAY_INTERNAL_URL: gateway.internalUrl,
    WEBHOOKS_URL: `http://127.0.0.1:${await listen(webhooks, { host: '127.0.0.1', port: 0 })}`,
    JWT_PRIVATE_KEY: gateway.env['JWT_PRIVATE_KEY'] ?? '',
  };
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
  await mongo.stop();
  await new Promise((resolve) => webhooks.close(resolve));
  await rm(folder, { recursive: true });
});

async function admin(...words: readonly string[]) {
  const printed = { out: '', err: '' };
  const code = await runAdmin([...words, '--json'], {
    env,
    print: (text) => (printed.out += text),
    complain: (text) => (printed.err += text),
  });
  return { code, ...printed };
}

const NAMES = ['accounts', 'keys', 'members', 'sessions', 'audit_log'] as const;

/** Keeps the store as it is. @returns brings it back to that, as a restored backup does. */
async function backUp(): Promise<() => Promise<void>> {
  const kept = await Promise.all(NAMES.map((name) => mongo.db.collection(name).find().toArray()));
  return async () => {
    for (const [place, name] of NAMES.entries()) {
      const documents = kept[place] ?? [];
      await mongo.db.collection(name).deleteMany({});
      if (documents.length > 0) await mongo.db.collection(name).insertMany(documents);
    }
  };
}

test('what was revoked after a backup is revoked again after its restore, and all sessions end', async () => {
  const { id: accountId } = await gateway.operator.account();
  const { id: other } = await gateway.operator.account();
  const leaked = await gateway.operator.key({ accountId });
  const rotated = await gateway.operator.key({ accountId });
  const kept = await gateway.operator.key({ accountId });
  const ofOther = await gateway.operator.key({ accountId: other });
  const member = await memberOf(gateway, accountId);
  // A session of its own stays until all end: a removed member has none left.
  await memberOf(gateway, accountId);
  const since = new Date().toISOString();
  const restore = await backUp();
  const early = await admin('key', 'revoke', leaked.id);
  const late = await gateway.operator.key({ accountId });
  await admin('key', 'revoke', late.id);
  await admin('key', 'rotate', rotated.id, '--overlap', '0');
  await admin('member', 'remove', member.id);
  await admin('key', 'update', kept.id, '--rate', '5');
  await admin('account', 'suspend', '--account', other);
  expect(early.code).toBe(0);
  const statusOf = async (key: string) => (await clientOf(gateway, key)('/v1/me')).status;
  const file = join(folder, 'revocations.json');
  await writeFile(file, (await admin('revocation', 'list', '--since', since)).out);

  await restore();
  await eventually(async () => expect(await statusOf(leaked.key)).toBe(200));
  const dry = await admin('revocation', 'apply', file, '--dry-run');
  expect(await statusOf(leaked.key)).toBe(200);
  const applied = await admin('revocation', 'apply', file);
  const again = await admin('revocation', 'apply', file);

  const results = (result: string) => [
    { action: 'key.revoked', id: leaked.id, result },
    { action: 'key.revoked', id: late.id, result: 'unknown' },
    { action: 'member.removed', id: member.id, result },
    { action: 'account.suspended', id: other, result },
  ];
  expect(JSON.parse(dry.out)).toMatchObject({ applied: results('would_be_done'), sessions_ended: 0, dry_run: true });
  expect(JSON.parse(applied.out)).toMatchObject({
    applied: results('done'),
    by_hand: [{ target: { id: rotated.id } }, { target: { id: kept.id } }],
  });
  expect(JSON.parse(applied.out).sessions_ended).toBeGreaterThan(0);
  expect(again.code).toBe(0);
  await eventually(async () => {
    expect(await Promise.all([leaked, kept, ofOther].map(({ key }) => statusOf(key)))).toEqual([401, 200, 403]);
  });
});

test.each([
  ['a list of sessions alone', true],
  ['an empty list', false],
])('%s ends all sessions as well: those that were ended since the backup are open again', async (_list, hasSession) => {
  const { id: accountId } = await gateway.operator.account();
  const member = await memberOf(gateway, accountId);
  const target = { type: 'session', id: newId('ses') };
  const ended = { id: newId('aud'), action: 'session.revoked', account_id: accountId, target, at: '2026-11-27T03:00:00.000Z' };
  const file = join(folder, 'sessions.json');
  await writeFile(file, JSON.stringify({ data: hasSession ? [ended] : [] }));

  const dry = await admin('revocation', 'apply', file, '--dry-run');
  const asBefore = await member.call('GET', '/session');
  const applied = await admin('revocation', 'apply', file);

  expect([JSON.parse(dry.out).sessions_ended, asBefore.status]).toEqual([0, 200]);
  expect(JSON.parse(applied.out).sessions_ended).toBeGreaterThan(0);
  await eventually(async () => expect((await member.call('GET', '/session')).status).toBe(401));
});

test('changes of one record do not hide each other, and a deleted account is suspended until it is deleted again', async () => {
  const at = '2026-11-27T03:00:00.000Z';
  const { id: accountId } = await gateway.operator.account();
  const { key } = await gateway.operator.key({ accountId });
  const [member, removed, changed] = [newId('mem'), newId('mem'), newId('key')];
  const entryOf = (action: string, type: string, id: string) => {
    const target = { type, id };
    return { id: newId('aud'), action, account_id: accountId, target, at };
  };
  const data = [
    entryOf('member.role_changed', 'member', member),
    entryOf('member.password_changed', 'member', member),
    // The member ended all other sessions.
    entryOf('session.revoked', 'member', member),
    entryOf('member.role_changed', 'member', removed),
    entryOf('member.removed', 'member', removed),
    entryOf('key.updated', 'key', changed),
    entryOf('account.deleted', 'account', accountId),
  ];
  const file = join(folder, 'changes.json');
  await writeFile(file, JSON.stringify({ data }));

  const { code, out } = await admin('revocation', 'apply', file);
  const { applied, by_hand: byHand } = JSON.parse(out);
  expect(code).toBe(0);
  expect(applied).toEqual([
    { action: 'member.removed', id: removed, result: 'unknown' },
    { action: 'account.suspended', id: accountId, result: 'done' },
  ]);
  expect(byHand).toEqual([data[0], data[1], data[5], data[6]]);
  await eventually(async () => expect((await clientOf(gateway, key)('/v1/me')).status).toBe(403));
});

test('a list since a time ago has what was revoked, and one since a time to come is refused', async () => {
  const { id: accountId } = await gateway.operator.account();
  const { id } = await gateway.operator.key({ accountId });
  await admin('key', 'revoke', id);

  const { code, out } = await admin('revocation', 'list', '--since', '1d');
  expect(code).toBe(0);
  expect(JSON.parse(out).data).toContainEqual(expect.objectContaining({ action: 'key.revoked', account_id: accountId }));
  expect(await admin('revocation', 'list', '--since', '2999-01-01')).toEqual({
    code: 1,
    out: '',
    err: '--since: Must be in the past.\n',
  });
});

test.each([
  ['no file', '/nowhere/revocations.json', 'cannot be read'],
  ['another file', import.meta.filename, 'is not what'],
])('%s is refused in one line, and nothing is done', async (_what, file, reason) => {
  const { code, out, err } = await admin('revocation', 'apply', file);

  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(reason);
  expect(err).toMatch(/^[^\n]+\n$/);
});
