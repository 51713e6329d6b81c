import { sentRequests, type SentRequests } from '../load/jobs.ts';
import type { Bench } from './bench.ts';
import { createSku } from './create-sku.ts';
import { type Rate, rateOf } from './rate.ts';

const SKU = 'BENCH-HOT';
const AT_ONCE = 64;
/** Much longer than the orders take that were created in seconds. */
const LONGEST_MS = 60_000;

/** Orders of one unit of one SKU, created for a time, and then all packed and all shipped. */
export async function measureOrders(bench: Bench): Promise<readonly Rate[]> {
  const { customer, subject, load, extent } = bench;
  await createSku(bench, { sku: SKU, name: 'Hot', on_hand: 1_000_000 });
  const post = (paths: readonly string[], body: object, times: { cycle: boolean; forMs: number }): Promise<SentRequests> =>
    load.run(
      {
        kind: 'send-requests',
        origin: subject.gatewayUrl,
        method: 'POST',
        paths,
        headers: customer.headers,
        body: JSON.stringify(body),
        atOnce: AT_ONCE,
        ...times,
      },
      sentRequests,
    );
  const order = { lines: [{ sku: SKU, quantity: 1 }] };
  const created = await post(['/v1/orders'], order, { cycle: true, forMs: extent.ordersMs });
  const once = { cycle: false, forMs: LONGEST_MS };
  const stepPaths = (step: string): string[] => created.ids.map((id) => `/v1/orders/${id}/${step}`);
  const packed = await post(stepPaths('pack'), {}, once);
  const shipped = await post(stepPaths('ship'), {}, once);
  const remark = `${AT_ONCE} at once`;
  return [
    rateOf('POST /orders, one hot SKU', created, remark),
    rateOf('pack, one hot SKU', packed, remark),
    rateOf('ship, one hot SKU', shipped, `${remark}, ${created.ids.length} orders`),
  ];
}
