import type { CallerClaims } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { connectMongo, type Mongo } from '@fulfilment/mongo';
import { eventually, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientOf } from '../testing/client.ts';
import { gatewayEnv, startGateway } from '../testing/start-gateway.ts';
import { startUpstream } from '../testing/start-upstream.ts';
import { auditLogOf } from './account-documents.ts';
import { AddressReads } from './address-reads.ts';
import { makePutInAuditLog } from './audit-store.ts';

let mongo: Mongo;
beforeAll(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('address_reads'), appName: 'test' });
});
afterAll(async () => {
  await mongo.db.dropDatabase();
  await mongo.stop();
});

const callerOf = (): CallerClaims => ({ sub: newId('key'), acc: newId('acc'), env: 'sandbox', role: 'manager' });

/** Counts reads, with a clock that stands. */
function counting(everyMs = 60_000) {
  const clock = { at: new Date('2026-11-27T09:59:00.000Z') };
  const reads = new AddressReads({
    write: makePutInAuditLog(mongo.db),
    now: () => clock.at,
    everyMs,
    onError: (error) => {
      throw error;
    },
  });
  const read = (claims: CallerClaims, orders: number, address = '198.18.0.1') =>
    reads.note({ claims, address, requestId: 'req-1', orders });
  return { clock, reads, read };
}

const entriesOf = async ({ acc }: CallerClaims) => {
  const found = await auditLogOf(mongo.db).find({ account_id: acc }).sort({ _id: 1 }).toArray();
  return found.map(({ details, ...entry }) => ({ ...entry, details: JSON.parse(details) }));
};

test('who reads more than 50 addresses in an hour has one entry for it, and the others none', async () => {
  const { clock, reads, read } = counting();
  const [copies, looks] = [callerOf(), callerOf()];
  for (let page = 0; page < 3; page += 1) read(copies, 20, `198.18.0.${page}`);
  for (let order = 0; order < 50; order += 1) read(looks, 1);
  clock.at = new Date('2026-11-27T10:00:00.000Z');
  read(copies, 51, '198.18.0.9');
  read(looks, 50);
  await reads.stop();

  expect(await entriesOf(copies)).toMatchObject([
    {
      action: 'orders.read',
      actor: copies.sub,
      address: '198.18.0.2',
      environment: 'sandbox',
      target: { type: 'account', id: copies.acc },
      details: { hour: '2026-11-27T09:00:00.000Z', answers: 3, orders: 60 },
    },
    { address: '198.18.0.9', details: { hour: '2026-11-27T10:00:00.000Z', answers: 1, orders: 51 } },
  ]);
  expect(await entriesOf(looks)).toEqual([]);
});

test('the numbers of an entry grow by rounds until its hour has ended', async () => {
  const { reads, read } = counting(20);
  const caller = callerOf();
  read(caller, 60);
  await eventually(async () => expect(await entriesOf(caller)).toMatchObject([{ details: { answers: 1, orders: 60 } }]));
  read(caller, 1);
  await eventually(async () => expect(await entriesOf(caller)).toMatchObject([{ details: { answers: 2, orders: 61 } }]));
  await reads.stop();
});

test('a gateway counts what services tell it, which clients are not told, and writes it before it ends', async () => {
  const upstream = await startUpstream();
  const gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  const { id: accountId } = await gateway.operator.account();
  const { id, key } = await gateway.operator.key({ accountId });
  const client = clientOf(gateway, key);
  upstream.answerWith((_request, response) => {
    response.setHeader('x-internal-addresses', '30').setHeader('content-type', 'application/json').end('{"data":[]}');
  });
  const { headers } = await client('/v1/orders?limit=30');
  await client('/v1/orders?limit=30');
  upstream.answerWith((_request, response) => void response.writeHead(404, { 'x-internal-addresses': '30' }).end());
  await client('/v1/orders?limit=30');
  await gateway.stop();
  await upstream.stop();

  expect(Object.keys(headers).filter((name) => name.startsWith('x-internal'))).toEqual([]);
  const database = gateway.env['MONGODB_DATABASE'];
  const entries = await auditLogOf(mongo.client.db(database)).find({ action: 'orders.read' }).toArray();
  expect(entries).toMatchObject([{ actor: id, account_id: accountId, address: expect.stringMatching(/^198\.18\./) }]);
  expect(JSON.parse(entries[0]?.details ?? '')).toMatchObject({ answers: 2, orders: 60 });
});
