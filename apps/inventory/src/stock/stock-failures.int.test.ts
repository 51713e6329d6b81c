import { type IdempotencyClaim, newId, type Tenant } from '@fulfilment/kernel';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Stock } from '../compose.ts';
import { adjust, allocate, confirm, count, create, origin, ship } from './domain/commands/command.builder.ts';
import { openStockDatabase, type StockDatabase } from './stock-database.fixture.ts';
import { violationsOf } from './stock-violations.fixture.ts';

const APP = 'stock-under-failures';

let database: StockDatabase;
let stock: Stock;
let tenant: Tenant;

/**
 * A primary that says that it shuts down is left alone by the driver until its next hello. A real one sends that at once; the one
 * that only says so sends it every 10 s by default, and a call waits for 5 s.
 */
const HELLO_EVERY_MS = '1000';

beforeAll(async () => {
  const engines = inject('engines');
  const url = new URL(engines.mongodbUrl);
  url.searchParams.set('heartbeatFrequencyMS', HELLO_EVERY_MS);
  database = await openStockDatabase({ ...engines, mongodbUrl: url.href });
  stock = await database.openProcess({ appName: APP });
});

beforeEach(async () => {
  tenant = await database.newTenant();
  await stock.runCommand(tenant, create('A', 10));
});

afterEach(() => fail('off', {}));

afterAll(async () => {
  await stock.stop();
  await database.drop();
});

/** Has the server fail commands of the process under test alone. */
async function fail(mode: 'off' | 'alwaysOn' | { readonly times: number }, data: object): Promise<void> {
  const admin = database.mongo.client.db('admin');
  await admin.command({
    configureFailPoint: 'failCommand',
    mode,
    ...(mode === 'off' ? {} : { data: { ...data, appName: APP } }),
  });
}

test.each([
  ['the connection is lost at the commit', { failCommands: ['commitTransaction'], closeConnection: true }],
  [
    'the commit is done and its reply says otherwise',
    { failCommands: ['commitTransaction'], writeConcernError: { code: 91, errmsg: 'shutting down' } },
  ],
  [
    'the commit is aborted by the server',
    { failCommands: ['commitTransaction'], errorCode: 251, errorLabels: ['TransientTransactionError'] },
  ],
  [
    'a write loses a race',
    { failCommands: ['bulkWrite', 'update', 'insert'], errorCode: 112, errorLabels: ['TransientTransactionError'] },
  ],
  ['a read finds no primary', { failCommands: ['find'], errorCode: 10_107, errorLabels: ['TransientTransactionError'] }],
])('where %s, the change is made once all the same', async (_what, data) => {
  await fail({ times: 1 }, data);

  await Promise.all([stock.runCommand(tenant, allocate(1, [['A', 4]])), stock.runCommand(tenant, count('A', 20))]);

  const snapshot = await database.read(tenant);
  expect(violationsOf(snapshot)).toEqual([]);
  expect(snapshot.skus).toMatchObject([{ onHand: 20, allocated: 4, version: 3 }]);
});

test.each([
  ['the store cannot be read', { failCommands: ['find'], closeConnection: true }],
  [
    'commits are done and never acknowledged',
    { failCommands: ['commitTransaction'], writeConcernError: { code: 91, errmsg: 'shutting down' } },
  ],
])('while %s callers are told to try again; what is then repeated is done once', async (_what, data) => {
  await stock.runCommand(tenant, allocate(1, [['A', 4]]));
  await stock.runCommand(tenant, confirm(1));
  await fail('alwaysOn', data);

  const refused = await Promise.allSettled([stock.runCommand(tenant, ship(1)), stock.runCommand(tenant, count('A', 7))]);
  await fail('off', {});
  await stock.runCommand(tenant, ship(1));
  await stock.runCommand(tenant, ship(1));

  expect(refused).toMatchObject([
    { status: 'rejected', reason: { kind: 'unavailable', code: 'upstream_unavailable' } },
    { status: 'rejected', reason: { kind: 'unavailable', code: 'upstream_unavailable' } },
  ]);
  const snapshot = await database.read(tenant);
  expect(violationsOf(snapshot)).toEqual([]);
  expect(snapshot.movements.filter(({ reason }) => reason === 'shipment')).toHaveLength(1);
});

test('a change under a key whose commit was never acknowledged is made once, and its repeat gets the answer that was lost', async () => {
  const claim: IdempotencyClaim = { id: newId('req'), fingerprint: 'content' };
  const takeThree = () => stock.runCommand(tenant, adjust('A', -3, { origin: { ...origin, claim } }));
  await fail('alwaysOn', {
    failCommands: ['commitTransaction'],
    writeConcernError: { code: 91, errmsg: 'shutting down' },
  });
  const lost = await Promise.allSettled([takeThree()]);
  await fail('off', {});
  await stock.runCommand(tenant, count('A', 50));

  const again = await takeThree();

  expect(lost).toMatchObject([{ status: 'rejected', reason: { kind: 'unavailable' } }]);
  expect(again).toMatchObject({
    result: { type: 'adjusted', adjustment: { delta: -3, record: { on_hand: 7, version: 2 } } },
    replayed: true,
  });
  const snapshot = await database.read(tenant);
  expect(violationsOf(snapshot)).toEqual([]);
  expect(snapshot.skus).toMatchObject([{ onHand: 50, version: 3 }]);
});
