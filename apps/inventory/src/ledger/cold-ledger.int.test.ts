import { integrityReport, type MoveCommand, movementRecord } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { openFence } from '@fulfilment/mongo';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { type ArchiveReport, type ArchiveRequest, openArchive } from '../archive.ts';
import type { CheckpointDocument } from '../database/checkpoint-documents.ts';
import type { MovementDocument } from '../database/movement-documents.ts';
import { skuKey } from '../database/sku-documents.ts';
import { type Instance, move, openTestBed, type TestBed } from '../inventory.fixture.ts';
import { COLD_STORAGE, SCHEMA } from '../schema.ts';
import { makeCheckpointStore } from './checkpoint-store.ts';
import { makeWriteCheckpoints, PASS_BOUNDS } from './write-checkpoints.ts';

let bed: TestBed;
let inventory: Instance;
let by: Caller;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

const hot = () => bed.mongo.db.collection<MovementDocument>('movements');
const cold = () => bed.mongo.db.collection<MovementDocument>('cold_movements');
const checkpoints = () => bed.mongo.db.collection<CheckpointDocument>('ledger_checkpoints');
const own = () => ({ tenant: tenantKey(by) });
const versionsIn = async (part: typeof hot, sku = 'MUG') => {
  const found = await part()
    .find({ ...own(), sku })
    .sort({ version: 1, line: 1 })
    .toArray();
  return found.map(({ version, line }) => `${version}.${line}`);
};
const checkpoint = (changes = 1) =>
  makeWriteCheckpoints(makeCheckpointStore(bed.mongo.db), { ...PASS_BOUNDS, changes })(new AbortController().signal);
const adjust = (delta: number, key?: string) =>
  inventory.call({ ...by, headers: key === undefined ? {} : { 'idempotency-key': key } }, 'POST /inventory/MUG/adjustments', {
    delta,
    reason: 'receipt',
  });

interface Archiving extends Partial<ArchiveRequest> {
  readonly batch?: number;
  readonly onProgress?: (report: ArchiveReport) => void;
  readonly stopped?: AbortSignal;
}

/** A schema version of a release to come. */
const LATER = 99;
const NOBODY_WAITS = { progress: () => undefined, settleMs: 0 };

/** Moves all that is older than the next moment, as fast as it goes. */
async function archive({ batch = 3, onProgress = () => undefined, stopped, ...request }: Archiving = {}) {
  const run = await openArchive({ db: bed.mongo.db, ...NOBODY_WAITS, batch });
  const all = { before: new Date(Date.now() + 1_000), rate: 1_000_000, dryRun: false };
  return await run({ ...all, ...request }, onProgress, stopped ?? new AbortController().signal);
}

/** A mug with the versions 1 to 8 at two places, the third by a transfer between them: nine entries. */
beforeEach(async () => {
  for (const name of ['skus', 'movements', 'cold_movements', 'ledger_checkpoints', 'ledger_checkpoint_passes'])
    await bed.mongo.db.collection(name).deleteMany({});
  by = newCaller();
  await inventory.sku(by, 'POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 10, location: 'A3/S1' });
  const { location_id: from } = await inventory.sku(by, 'GET /inventory/MUG');
  await adjust(1, 'early');
  await inventory.call(by, `POST /locations/${from}/transfer`, { to: 'A3/S2', sku: 'MUG', quantity: 3 });
  for (const delta of [1, 2, 3, -1, 5]) await adjust(delta);
});

const ALL = ['1.0', '2.0', '3.0', '3.1', '4.0', '5.0', '6.0', '7.0', '8.0'];

test('old entries that a checkpoint stands for are moved as they are; later and younger ones stay', async () => {
  await hot().updateOne({ ...own(), version: 2 }, { $set: { of_later: { amount: 5.5 } } });
  await bed.mongo.db.command({
    update: 'movements',
    updates: [{ q: { ...own(), version: 4 }, u: [{ $set: { delta: { $toLong: '$delta' }, wide: { $toDecimal: '1.50' } } }] }],
  });
  const before = await hot().find(own(), { raw: true }).sort({ _id: 1 }).toArray();
  await checkpoint();
  await adjust(1);
  await hot().updateOne({ ...own(), version: 7 }, { $set: { created_at: new Date('2999-01-01') } });

  expect(await archive()).toEqual({ entries: 7, skus: 1, faults: [], isComplete: true });

  expect([await versionsIn(cold), await versionsIn(hot)]).toEqual([ALL.slice(0, 7), ['7.0', '8.0', '9.0']]);
  const moved = await cold().find(own(), { raw: true }).sort({ _id: 1 }).toArray();
  expect(moved).toEqual(before.slice(0, 7));
  // All are old enough by now, and the checkpoint stands for one less.
  await hot().updateOne({ ...own(), version: 7 }, { $set: { created_at: new Date() } });
  expect(await archive()).toMatchObject({ entries: 2 });
  expect(await versionsIn(hot)).toEqual(['9.0']);
});

test('no version is cut, and nothing is moved of a SKU without a checkpoint, or with a damaged one', async () => {
  await inventory.sku(by, 'POST /inventory', { sku: 'CUP', name: 'Cup', on_hand: 1 });
  expect(await archive()).toEqual({ entries: 0, skus: 0, faults: [], isComplete: true });
  await checkpoint(2);
  await checkpoints().updateOne({ _id: skuKey(tenantKey(by), 'MUG') }, { $inc: { entries: 1 } });
  const left = [`${tenantKey(by)}/MUG: the checkpoint of its ledger is damaged`];
  expect(await archive()).toEqual({ entries: 0, skus: 0, faults: left, isComplete: true });

  // It is written again.
  await checkpoint(2);
  const seen: number[] = [];
  await archive({ batch: 3, onProgress: ({ entries }) => void seen.push(entries) });

  expect(seen.slice(0, 2)).toEqual([4, 7]);
  expect([await versionsIn(cold), await versionsIn(hot), await versionsIn(hot, 'CUP')]).toEqual([ALL, [], ['1.0']]);
});

test('a ledger whose first entries are not those that cold storage lacks is left, and others are moved', async () => {
  await inventory.sku(by, 'POST /inventory', { sku: 'CUP', name: 'Cup', on_hand: 1 });
  await checkpoint();
  const [late] = await hot()
    .find({ ...own(), sku: 'MUG', version: 5 })
    .toArray();
  await cold().insertMany(late ? [{ ...late, _id: 'mov_twin' }] : []);

  expect(await archive()).toEqual({
    entries: 1,
    skus: 1,
    faults: [expect.stringContaining('/MUG: cold storage')],
    isComplete: true,
  });
  expect([await versionsIn(cold, 'CUP'), await versionsIn(hot)]).toEqual([['1.0'], ALL]);
});

test('a run that is stopped between two moves has moved whole ones, and the next one goes on', async () => {
  await checkpoint();
  const stop = new AbortController();
  const broken = await archive({ batch: 2, stopped: stop.signal, onProgress: () => stop.abort() });

  expect(broken).toEqual({ entries: 2, skus: 0, faults: [], isComplete: false });
  expect([await versionsIn(cold), await versionsIn(hot)]).toEqual([ALL.slice(0, 2), ALL.slice(2)]);
  expect(await archive({ batch: 2 })).toEqual({ entries: 7, skus: 1, faults: [], isComplete: true });
  expect(await archive()).toEqual({ entries: 0, skus: 0, faults: [], isComplete: true });
});

test('runs at the same time move each entry once', async () => {
  await checkpoint();

  const reports = await Promise.all([archive({ batch: 1 }), archive({ batch: 1 }), archive({ batch: 2 })]);

  expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
  expect(reports.reduce((sum, { entries }) => sum + entries, 0)).toBe(ALL.length);
  expect([await versionsIn(cold), await versionsIn(hot)]).toEqual([ALL, []]);
});

const schema = () => bed.mongo.db.collection<{ _id: string }>('schema');

describe('processes of a release before it', () => {
  const before = { ...SCHEMA, migrations: SCHEMA.migrations.slice(0, COLD_STORAGE - 1) };

  beforeEach(async () => {
    await schema().updateOne({ _id: 'schema' }, { $set: { min_reader: 1, min_writer: 1 }, $unset: { bounds_raised_at: '' } });
  });

  test('are shut out before the first entry is moved, once', async () => {
    const running = await openFence(bed.mongo.db, before);
    const members = bed.mongo.db.collection<{ _id: string; schema: number }>('relay_members');
    await members.insertOne({ _id: 'an older one', schema: COLD_STORAGE - 1 });
    await checkpoint();
    const lines: string[] = [];
    const told: unknown[] = [];
    const stop = new AbortController();
    const run = await openArchive({
      ...NOBODY_WAITS,
      db: bed.mongo.db,
      settleMs: 60_000,
      progress: (line) => void lines.push(line),
    });
    const waiting = run({ before: new Date(), rate: 1_000, dryRun: false }, (report) => told.push(report), stop.signal);

    await eventually(() => expect(lines).toEqual([expect.stringMatching(/before 5 stop writing; waiting 60 s/)]));
    await running.look();
    expect([running.mayRead(), running.mayWrite()]).toEqual([false, false]);
    expect(await members.findOne({ _id: 'an older one' })).toMatchObject({ replaced: true });
    await expect(openFence(bed.mongo.db, before)).rejects.toThrow(/takes code of schema version 5 and later/);
    stop.abort();
    expect(await waiting).toEqual({ entries: 0, skus: 0, faults: [], isComplete: false });
    expect([told, await versionsIn(cold)]).toEqual([[], []]);

    // The wait of a run that was broken off is not left out, and is over once.
    await archive({ batch: 100 });
    expect(await versionsIn(cold)).toEqual(ALL);
    await members.deleteOne({ _id: 'an older one' });
  });

  test('are left alone where nothing is moved: by a dry run, or without old entries', async () => {
    await checkpoint();
    expect(await archive({ dryRun: true })).toEqual({ entries: 9, skus: 1, faults: [], isComplete: true });
    expect(await archive({ before: new Date(0) })).toEqual({ entries: 0, skus: 0, faults: [], isComplete: true });

    expect(await schema().findOne({ _id: 'schema' })).toMatchObject({ min_reader: 1, min_writer: 1 });
    expect([await versionsIn(cold), await versionsIn(hot)]).toEqual([[], ALL]);
  });

  test('need not be there: a store that lacks cold storage is refused', async () => {
    await schema().updateOne({ _id: 'schema' }, { $set: { version: COLD_STORAGE - 1 } });
    await expect(openArchive({ ...NOBODY_WAITS, db: bed.mongo.db })).rejects.toThrow(
      /is at schema version 4; cold storage needs 5.*migrate$/,
    );
    await schema().updateOne({ _id: 'schema' }, { $set: { version: COLD_STORAGE, min_writer: LATER } });
    await expect(openArchive({ ...NOBODY_WAITS, db: bed.mongo.db })).rejects.toThrow(/takes code of schema version 99/);
    await schema().updateOne({ _id: 'schema' }, { $set: { min_writer: 1 } });
  });
});

const page = z.object({ data: z.array(movementRecord), next_cursor: z.string().nullable() });
const pageAt = async (query: string, cursor: string | null = null) =>
  page.parse(
    (await inventory.call(by, `GET /inventory/MUG/movements?${query}${cursor === null ? '' : `&cursor=${cursor}`}`)).body,
  );

async function pagesOf(query: string): Promise<string[]> {
  const shown: string[] = [];
  for (let cursor: string | null = null; ;) {
    const { data, next_cursor: next } = await pageAt(query, cursor);
    shown.push(...data.map((each) => JSON.stringify(each)));
    if (next === null) return shown;
    cursor = next;
  }
}

test('every page of the ledger, and each that a cursor from before leads to, is what it was', async () => {
  const all = page.parse((await inventory.call(by, 'GET /inventory/MUG/movements?limit=50')).body).data;
  const moments = all.map(({ created_at: at }) => at);
  const places = [...new Set(all.map(({ location_id: id }) => `&location_id=${id}`)), ''];
  const bounds = ['', ...[0, 3, 5, 8].flatMap((at) => [`&created_after=${moments[at]}`, `&created_before=${moments[at]}`])];
  const queries = [1, 2, 3, 4, 8, 9, 10].flatMap((limit) => places.map((place) => `limit=${limit}${place}`));
  queries.push(...bounds.flatMap((bound) => places.map((place) => `limit=2${place}${bound}`)));
  queries.push(`limit=2&created_after=${moments[6]}&created_before=${moments[2]}`);
  const before = new Map<string, readonly string[]>();
  for (const query of queries) before.set(query, await pagesOf(query));
  const { next_cursor: given } = await pageAt('limit=2');
  const behind = await pageAt('limit=2', given);

  for (const through of [3, 6, 8]) {
    await checkpoints().deleteMany({});
    await hot().updateMany({ ...own(), version: { $gt: through } }, [{ $set: { created_at: '$created_at' } }]);
    await checkpoint();
    await moveThrough(through);
    expect((await versionsIn(cold)).at(-1)).toBe(`${through}.0`.replace('3.0', '3.1'));

    for (const query of queries) expect([query, await pagesOf(query)]).toEqual([query, before.get(query)]);
    expect(await pageAt('limit=2', given)).toEqual(behind);
  }
});

/** Moves the versions up to one, as a checkpoint of that version lets it. */
async function moveThrough(through: number): Promise<void> {
  const entries = await hot()
    .find({ ...own(), version: { $lte: through } })
    .toArray();
  await cold().insertMany(entries);
  await hot().deleteMany({ _id: { $in: entries.map(({ _id }) => _id) } });
}

test('a request that comes again after its entry was moved is answered as before, and moves nothing', async () => {
  const by9 = await adjust(4, 'late');
  await checkpoint();
  await archive();
  await adjust(2);
  await bed.mongo.db.collection('idempotency_receipts').deleteMany({});

  const again = await adjust(4, 'late');

  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([by9.status, 'true']);
  expect(Object(again.body).movements).toEqual(Object(by9.body).movements);
  expect(await adjust(5, 'early')).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  expect(await inventory.sku(by, 'GET /inventory/MUG')).toMatchObject({ version: 10, on_hand: 27 });
});

test('a late count is judged by movements on both sides of the border', async () => {
  const [first] = await hot()
    .find({ ...own(), version: 1 })
    .toArray();
  const since = (ms: number): string => new Date((first?.created_at.getTime() ?? 0) + ms).toISOString();
  await hot().updateMany({ ...own(), version: { $gt: 1 } }, [{ $set: { created_at: { $add: ['$created_at', 1_000] } } }]);
  await checkpoint();
  await moveThrough(4);
  const count: MoveCommand = move(by, {
    sku: 'MUG',
    movement: 'count',
    quantity: 11,
    location: null,
    at: new Date(Date.now() + 2_000).toISOString(),
    scanned_at: since(1),
  });

  await bed.send(by, count);

  await eventually(() => expect(bed.answersTo(count.scan_id)).toMatchObject([{ accepted: true }]));
  // 10 were there and 11 were counted: one more of what it came to since.
  expect(await inventory.sku(by, 'GET /inventory/MUG')).toMatchObject({ on_hand: 22 });
});

const check = async () => integrityReport.parse((await inventory.call(by, 'GET /integrity')).body);

test('a check and the pass of checkpoints read cold storage where no sound checkpoint stands for it', async () => {
  await checkpoint();
  const [good] = await checkpoints().find(own()).toArray();
  await moveThrough(6);
  await adjust(1);

  expect(await check()).toMatchObject({ consistent: true, compared: { movements: 1, earlier_movements: 9, checkpoints: 1 } });
  await checkpoints().updateOne({ _id: skuKey(tenantKey(by), 'MUG') }, { $set: { 'places.0.on_hand': 99 } });
  expect(await check()).toMatchObject({
    compared: { movements: 10, checkpoints: 0 },
    differences: [{ check: 'ledger_is_whole', message: expect.stringContaining('checkpoint') }],
  });
  expect((await checkpoint(9)).entries).toBe(10);
  expect(await check()).toMatchObject({ consistent: true, compared: { checkpoints: 1, earlier_movements: 10 } });

  // One that ends within cold storage, as a pass leaves it that has read as much as it may.
  await checkpoints().deleteMany({});
  await makeWriteCheckpoints(makeCheckpointStore(bed.mongo.db), { ...PASS_BOUNDS, changes: 1, entries: 4 })(
    new AbortController().signal,
  );
  expect(await checkpoints().findOne(own())).toMatchObject({ through: 3 });
  expect(await check()).toMatchObject({ consistent: true, compared: { movements: 6, earlier_movements: 4 } });
  await checkpoint();
  await hot().deleteOne({ ...own(), version: 9 });
  await bed.mongo.db
    .collection<{ _id: string }>('skus')
    .updateOne({ _id: skuKey(tenantKey(by), 'MUG') }, { $set: { version: 8 }, $inc: { on_hand: -1, 'stock.0.on_hand': -1 } });
  await checkpoints().deleteMany({});
  await checkpoint();
  expect(await checkpoints().findOne(own())).toMatchObject({ chain: good?.chain, through: 8 });
});

test('what is wrong in cold storage is found where it is read', async () => {
  await moveThrough(6);
  await cold().updateOne({ ...own(), version: 5 }, { $set: { balance: 99 } });
  const [entry] = await cold()
    .find({ ...own(), version: 1 })
    .toArray();
  await cold().insertMany(entry ? [{ ...entry, _id: 'mov_orphan', sku: 'NONE' }] : []);

  expect((await check()).differences).toEqual([
    expect.objectContaining({ sku: 'MUG', check: 'ledger_is_whole', found: 99 }),
    expect.objectContaining({ sku: 'NONE', check: 'sku_exists' }),
  ]);
});

test('while stock is written and ledgers are moved, a page has every entry once, and a check finds nothing', async () => {
  const over = new AbortController();
  const writing = (async () => {
    for (let times = 0; times < 60; times += 1) await adjust(1);
  })().finally(() => over.abort());
  const moving = (async () => {
    while (!over.signal.aborted) {
      await checkpoint();
      expect((await archive({ batch: 2 })).faults).toEqual([]);
    }
  })();
  const faults: string[] = [];
  while (!over.signal.aborted) {
    const versions = (await pageAt('limit=100')).data.map(({ version }) => version);
    const [newest = 0] = versions;
    const due = Array.from({ length: newest }, (_, place) => newest - place).flatMap((version) =>
      version === 3 ? [3, 3] : version,
    );
    if (versions.join() !== due.join()) faults.push(`${versions.join()} where ${due.join()} is due`);
    faults.push(...(await check()).differences.map(({ message }) => message));
  }
  await Promise.all([writing, moving]);

  expect(faults).toEqual([]);
  expect((await versionsIn(cold)).length + (await versionsIn(hot)).length).toBe(69);
  expect((await versionsIn(cold)).length).toBeGreaterThan(9);
}, 180_000);
