import { type ScanRecord, scanRecord } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { type Caller, LaterRelease, newCaller, type ServiceInstance, type WriteCounters } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import * as documents from './documents.ts';
import { accepted, openTestBed, refused, type TestBed } from './scans.fixture.ts';

/** The collections that are written over; no writer compares a counter. */
const WRITTEN_OVER: WriteCounters = { scans: null, location_names: null };
const RECEIPT = { barcode: '4006381333931', type: 'receive', sku: 'MUG-01', quantity: 24, apply: true, metadata: { cart: '7' } };

let bed: TestBed;
let scans: ServiceInstance;
let by: Caller;
/** A scan that waits for inventory; its command is published. */
let scan: ScanRecord;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  scans = await bed.start();
});

afterAll(async () => {
  await scans.stop();
  await bed.stop();
});

beforeEach(async () => {
  by = newCaller('scanner');
  await bed.mongo.db.collection(documents.LOCATION_NAMES).deleteMany({});
  await name('MAIN:A1', 1);
  scan = await record(RECEIPT);
  await stored({ outbox: { $exists: false }, command: { $exists: false } });
});

async function record(body: object): Promise<ScanRecord> {
  const reply = await scans.call(by, 'POST /scans', body);
  expect(reply.status).toBe(201);
  return scanRecord.parse(reply.body);
}

/** Waits until the scan is stored so. */
const stored = (so: object) =>
  eventually(async () => {
    const found = await bed.mongo.db.collection<documents.ScanDocument>(documents.SCANS).findOne({ _id: scan.id, ...so });
    if (!found) throw new Error('The scan is not stored so');
  });

const command = () => {
  const found = bed.commands.find(({ scan_id: id }) => id === scan.id);
  if (!found) throw new Error('Inventory was not asked');
  return found;
};

const LOCATION = 'loc_01KAJ6Q8Y4ZT5R2W9XBMSHE1F2';

/** Has inventory tell of a path of a location, and waits until it is kept. */
async function name(path: string, version: number): Promise<void> {
  const { accountId, environment } = by;
  const locations = [{ id: LOCATION, path, version, since: '2026-11-21T09:07:31.000Z' }];
  await bed.publish({ type: 'locations', account_id: accountId, environment, locations, request_id: 'req_1' });
  const names = bed.mongo.db.collection<documents.LocationNamesDocument>(documents.LOCATION_NAMES);
  await eventually(async () => expect(await names.findOne({ _id: LOCATION, 'names.path': path })).not.toBeNull());
}

const WITHOUT_RESULT = { result: { $exists: false }, 'scan.applied': { $ne: 'pending' } };

const USE_CASES: Readonly<Record<string, { readonly run: () => Promise<unknown>; readonly writes: readonly string[] }>> = {
  'another scan': { run: () => record({ ...RECEIPT, apply: false }), writes: [] },
  'an outcome, and its published event': {
    run: async () => {
      await bed.publish(accepted(command()));
      await stored(WITHOUT_RESULT);
    },
    writes: ['scans'],
  },
  'a refusal, and its published event': {
    run: async () => {
      await bed.publish(refused(command()));
      await stored(WITHOUT_RESULT);
    },
    writes: ['scans'],
  },
  'another name of a location': { run: () => name('MAIN:A2', 2), writes: ['location_names'] },
};

test('every collection of the service is in the table', () => {
  const collections = Object.values(documents).filter((each) => typeof each === 'string');

  expect(Object.keys(WRITTEN_OVER).toSorted()).toEqual(collections.toSorted());
});

test.each(Object.entries(USE_CASES))('%s keeps the fields of a later release', async (_name, { run, writes }) => {
  const later = new LaterRelease(bed.mongo, WRITTEN_OVER);
  await later.write({ tenant: tenantKey(by) });

  await run();

  expect(await later.aftermath()).toEqual({ written: writes, lost: [] });
});
