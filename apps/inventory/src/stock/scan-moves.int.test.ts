import type { MoveCommand } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { allocate, type Instance, move, openTestBed, step, type TestBed } from '../inventory.fixture.ts';

const PATIENCE = { withinMs: 30_000 };

let bed: TestBed;
let inventory: Instance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

const answered = (command: MoveCommand) =>
  eventually(() => {
    const [answer] = bed.answersTo(command.scan_id);
    if (!answer) throw new Error(`${command.id} is not answered`);
    return answer;
  }, PATIENCE);

const entriesOf = ({ scan_id: id }: MoveCommand) =>
  bed.mongo.db
    .collection('movements')
    .find({ 'reference.id': id }, { projection: { _id: 0, delta: 1, reason: 1, reference: 1 } })
    .toArray();

async function newMug(by: Caller, onHand = 0): Promise<void> {
  await inventory.sku(by, 'POST /inventory', { sku: 'MUG-01', name: 'Mug', on_hand: onHand, location: 'A3/S2' });
}

test('a scan of units that came in is posted, answered, and told to subscribers under its scan', async () => {
  const by = newCaller();
  await newMug(by);
  const command = move(by, { quantity: 24, location: 'B1/S1' });
  await bed.send(by, command);

  expect(await answered(command)).toMatchObject({ command_id: command.id, accepted: true, request_id: command.request_id });
  expect(await inventory.sku(by, 'GET /inventory/MUG-01')).toMatchObject({
    on_hand: 24,
    version: 2,
    stock: [{ location: 'B1/S1', on_hand: 24 }],
  });
  const reference = { type: 'scan', id: command.scan_id };
  expect(await entriesOf(command)).toEqual([{ delta: 24, reason: 'receipt', reference }]);
  await eventually(() =>
    expect(bed.eventsOf(by).at(-1)).toMatchObject({ type: 'inventory.updated', reason: 'receipt', reference }),
  );
});

test('commands that come again, among others and to another process, are posted once and answered again', async () => {
  const by = newCaller();
  await newMug(by);
  const commands = Array.from({ length: 150 }, () => move(by));
  const other = await bed.start();
  await bed.send(by, ...commands, ...commands.slice(0, 50));
  await Promise.all(commands.map(answered));
  await other.stop();
  await bed.send(by, ...commands.slice(100));

  await eventually(() => {
    for (const { scan_id: id } of commands.slice(100)) expect(bed.answersTo(id).length).toBeGreaterThanOrEqual(2);
  }, PATIENCE);
  expect(await inventory.sku(by, 'GET /inventory/MUG-01')).toMatchObject({ on_hand: 150, version: 151 });
  expect(await bed.mongo.db.collection('movements').countDocuments({ tenant: tenantKey(by), reason: 'receipt' })).toBe(150);
  expect(bed.dead).toEqual([]);
});

test('a count that arrives late is judged by the ledger of its moment; one behind a later count is refused', async () => {
  const by = newCaller();
  await newMug(by, 20);
  const sku = await inventory.sku(by, 'GET /inventory/MUG-01');
  const madeAt = (ms: number): string => new Date(Date.parse(sku.created_at) + ms).toISOString();
  for (const place of ['MAIN', 'A3/S2']) {
    const adjustment = { delta: place === 'MAIN' ? 4 : -5, reason: 'correction', location: place };
    await inventory.call(by, 'POST /inventory/MUG-01/adjustments', adjustment);
  }
  const count = (quantity: number, at: string, location: string | null) =>
    move(by, { movement: 'count', quantity, location, at: new Date().toISOString(), scanned_at: at });
  const [here, all, stale] = [count(18, madeAt(1), 'A3/S2'), count(19, madeAt(2), null), count(3, madeAt(1), 'A3/S2')];
  await bed.send(by, here, all, stale);

  expect(await answered(stale)).toMatchObject({ accepted: false, code: 'stale_count' });
  expect([await answered(here), await answered(all)]).toMatchObject([{ accepted: true }, { accepted: true }]);
  // 20 were there, 18 and then 19 were counted, and since then 4 came and 5 left.
  expect(await inventory.sku(by, 'GET /inventory/MUG-01')).toMatchObject({ on_hand: 18 });
});

test('what was refused stays refused, though it could be posted by now', async () => {
  const by = newCaller();
  const command = move(by, { movement: 'count', quantity: 7 });
  await inventory.call(by, 'GET /inventory');
  await bed.send(by, command);
  const refused = await answered(command);
  await newMug(by);
  await bed.send(by, command);

  await eventually(() => expect(bed.answersTo(command.scan_id)).toHaveLength(2), PATIENCE);
  expect(refused).toMatchObject({ accepted: false, code: 'unknown_sku', errors: [{ pointer: '/sku', sku: 'MUG-01' }] });
  expect(bed.answersTo(command.scan_id)[1]).toEqual(refused);
  expect(await inventory.sku(by, 'GET /inventory/MUG-01')).toMatchObject({ on_hand: 0, version: 1 });
});

test('a command that cannot be read is dead-lettered, and those behind it go on', async () => {
  const by = newCaller();
  await newMug(by);
  const command = move(by);
  const broken = JSON.stringify({ ...move(by), quantity: -1 });
  await bed.send(by, broken, command);

  await answered(command);
  await eventually(() => expect(bed.dead).toContain(broken), PATIENCE);
});

test('a scan without a SKU moves the one with its barcode; one with the barcode of another is refused, and says of which', async () => {
  const by = newCaller();
  await newMug(by);
  await inventory.sku(by, 'POST /inventory', { sku: 'CUP-01', name: 'Cup', barcodes: ['012345678905'] });
  const found = move(by, { sku: undefined, barcode: '(01)00012345678905(10)LOT-7', quantity: 24 });
  const unknown = move(by, { sku: undefined, barcode: '4006381333931', quantity: 24 });
  const wrong = move(by, { sku: 'MUG-01', barcode: '0012345678905', quantity: 24 });
  await bed.send(by, found, unknown, wrong);

  expect(await answered(found)).toMatchObject({ accepted: true });
  expect(await answered(unknown)).toMatchObject({ accepted: false, code: 'unknown_sku', errors: [{ pointer: '/barcode' }] });
  expect(await answered(wrong)).toMatchObject({
    accepted: false,
    code: 'wrong_item',
    errors: [{ pointer: '/barcode', sku: 'CUP-01', barcode: '0012345678905' }],
  });
  expect(await inventory.sku(by, 'GET /inventory/CUP-01')).toMatchObject({ on_hand: 24 });
  expect(await inventory.sku(by, 'GET /inventory/MUG-01')).toMatchObject({ on_hand: 0 });
});

test('the answers to a scan and to a step of an order tell the lines of the orders that they took units from or gave them to', async () => {
  const by = newCaller();
  await newMug(by, 25);
  const orders = Array.from({ length: 26 }, () => newId('ord'));
  const [whole = '', ...others] = orders;
  await bed.send(by, ...others.map((order) => allocate(by, order, [['MUG-01', 1]])));
  await bed.send(by, allocate(by, whole, [['MUG-01', 25]]));
  await eventually(() => orders.forEach((order) => expect(bed.outcomesOf(order)).toHaveLength(1)), PATIENCE);
  const [none, all] = [move(by, { movement: 'count', quantity: 0 }), move(by, { movement: 'count', quantity: 25 })];

  // An order counts as five lines.
  await bed.send(by, none);
  expect(await answered(none)).toMatchObject({ accepted: true, worked_lines: 125 });
  await bed.send(by, all);
  expect(await answered(all)).toMatchObject({ accepted: true, worked_lines: 125 });
  await bed.send(by, none);
  await eventually(() => expect(bed.answersTo(none.scan_id)).toHaveLength(2), PATIENCE);
  expect(bed.answersTo(none.scan_id)[1]).not.toHaveProperty('worked_lines');

  await bed.send(by, ...others.map((order) => step(by, 'release', { order, attempt: 2 })));
  const told = await eventually(() => {
    const lines = others.map((order) => bed.outcomesOf(order).findLast(({ last_answer: { type } }) => type === 'release'));
    expect(lines).not.toContain(undefined);
    return lines.map((outcome) => outcome?.worked_lines ?? 0);
  }, PATIENCE);
  // Each gives its unit to the one that waits for 25; its own lines are not counted.
  expect(Math.max(...told)).toBeLessThanOrEqual(5);
  expect(told.filter((lines) => lines === 5).length).toBeGreaterThan(0);
});
