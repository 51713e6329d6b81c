import { sentRequests, type SentRequests } from '../load/jobs.ts';
import type { Bench } from './bench.ts';
import { type Rate, rateOf } from './rate.ts';

const AT_ONCE = 64;
const SCAN = { barcode: '4006381333931', type: 'pick', quantity: 1, device_id: 'gun-7' } as const;

/** Records scans through the gateway. */
export function recordScans({ subject, customer, load }: Omit<Bench, 'extent'>, forMs: number): Promise<SentRequests> {
  return load.run(
    {
      kind: 'send-requests',
      origin: subject.gatewayUrl,
      method: 'POST',
      paths: ['/v1/scans'],
      cycle: true,
      headers: customer.headers,
      body: JSON.stringify(SCAN),
      atOnce: AT_ONCE,
      forMs,
    },
    sentRequests,
  );
}

export async function measureScans(bench: Bench): Promise<Rate> {
  return rateOf('POST /scans', await recordScans(bench, bench.extent.scansMs), `${AT_ONCE} at once`);
}
