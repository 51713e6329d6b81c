import { scanRecord } from '@fulfilment/contracts';
import { newCaller, type ServiceInstance } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { accepted, openTestBed, type TestBed } from '../scans.fixture.ts';

const receipt = { barcode: '4006381333931', type: 'receive', sku: 'MUG-01', quantity: 24, location: 'A3/S2', apply: true };

let bed: TestBed;
let scans: ServiceInstance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  scans = await bed.start({ SCAN_RESEND_SECONDS: '1' });
});

afterAll(async () => {
  await scans.stop();
  await bed.stop();
});

test('a scan whose outcome is lost is asked for again, under the same command, until it is answered', async () => {
  const by = newCaller('scanner');
  const { id } = scanRecord.parse((await scans.call(by, 'POST /scans', receipt)).body);
  const commands = () => bed.commands.filter(({ scan_id: scan }) => scan === id);

  await eventually(() => expect(commands().length).toBeGreaterThan(1), { withinMs: 20_000 });
  const [first, again] = commands();
  if (!first || !again) throw new Error('The scan was not asked for twice');
  expect(again).toMatchObject({ id: first.id, movement: 'receive', sku: 'MUG-01', quantity: 24, at: first.at });
  await bed.publish(accepted(again));

  await eventually(async () =>
    expect(scanRecord.parse((await scans.call(by, `GET /scans/${id}`)).body)).toMatchObject({ applied: 'done' }),
  );
  const unanswered = bed.mongo.db.collection('scans').find({ 'scan.applied': 'pending' }).hint('scans_unanswered');
  expect(await unanswered.toArray()).toEqual([]);
});
