import { operations, orderRecord, skuRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, expect, test } from 'vitest';
import { runAdmin } from '../apps/cli/src/run-admin.ts';
import type { Answer, CallOptions } from './system/call.ts';
import { joinAccount, type SignedInMember } from './system/member.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';

const skuPage = operations.listSkus.replies[200].body;
const movementPage = operations.listMovements.replies[200].body;
const historyPage = operations.getOrderHistory.replies[200].body;

let system: TestSystem;
let accountId: string;
let manager: SignedInMember;

beforeAll(async () => {
  system = await sharedTestSystem();
  ({ id: accountId } = await system.operator.account('A shop with a warehouse team'));
  manager = await joinAccount(system, { accountId, role: 'manager' });
});

/** A request of a member as a page of our own origin sends it. */
const ask = (member: SignedInMember, request: string, { headers, ...options }: CallOptions = {}): Promise<Answer> => {
  const [method = '', path = ''] = request.split(' ');
  return system.call(method, path, { ...options, headers: { ...member.headers, ...headers } });
};

const mug = (sku: string) => ({ body: { sku, name: 'Mug', on_hand: 10 } });

test('a manager, a picker and a scanner do the work of a day by their sessions, and ledger and history name them', async () => {
  const picker = await joinAccount(system, { accountId, role: 'fulfilment' });
  const scanner = await joinAccount(system, { accountId, role: 'scanner' });
  const order = { body: { lines: [{ sku: 'DAY-1', quantity: 2 }] } };
  const at = '?environment=sandbox';

  (await ask(manager, `POST /inventory${at}`, mug('DAY-1'))).as(201, skuRecord);
  const { id } = (await ask(manager, `POST /orders${at}`, order)).as(201, orderRecord);
  (await ask(picker, `POST /orders/${id}/pack${at}`)).as(200, orderRecord);
  (await ask(picker, `POST /orders/${id}/ship${at}`)).as(200, orderRecord);
  expect((await ask(scanner, `POST /scans${at}`, { body: { barcode: '4006381333931', type: 'pick' } })).status).toBe(201);

  const { data: movements } = (await ask(manager, `GET /inventory/DAY-1/movements${at}`)).as(200, movementPage);
  expect(movements.map(({ reason, actor }) => [reason, actor])).toEqual([
    ['shipment', picker.id],
    ['opening', manager.id],
  ]);
  const history = await ask(scanner, `GET /orders/${id}/history${at}`);
  expect(history.as(200, historyPage).data.map(({ actor }) => actor)).toEqual([manager.id, picker.id, picker.id]);
  expect((await ask(scanner, `GET /orders/${id}${at}`)).as(200, orderRecord).ship_to).toBeNull();
  (await ask(scanner, `POST /orders${at}`, order)).problem('forbidden');
  (await ask(picker, `POST /inventory${at}`, mug('DAY-2'))).problem('forbidden');
});

test('the environments of a session share nothing, and a list goes on by its Link', async () => {
  for (const sku of ['ENV-1', 'ENV-2']) await ask(manager, 'POST /inventory?environment=production', mug(sku));
  const listed = await ask(manager, 'GET /inventory?q=ENV&limit=1&environment=production');
  const next = /^<\/v1(\/[^>]+)>/.exec(listed.headers.get('link') ?? '')?.[1] ?? '';

  expect(listed.as(200, skuPage).data.map(({ sku }) => sku)).toEqual(['ENV-1']);
  expect((await ask(manager, `GET ${next}`)).as(200, skuPage).data.map(({ sku }) => sku)).toEqual(['ENV-2']);
  (await ask(manager, 'GET /inventory/ENV-1?environment=sandbox')).problem('not_found');
  (await ask(manager, `GET ${next.replace('production', 'sandbox')}`)).problem('invalid_cursor');
  (await ask(manager, 'GET /inventory')).problem('invalid_parameter');
});

test('a session and a key of one environment share idempotency keys, and a key may name its environment', async () => {
  const { key } = await system.operator.key({ accountId, role: 'admin' });
  const headers = { 'idempotency-key': 'one-mug' };
  const first = await ask(manager, 'POST /inventory?environment=sandbox', { ...mug('IDEM-1'), headers });
  const again = await system.call('POST', '/inventory', { ...mug('IDEM-1'), key, headers });

  expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
  expect(again.text).toBe(first.text);
  expect((await system.call('GET', '/inventory/IDEM-1?environment=sandbox', { key })).status).toBe(200);
  (await system.call('GET', '/inventory/IDEM-1?environment=production', { key })).problem('invalid_parameter');
});

test('an export is streamed to a session', async () => {
  const lines = await ask(manager, 'GET /inventory/export?environment=sandbox', { headers: { accept: 'text/csv' } });

  expect([lines.status, lines.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(lines.text).toContain('DAY-1,');
});

test('a changed role, a removed member and a suspended account hold under /v1 as well', async () => {
  const { id: ownAccount } = await system.operator.account('A shop that changes its team');
  const owner = await joinAccount(system, { accountId: ownAccount, role: 'owner' });
  const member = await joinAccount(system, { accountId: ownAccount, role: 'manager' });
  const list = 'GET /inventory?environment=sandbox';
  const inAccount = (method: string, body?: unknown) =>
    system.callAccount(method, `/members/${member.id}`, { body, headers: owner.headers });

  expect((await ask(member, list)).status).toBe(200);
  await inAccount('PATCH', { role: 'scanner' });
  await eventually(async () => (await ask(member, 'POST /inventory?environment=sandbox', mug('TEAM-1'))).problem('forbidden'));
  await inAccount('DELETE');
  await eventually(async () => (await ask(member, list)).problem('unauthenticated'));
  const suspend = ['account', 'suspend', '--account', ownAccount];
  const env = { FULFILMENT_DATA: system.dataDir };
  expect(await runAdmin(suspend, { env, print: () => undefined, complain: () => undefined })).toBe(0);
  await eventually(async () => (await ask(owner, list)).problem('account_suspended'));
});
