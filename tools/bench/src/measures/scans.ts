import { sentRequests, type SentRequests } from '../load/jobs.ts';
import type { Bench } from './bench.ts';
import { type Rate, rateOf } from './rate.ts';

const AT_ONCE = 64;
/** Devices that were offline send what they kept. */
const BATCHES_AT_ONCE = 4;
const IN_A_BATCH = 100;
const SCAN = { barcode: '4006381333931', type: 'pick', quantity: 1, device_id: 'gun-7' } as const;

/** Records scans through the gateway. */
export function recordScans(bench: Omit<Bench, 'extent'>, forMs: number): Promise<SentRequests> {
  return post(bench, { path: '/v1/scans', body: SCAN, atOnce: AT_ONCE, forMs });
}

export async function measureScans(bench: Bench): Promise<Rate> {
  return rateOf('POST /scans', await recordScans(bench, bench.extent.scansMs), `${AT_ONCE} at once`);
}

/** To be measured last: what is recorded here is told for a while. */
export async function measureScanBatches(bench: Bench): Promise<Rate> {
  const { scansMs: forMs } = bench.extent;
  const body = { scans: Array.from({ length: IN_A_BATCH }, () => SCAN) };
  const sent = await post(bench, { path: '/v1/scans/batch', body, atOnce: BATCHES_AT_ONCE, forMs });
  const batches = rateOf('scans of POST /scans/batch', sent, `${IN_A_BATCH} in each, ${BATCHES_AT_ONCE} at once`);
  return { ...batches, perSecond: batches.perSecond * IN_A_BATCH };
}

interface Posting {
  readonly path: string;
  readonly body: object;
  readonly atOnce: number;
  readonly forMs: number;
}

function post({ subject, customer, load }: Omit<Bench, 'extent'>, { path, body, ...times }: Posting): Promise<SentRequests> {
  return load.run(
    {
      kind: 'send-requests',
      origin: subject.gatewayUrl,
      method: 'POST',
      paths: [path],
      cycle: true,
      headers: customer.headers,
      body: JSON.stringify(body),
      ...times,
    },
    sentRequests,
  );
}
