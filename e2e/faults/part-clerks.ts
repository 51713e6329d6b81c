import { fulfilmentRecord, orderRecord } from '@fulfilment/contracts';
import type { Call } from '../system/call.ts';
import { type Clerks, startClerks } from './clerks.ts';
import type { SentTwice } from './double-senders.ts';
import { postUntilFinal } from './named-request.ts';

/** Units of an order's two lines in each of the two parts that it leaves in. */
export const PARTS = [
  [2, 1],
  [1, 1],
] as const;

/** Clerks who ship orders of two lines in two parts, and send each request twice at once under one idempotency key. */
export interface PartClerks extends Clerks {
  /** Orders that were placed. */
  readonly orders: readonly string[];
  readonly sent: readonly SentTwice[];
  /** Orders of which one part ships or has shipped, and the other is not packed yet. */
  readonly between: ReadonlySet<string>;
}

export interface PartClerkOptions {
  readonly call: Call;
  readonly apiKey: string;
  readonly clerks: number;
  readonly skus: readonly [string, string];
}

export function startPartClerks({ call, apiKey, clerks, skus }: PartClerkOptions): PartClerks {
  const orders: string[] = [];
  const sent: SentTwice[] = [];
  const between = new Set<string>();

  const post = async (key: string, path: string, body: unknown = {}): Promise<unknown> => {
    const request = { key, path, body };
    const heard = await Promise.all([postUntilFinal(call, apiKey, request), postUntilFinal(call, apiKey, request)]);
    sent.push({ request, heard });
    if (heard[0].status >= 300) throw new Error(`${path} is answered ${JSON.stringify(heard[0])}`);
    return heard[0].body;
  };

  const working = startClerks(clerks, async (clerk, n) => {
    const key = `${clerk}-${n}`;
    const whole = skus.map((sku, line) => ({ sku, quantity: PARTS[0][line === 0 ? 0 : 1] + PARTS[1][line === 0 ? 0 : 1] }));
    const { id, lines } = orderRecord.parse(await post(`create ${key}`, '/orders', { lines: whole }));
    orders.push(id);
    const plan = async (part: 0 | 1): Promise<string> => {
      const units = lines.map(({ id: line_id }, line) => ({ line_id, quantity: PARTS[part][line] }));
      return fulfilmentRecord.parse(await post(`plan ${part} ${key}`, `/orders/${id}/fulfilments`, { lines: units })).id;
    };
    const [first, second] = [await plan(0), await plan(1)];
    const step = (part: string, name: string) => post(`${name} ${part} ${key}`, `/fulfilments/${part}/${name}`);
    await step(first, 'pack');
    between.add(id);
    // One after the other, or both at once: two processes work on one order then.
    const shipped = step(first, 'ship');
    if (n % 2 === 0) await shipped;
    await Promise.all([shipped, step(second, 'pack')]);
    between.delete(id);
    await step(second, 'ship');
  });
  return { ...working, orders, sent, between };
}
