import { COST_HEADER, operations, scanRecord, type ScanRecord, TOPICS } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller, type ServiceInstance } from '@fulfilment/service/test-bed';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { accepted, openTestBed, refused, type TestBed } from '../scans.fixture.ts';
import { openLog } from './scan-database.fixture.ts';
import { SCANS } from './scan-documents.ts';
import { append, received, scanEntry } from './scan.builder.ts';

const receipt = { barcode: '4006381333931', type: 'receive', sku: 'MUG-01', quantity: 24, location: 'A3/S2', apply: true };

let bed: TestBed;
let running: ServiceInstance[];

beforeEach(async () => {
  bed = await openTestBed(inject('engines'));
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((instance) => instance.stop()));
  await bed.stop();
});

async function start(): Promise<ServiceInstance> {
  const instance = await bed.start();
  running.push(instance);
  return instance;
}

async function record(scans: ServiceInstance, by: Caller, body: object = receipt): Promise<ScanRecord> {
  const reply = await scans.call(by, 'POST /scans', body);
  expect(reply.status).toBe(201);
  return scanRecord.parse(reply.body);
}

async function read(scans: ServiceInstance, by: Caller, id: string): Promise<ScanRecord> {
  return scanRecord.parse((await scans.call(by, `GET /scans/${id}`)).body);
}

/** The events of a scan, each once, in their order. */
const eventsOf = (id: string) => [
  ...new Map(
    bed.events.flatMap((event) => ('id' in event.data && event.data.id === id ? [[event.id, event] as const] : [])),
  ).values(),
];

/** The command for a scan, once published. */
const commandFor = (id: string) =>
  eventually(() => {
    const command = bed.commands.find(({ scan_id }) => scan_id === id);
    if (!command) throw new Error(`Nothing was asked for ${id}`);
    return command;
  });

test('a scan is applied: inventory gets one command, and its outcome is in the record', async () => {
  const scans = await start();
  const by = newCaller('scanner');
  const reply = await scans.call(by, 'POST /scans', receipt);
  const scan = scanRecord.parse(reply.body);
  expect([reply.status, scan.applied, scan.refusal]).toEqual([201, 'pending', null]);
  expect(reply.headers.get('location')).toBe(`/v1/scans/${scan.id}`);

  const command = await commandFor(scan.id);
  expect(command).toMatchObject({
    id: `move:${scan.id}`,
    account_id: by.accountId,
    environment: 'sandbox',
    movement: 'receive',
    sku: 'MUG-01',
    quantity: 24,
    location: 'A3/S2',
    actor: by.keyId,
  });
  expect(await read(scans, by, scan.id)).toEqual(scan);
  await bed.publish(accepted(command));

  await eventually(async () => expect(await read(scans, by, scan.id)).toEqual({ ...scan, applied: 'done' }));
  const told = await eventually(() => {
    const events = eventsOf(scan.id);
    expect(events.at(-1)?.type).toBe('scan.applied');
    return events;
  });
  expect(told.map(({ type, data }) => [type, data])).toEqual([
    ['scan.completed', scan],
    ['scan.applied', { ...scan, applied: 'done' }],
  ]);
  expect(new Set(told.map(({ id }) => id)).size).toBe(2);
  expect(bed.commands.filter(({ scan_id }) => scan_id === scan.id)).toEqual([command]);
});

test('a refusal is in the record with its code, its numbers and its time, and in the list of refused scans', async () => {
  const scans = await start();
  const by = newCaller();
  const scan = await record(scans, by);
  const outcome = refused(await commandFor(scan.id));
  await bed.publish(outcome);

  const settled = await eventually(async () => {
    const found = await read(scans, by, scan.id);
    expect(found.applied).toBe('refused');
    return found;
  });
  const { code, detail, errors, at } = outcome;
  expect(settled.refusal).toEqual({ code, detail, errors, at });
  await eventually(() =>
    expect(eventsOf(scan.id).map(({ type, data }) => [type, data])).toEqual([
      ['scan.completed', scan],
      ['scan.refused', settled],
    ]),
  );
  const { body } = await scans.call(by, 'GET /scans?applied=refused');
  expect(operations.listScans.replies[200].body.parse(body).data).toEqual([settled]);
  expect((await scans.call(by, 'GET /scans?applied=pending')).body).toMatchObject({ data: [] });
});

test('the first outcome stands, whatever comes after it, twice or of another order', async () => {
  const scans = await start();
  const by = newCaller();
  const scan = await record(scans, by);
  const command = await commandFor(scan.id);
  const ofAnOrder = { type: 'allocation', account_id: by.accountId, environment: 'sandbox', order_id: 'whatever' };
  const strange = [ofAnOrder, { type: 'told-in-years-to-come' }];
  await bed.log.append(
    strange.map((value) => ({ topic: TOPICS.stockOutcomes, key: 'k', value: JSON.stringify(value), headers: {} })),
  );
  const ofAnother = { ...accepted(command), environment: 'production' as const };
  await bed.publish(ofAnother, refused(command), accepted(command), refused(command));
  const last = await record(scans, by);
  // Under the key of the first, so that it is read after all that was told of that one.
  const key = `${tenantKey(by)}|${scan.id}`;
  const value = JSON.stringify(accepted(await commandFor(last.id)));
  await bed.log.append([{ topic: TOPICS.stockOutcomes, key, value, headers: {} }]);
  await eventually(async () => expect((await read(scans, by, last.id)).applied).toBe('done'));

  await eventually(async () => expect((await read(scans, by, scan.id)).applied).toBe('refused'));
  await eventually(() => expect(eventsOf(last.id)).toHaveLength(2));
  await eventually(() => expect(eventsOf(scan.id).map(({ type }) => type)).toEqual(['scan.completed', 'scan.refused']));
  expect(await bed.mongo.db.collection('dead_letters').countDocuments()).toBe(0);
});

test('the next process publishes the commands of a killed one, with their first bodies', async () => {
  const by = newCaller();
  const entries = Array.from({ length: 20 }, () => scanEntry(by, received()));
  const log = openLog(bed.mongo);
  await Promise.all(entries.map((entry) => append(log, entry)));

  const scans = await start();

  const values = entries.map(({ command }) => JSON.parse(command?.value ?? ''));
  await eventually(() => expect(bed.commands).toEqual(values));
  await bed.publish(...bed.commands.map(accepted));
  await eventually(async () => {
    const { body } = await scans.call(by, 'GET /scans?applied=done');
    expect(operations.listScans.replies[200].body.parse(body).data).toHaveLength(20);
  });
  expect(await bed.mongo.db.collection(SCANS).countDocuments({ command: { $exists: true } })).toBe(0);
});

test('an outcome that arrives while no process runs is recorded by the next', async () => {
  const by = newCaller();
  const scans = await start();
  const scan = await record(scans, by);
  const command = await commandFor(scan.id);
  await scans.stop();
  running = [];
  await bed.publish(accepted(command));

  const next = await start();

  await eventually(async () => expect((await read(next, by, scan.id)).applied).toBe('done'), { withinMs: 30_000 });
});

test('the same scan again sends no second command, and shows its outcome', async () => {
  const scans = await start();
  const by = newCaller();
  const body = { ...receipt, client_scan_id: 'a' };
  const scan = await record(scans, by, body);
  await bed.publish(accepted(await commandFor(scan.id)));
  await eventually(async () => expect((await read(scans, by, scan.id)).applied).toBe('done'));

  const again = await scans.call(by, 'POST /scans', body);
  const other = await scans.call(by, 'POST /scans', { ...body, apply: false });

  expect(again).toMatchObject({ status: 200, body: { ...scan, applied: 'done' } });
  expect(other).toMatchObject({ status: 409, body: { code: 'duplicate_client_scan_id' } });
  expect(await bed.mongo.db.collection(SCANS).countDocuments({ tenant: tenantKey(by) })).toBe(1);
  expect(bed.commands).toHaveLength(1);
});

test('scans of a batch are applied each by itself; scans without apply send no command', async () => {
  const scans = await start();
  const by = newCaller();
  const batch = [receipt, { barcode: '1', sku: 'MUG-01', quantity: 1 }, { ...receipt, type: 'count', quantity: 0 }];
  const { body } = await scans.call(by, 'POST /scans/batch', { scans: batch });
  const { results } = operations.createScans.replies[200].body.parse(body);
  const applied = results.map(({ record: recorded }) => recorded?.applied);

  expect(applied).toEqual(['pending', null, 'pending']);
  await eventually(() =>
    expect(bed.commands.map(({ movement, quantity }) => [movement, quantity])).toEqual([
      ['receive', 24],
      ['count', 0],
    ]),
  );
});

test('404: an unknown scan, or one of another tenant', async () => {
  const scans = await start();
  const by = newCaller();
  const { id } = await record(scans, by, { barcode: '1' });

  for (const [caller, wanted] of [
    [newCaller(), id],
    [{ ...by, environment: 'production' as const }, id],
    [by, 'scn_01JD8Z0000000000000000TEST'],
    [by, 'scan-1'],
  ] as const)
    expect(await scans.call(caller, `GET /scans/${wanted}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await scans.call({ ...by, role: 'integration' }, `GET /scans/${id}`)).toMatchObject({ status: 403 });
});

test('the next write of a tenant pays for the orders that its scans have touched: one token for fifty of their lines', async () => {
  const scans = await start();
  const [by, other] = [newCaller(), newCaller()];
  const costOf = async (caller: Caller): Promise<string | null> =>
    (await scans.call(caller, 'POST /scans', receipt)).headers.get(COST_HEADER);
  for (const lines of [300, 200]) {
    const scan = await record(scans, by);
    await bed.publish({ ...accepted(await commandFor(scan.id)), worked_lines: lines });
    await eventually(async () => expect((await read(scans, by, scan.id)).applied).toBe('done'));
  }

  // Beyond the one token of each request, which pays for fifty. The first 300 were paid by the second scan.
  expect([await costOf(other), await costOf(by), await costOf(by)]).toEqual([null, '3', null]);
});
