import { z } from 'zod';
import type { Bench } from '../measures/bench.ts';
import { PAGE } from './extent.ts';

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
export async function walkTo(
  row: number,
  { subject, customer }: Pick<Bench, 'subject' | 'customer'>,
  signal: AbortSignal,
): Promise<DeepPlace> {
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
