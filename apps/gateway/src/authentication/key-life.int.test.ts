import { issuedKey, keyRecord } from '@fulfilment/contracts';
import { eventually, TIMED } from '@fulfilment/testing';
import { type Db, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { AuditDocument, KeyDocument } from '../accounts/account-documents.ts';
import { clientOf, expectProblem } from '../testing/client.ts';
import { gatewayEnv, type GatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

const OLD_PEPPER = 'the pepper of last year, long enough';
const NEW_PEPPER = 'the pepper of this year, long enough';

let upstream: Upstream;
let env: GatewayEnv;
let gateway: TestGateway;
let client: MongoClient;
let db: Db;

beforeAll(async () => {
  upstream = await startUpstream();
  env = { ...gatewayEnv(inject('engines'), upstream.url), KEY_PEPPER: OLD_PEPPER };
  gateway = await startGateway(env);
  client = await MongoClient.connect(inject('engines').mongodbUrl);
  db = client.db(env['MONGODB_DATABASE']);
});

afterAll(async () => {
  await db.dropDatabase();
  await client.close();
  await gateway.stop();
  await upstream.stop();
});

async function issue(wish: Record<string, unknown> = {}, on: TestGateway = gateway) {
  const { id: accountId } = await on.operator.account();
  const body = { account_id: accountId, environment: 'sandbox', role: 'admin', ...wish };
  return issuedKey.parse((await on.operator.call('POST', '/operator/v1/keys', body)).body);
}

const statusWith = async (key: string, on: TestGateway = gateway): Promise<number> =>
  (await clientOf(on, key)('/v1/inventory')).status;

const left = async (key: string): Promise<number> =>
  Number((await clientOf(gateway, key)('/v1/inventory')).headers.get('x-ratelimit-remaining'));

const rotate = (id: string, overlapSeconds?: number) =>
  gateway.operator.call('POST', `/operator/v1/keys/${id}/rotate`, { overlap_seconds: overlapSeconds });

describe('a rotated key', () => {
  test('opens by its new text at once, and by the old one for the overlap', async () => {
    const old = await issue();
    const rotated = issuedKey.parse((await rotate(old.id, 5)).body);

    expect(rotated).toMatchObject({ id: old.id, role: old.role, secrets: [{ ends_at: null }, { last4: old.last4 }] });
    expect(rotated.key).not.toBe(old.key);
    expect([await statusWith(rotated.key), await statusWith(old.key)]).toEqual([200, 200]);
    await eventually(async () => expect(await statusWith(old.key)).toBe(401), { everyMs: 250 });
    expect(await statusWith(rotated.key)).toBe(200);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(rotated.secrets[1]?.ends_at ?? ''));
  });

  test('has one bucket, however many texts open it', async () => {
    const old = await issue({ burst: 50, rate: 1 });
    const rotated = issuedKey.parse((await rotate(old.id, 60)).body);

    expect([await left(old.key), await left(rotated.key)]).toEqual([49, 48]);
  });

  test('without an overlap leaves the old text nothing, within a second', TIMED, async () => {
    const old = await issue();
    expect(await statusWith(old.key)).toBe(200);
    await rotate(old.id, 0);
    const doneMs = Date.now();

    await eventually(async () => expect(await statusWith(old.key)).toBe(401));
    expect(Date.now() - doneMs).toBeLessThan(1_500);
  });

  test('is revoked with all its texts', async () => {
    const old = await issue();
    const rotated = issuedKey.parse((await rotate(old.id, 600)).body);
    await gateway.operator.revoke(old.id);

    await eventually(async () => expect([await statusWith(old.key), await statusWith(rotated.key)]).toEqual([401, 401]));
  });

  test('cannot be one that has ended, and 404 for an unknown one', async () => {
    const { id } = await issue();
    await gateway.operator.revoke(id);

    expect(await rotate(id)).toMatchObject({ status: 409, body: { code: 'key_not_active', status_of_key: 'revoked' } });
    expect((await rotate('key_01JD8Z0000000000000000TEST')).status).toBe(404);
    expect(await rotate(id, -1)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/overlap_seconds' }] } });
  });
});

describe('a key that is good from some addresses', () => {
  test('opens from there and from nowhere else, with the one answer that all bad keys get', async () => {
    const { key } = await issue({ ip_allowlist: ['192.0.2.0/24', '2001:db8::/32'] });
    const from = (address: string) =>
      fetch(`${gateway.url}/v1/inventory`, { headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address } });

    const statuses = await Promise.all(['192.0.2.7', '2001:db8::7', '192.0.3.7', '2001:db9::7'].map(from));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 401, 401]);
    expectProblem(await clientOf(gateway, key)('/v1/inventory'), 'unauthenticated');
  });

  test('422 names what is no address', async () => {
    const { id: accountId } = await gateway.operator.account();
    const body = { account_id: accountId, environment: 'sandbox', role: 'admin', ip_allowlist: ['192.0.2.0/24', 'home'] };

    expect(await gateway.operator.call('POST', '/operator/v1/keys', body)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/ip_allowlist/1' }] },
    });
  });
});

test('under a new pepper, keys of the old one open and move to it; without the old one the rest are nothing', async () => {
  const [used, unused] = [await issue(), await issue()];
  const rotating = await startGateway({ ...env, KEY_PEPPER: NEW_PEPPER, KEY_PEPPERS_OLD: JSON.stringify([OLD_PEPPER]) });
  expect(await statusWith(used.key, rotating)).toBe(200);
  await rotating.stop();

  const after = await startGateway({ ...env, KEY_PEPPER: NEW_PEPPER });
  expect([await statusWith(used.key, after), await statusWith(unused.key, after)]).toEqual([200, 401]);
  await after.stop();
  const kept = await db.collection<KeyDocument>('keys').findOne({ _id: used.id });
  expect(kept?.secrets[0]).toMatchObject({ last4: used.last4, prefix: used.prefix });
});

test('while gateways change to a new pepper one after another, each opens what another has moved', async () => {
  const { key } = await issue();
  const before = await startGateway({ ...env, KEY_PEPPERS_OLD: JSON.stringify([NEW_PEPPER]) });
  const swapped = await startGateway({ ...env, KEY_PEPPER: NEW_PEPPER, KEY_PEPPERS_OLD: JSON.stringify([OLD_PEPPER]) });
  expect(await statusWith(key, swapped)).toBe(200);

  expect(await statusWith(key, before)).toBe(200);
  await Promise.all([before.stop(), swapped.stop()]);
});

test('every change of a key is kept with who made it, when and from where, and no secret', async () => {
  const issued = await issue({ name: 'till 3' });
  const rotated = issuedKey.parse((await rotate(issued.id, 60)).body);
  const revoked = keyRecord.parse(await gateway.operator.revoke(issued.id));
  await gateway.operator.revoke(issued.id);

  const log = db.collection<AuditDocument>('audit_log');
  const entries = await log.find({ 'target.id': issued.id }, { sort: { _id: 1 } }).toArray();
  expect(entries.map(({ action }) => action)).toEqual(['key.created', 'key.rotated', 'key.revoked']);
  for (const entry of entries) {
    expect(entry).toMatchObject({
      account_id: issued.account_id,
      environment: 'sandbox',
      actor: 'operator',
      address: expect.stringMatching(/127\.0\.0\.1$/),
      request_id: expect.stringMatching(/^req_/),
    });
  }
  expect(entries[2]?.created_at.toISOString()).toBe(revoked.revoked_at);
  const text = JSON.stringify(entries);
  expect([text.includes(issued.key), text.includes(rotated.key)]).toEqual([false, false]);
});
