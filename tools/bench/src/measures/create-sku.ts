import { sentRequests } from '../load/jobs.ts';
import type { Bench } from './bench.ts';
import { successes } from './rate.ts';

/** @throws Error if it is refused. */
export async function createSku({ subject, customer, load }: Bench, sku: Readonly<Record<string, unknown>>): Promise<void> {
  const sent = await load.run(
    {
      kind: 'send-requests',
      origin: subject.gatewayUrl,
      method: 'POST',
      paths: ['/v1/inventory'],
      cycle: false,
      headers: customer.headers,
      body: JSON.stringify(sku),
      atOnce: 1,
      forMs: 60_000,
    },
    sentRequests,
  );
  if (successes(sent) !== 1) throw new Error(`the SKU was not created: ${JSON.stringify(sent.statuses)}`);
}
