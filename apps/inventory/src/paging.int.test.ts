import { operations } from '@fulfilment/contracts';
import { Random } from '@fulfilment/kernel';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { z } from 'zod';
import { type Instance, openTestBed, type TestBed } from './inventory.fixture.ts';

let bed: TestBed;
let reader: Instance;
let writer: Instance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  [reader, writer] = await Promise.all([bed.start(), bed.start()]);
});

afterAll(async () => {
  await Promise.all([reader.stop(), writer.stop()]);
  await bed.stop();
});

/** Milliseconds that a list is read again and again. */
const READ_MS = 600;
const STANDING = 60;
const LANES = [0, 1, 2];

interface List {
  readonly path: string;
  readonly page: z.ZodType<{ readonly data: readonly object[]; readonly next_cursor: string | null }>;
  /** The member that identifies a record. */
  readonly key: 'sku' | 'id';
  /** The records that must come once; all by default. */
  readonly counts?: (key: string) => boolean;
}

const SKUS: Omit<List, 'path'> = { page: operations.listSkus.replies[200].body, key: 'sku' };
const LOCATIONS: Omit<List, 'path'> = { page: operations.listLocations.replies[200].body, key: 'id' };

/** From the first page to the last, with other pages of another size each time. */
async function readThrough(by: Caller, { path, page, key }: List, limit: number): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await reader.call(by, `GET ${path}limit=${limit}${cursor}`);
    const { data, next_cursor: next } = page.parse(body);
    keys.push(...data.map((record) => String(Reflect.get(record, key))));
    if (next === null) return keys;
    cursor = `&cursor=${next}`;
  }
}

const timesIn = (keys: readonly string[]): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  return times;
};

/** @returns what was wrong, with the seed of its choices, where a list was read again and again while `write` went on. */
async function faultsWhile(by: Caller, list: List, { write, standing, mayRepeat = false }: Writing): Promise<string[]> {
  const { counts = () => true } = list;
  const seed = Date.now();
  const random = new Random(seed);
  const pick = (many: number): number => random.below(many);
  const until = performance.now() + READ_MS;
  const faults: string[] = [];
  let reads = 0;
  const going = (): boolean => performance.now() < until || reads < 3;
  const writing = Promise.all(
    LANES.map(async (lane) => {
      for (let step = 0; going(); step += 1) await write({ name: `${lane}-${step}`, pick });
    }),
  );
  while (going()) {
    // A smaller page than writers change records in its time would be followed by another one for ever.
    const least = mayRepeat ? 2 * LANES.length : 1;
    const times = timesIn(await readThrough(by, list, least + pick(20)));
    const missed = standing.filter((key) => !times.has(key));
    const repeated = mayRepeat ? [] : [...times].flatMap(([key, many]) => (many > 1 && counts(key) ? [key] : []));
    faults.push(
      ...missed.map((key) => `${key} was missed (read ${reads}, seed ${seed})`),
      ...repeated.map((key) => `${key} came again (read ${reads}, seed ${seed})`),
    );
    reads += 1;
  }
  await writing;
  return faults;
}

interface Step {
  readonly name: string;
  readonly pick: (many: number) => number;
}

interface Writing {
  readonly write: (step: Step) => Promise<unknown>;
  readonly standing: readonly string[];
  /** True where records that change during the walk are among those that must come once. */
  readonly mayRepeat?: boolean;
}

const code = (n: number): string => `S${String(n).padStart(3, '0')}`;

async function withSkus(): Promise<{ by: Caller; standing: string[] }> {
  const by = newCaller();
  const items = Array.from({ length: 2 * STANDING }, (_, n) => ({
    op: 'create',
    sku: code(n),
    name: `Thing ${n}`,
    location: 'A1/S1',
  }));
  await writer.call(by, 'POST /inventory/batch', { mode: 'partial', items });
  // The odd ones come and go.
  return { by, standing: Array.from({ length: STANDING }, (_, n) => code(2 * n)) };
}

const comingAndGoing =
  (by: Caller) =>
  async ({ name, pick }: Step): Promise<void> => {
    const other = code(1 + 2 * pick(STANDING));
    if (pick(3) === 0)
      await writer.call(by, 'POST /inventory', { sku: `${code(pick(2 * STANDING))}-${name}`, name: 'New thing' });
    else if (pick(2) === 0) await writer.call(by, `DELETE /inventory/${other}`);
    else await writer.call(by, `PATCH /inventory/${other}`, { status: 'active', on_hand: pick(50) });
  };

test.each(['/inventory?', '/inventory?location=A1/S1&', '/inventory?q=thing&'])(
  'GET %s: while SKUs are made, archived, restored and counted, what stands comes once, and nothing twice',
  async (path) => {
    const { by, standing } = await withSkus();

    expect(await faultsWhile(by, { path, ...SKUS }, { write: comingAndGoing(by), standing })).toEqual([]);
  },
);

test('GET /inventory by updated_at: records that do not change during the walk come once', async () => {
  const { by, standing } = await withSkus();
  const once = new Set(standing);
  const list = { path: '/inventory?sort=updated_at&', ...SKUS, counts: (key: string) => once.has(key) };

  expect(await faultsWhile(by, list, { write: comingAndGoing(by), standing })).toEqual([]);
});

test('GET /inventory by updated_at: what changes while it is read may come again and is never missed', async () => {
  const { by, standing } = await withSkus();
  const write = ({ pick, name }: Step) =>
    writer.call(by, `PATCH /inventory/${code(2 * pick(STANDING))}`, { name: `Now ${name}` });

  const list = { path: '/inventory?sort=updated_at&', ...SKUS };

  expect(await faultsWhile(by, list, { write, standing, mayRepeat: true })).toEqual([]);
});

test.each(['/locations?', '/locations?sort=-created_at&', '/locations?sort=path&path=MAIN&'])(
  'GET %s: while locations are made and archived, what stands comes once, and nothing twice',
  async (path) => {
    const by = newCaller();
    const skus = Array.from({ length: 40 }, (_, n) => ({
      op: 'create',
      sku: code(n),
      name: 'x',
      location: `A${n % 4}/${code(n)}`,
    }));
    await writer.call(by, 'POST /inventory/batch', { mode: 'partial', items: skus });
    const standing = await readThrough(by, { path: '/locations?', ...LOCATIONS }, 200);
    const { data } = LOCATIONS.page.parse((await reader.call(by, 'GET /locations?type=aisle')).body);
    const aisles = data.map((aisle) => String(Reflect.get(aisle, 'id')));
    const write = async ({ name, pick }: Step) => {
      const { body } = await writer.call(by, 'POST /locations', {
        type: 'shelf',
        code: `N${name}`,
        parent_id: aisles[pick(aisles.length)],
      });
      if (pick(2) === 0) await writer.call(by, `DELETE /locations/${String(Reflect.get(Object(body), 'id'))}`);
    };

    expect(standing).toHaveLength(1 + 4 + 40);
    expect(await faultsWhile(by, { path, ...LOCATIONS }, { write, standing })).toEqual([]);
  },
);
