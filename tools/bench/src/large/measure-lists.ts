import { z } from 'zod';
import type { LoadProcess } from '../load/start-process.ts';
import { median, type Rate, rateOf, send, type Sender } from '../measures/bench.ts';
import { ELSEWHERE_PLACE, type LargeExtent, PAGE, RARE } from './fill-store.ts';

const list = (filter: Readonly<Record<string, string>>): readonly string[] => [
  `/v1/inventory?${new URLSearchParams({ limit: String(PAGE), ...filter }).toString()}`,
];

/** Pages of the list of all SKUs: the first, one far down, and those of filters that few SKUs pass. */
export async function measureLists(
  bench: Sender,
  { cursor, rows }: DeepPlace,
  extent: LargeExtent,
): Promise<readonly Compared[]> {
  const newest = new Date(Date.UTC(2026, 0, 1) + (extent.skus - 2 * PAGE) * 1_000).toISOString();
  const reads = [
    { what: 'first page', paths: list({}) },
    { what: `page ${rows / PAGE + 1}`, paths: list({ cursor }) },
    { what: 'low in stock, 1 in 100', paths: list({ low_stock: 'true' }) },
    { what: 'sold out, none', paths: list({ sold_out: 'true' }) },
    { what: 'at a place, 1 in 1 000', paths: list({ location: ELSEWHERE_PLACE }) },
    { what: 'with a word, 1 in 1 000', paths: list({ q: RARE }) },
    { what: 'changed last', paths: list({ updated_since: newest, sort: 'updated_at' }) },
  ];
  return await readInTurns(bench, reads, extent);
}

const READ_SKUS = 997;
const WRITERS = 8;

const codeAt = (number: number): string => `BULK-${String(number).padStart(7, '0')}`;

/** One SKU after another, spread over all: alone, and while others of them change. */
export async function measureReadsDuringWrites(
  bench: Sender,
  writer: LoadProcess,
  extent: LargeExtent,
): Promise<readonly Compared[]> {
  const step = Math.floor(extent.skus / READ_SKUS);
  const spread = (offset: number): string[] =>
    Array.from({ length: READ_SKUS }, (_, place) => codeAt(10 + place * step + offset));
  const paths = spread(0).map((code) => `/v1/inventory/${code}`);
  const changes = spread(1).map((code) => `/v1/inventory/${code}/adjustments`);
  const beside = () => change({ ...bench, load: writer }, changes, extent.roundMs);
  const reads = [
    { what: 'GET one SKU of all', paths },
    { what: `the same beside ${WRITERS} that adjust others`, paths, beside },
  ];
  return await readInTurns(bench, reads, extent);
}

async function change(writer: Sender, paths: readonly string[], forMs: number): Promise<void> {
  const body = { delta: 1, reason: 'receipt' };
  const { statuses } = await send(writer, { method: 'POST', paths, cycle: true, body, atOnce: WRITERS, forMs });
  if (Object.keys(statuses).join() !== '201') throw new Error(`adjustments were refused: ${JSON.stringify(statuses)}`);
}

const page = z.object({ data: z.array(z.object({ sku: z.string() })), next_cursor: z.string().nullable() });

/** A place far down a list, and how the way there was. */
export interface DeepPlace {
  readonly cursor: string;
  readonly rows: number;
  readonly seconds: number;
}

/**
 * Pages through the list of SKUs.
 *
 * @returns the place before which so many rows lie.
 * @throws Error if a row is repeated or out of order, or the list ends before.
 */
export async function walkTo(row: number, { subject, customer }: Sender, signal: AbortSignal): Promise<DeepPlace> {
  const beganAt = performance.now();
  let [cursor, last, rows] = ['', '', 0];
  while (rows < row) {
    signal.throwIfAborted();
    const limit = Math.min(PAGE * 4, row - rows);
    const query = new URLSearchParams({ limit: String(limit), ...(cursor === '' ? {} : { cursor }) }).toString();
    const response = await fetch(`${subject.gatewayUrl}/v1/inventory?${query}`, { headers: customer.headers });
    const { data, next_cursor: next } = page.parse(await response.json());
    for (const { sku } of data) {
      if (sku <= last) throw new Error(`${sku} comes after ${last}`);
      last = sku;
    }
    rows += data.length;
    if (next === null) throw new Error(`the list ends after ${rows} rows`);
    cursor = next;
  }
  return { cursor, rows, seconds: (performance.now() - beganAt) / 1_000 };
}

/** A read that is measured. */
interface Read {
  readonly what: string;
  /** Asked in turn. */
  readonly paths: readonly string[];
  /** Work that goes on beside it. */
  readonly beside?: () => Promise<void>;
}

/** A read's rate, and its share of that of the first one. */
export interface Compared {
  readonly rate: Rate;
  readonly share: number;
  /** The smallest and the largest of the rounds. */
  readonly range: readonly [number, number];
}

const AT_ONCE = 8;

/** Measures reads in rounds, in each of which they take turns; the first round only warms up. The first read is the measure of the others. */
async function readInTurns(
  sender: Sender,
  reads: readonly Read[],
  { rounds, roundMs: forMs }: LargeExtent,
): Promise<readonly Compared[]> {
  const measured = reads.map((): Rate[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, { what, paths, beside }] of reads.entries()) {
      const besides = beside?.();
      const sent = await send(sender, { method: 'GET', paths, cycle: true, atOnce: AT_ONCE, forMs });
      await besides;
      if (round > 0) measured[place]?.push(rateOf(what, sent, `${AT_ONCE} at once`));
    }
  }
  const [first = []] = measured;
  return measured.map((rates) => compared(rates, first));
}

function compared(rates: readonly Rate[], first: readonly Rate[]): Compared {
  const perSecond = median(rates.map((rate) => rate.perSecond));
  const rate = rates.find((each) => each.perSecond === perSecond);
  if (!rate) throw new Error('nothing was measured');
  const shares = rates.map((each, round) => each.perSecond / (first[round]?.perSecond ?? 1));
  return { rate, share: median(shares), range: [Math.min(...shares), Math.max(...shares)] };
}
