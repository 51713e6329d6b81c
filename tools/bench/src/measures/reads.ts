import { type SendRequests, sentRequests } from '../load/jobs.ts';
import type { Bench } from './bench.ts';
import { createSku } from './create-sku.ts';
import { median, type Rate, rateOf } from './rate.ts';

/** The same read on two ways, and how they compare. */
export interface Reads {
  readonly rates: readonly Rate[];
  /** The gateway's rate as a share of the service's own, of each round. */
  readonly shares: readonly number[];
}

const SKU = 'BENCH-READ';
const AT_ONCE = 32;

/** Reads one SKU through the gateway and straight from the service; the two take turns, and swap them each round. */
export async function measureReads(bench: Bench): Promise<Reads> {
  const { subject, customer, load, extent } = bench;
  await createSku(bench, { sku: SKU, name: 'Read', on_hand: 1 });
  const ask = { kind: 'send-requests', method: 'GET', paths: [`/v1/inventory/${SKU}`], cycle: true, atOnce: AT_ONCE } as const;
  const through = { ...ask, origin: subject.gatewayUrl, headers: customer.headers, forMs: extent.roundMs };
  const straight = { ...ask, origin: subject.inventoryUrl, headers: customer.identity, forMs: extent.roundMs };
  const run = async (what: string, job: SendRequests): Promise<Rate> => rateOf(what, await load.run(job, sentRequests));

  const [gateway, service]: [Rate[], Rate[]] = [[], []];
  for (let round = 0; round <= extent.rounds; round += 1) {
    const turns = [
      async () => gateway.push(await run('GET one SKU, through the gateway', through)),
      async () => service.push(await run('GET one SKU, straight from the service', straight)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  // The first round warms up.
  const [warmGateway, warmService] = [gateway.slice(1), service.slice(1)];
  const shares = warmGateway.map(({ perSecond }, round) => perSecond / (warmService[round]?.perSecond ?? 1));
  return { rates: [middle(warmGateway), middle(warmService)], shares };
}

function middle(rates: readonly Rate[]): Rate {
  const perSecond = median(rates.map((rate) => rate.perSecond));
  const found = rates.find((rate) => rate.perSecond === perSecond);
  if (!found) throw new Error('nothing was measured');
  return { ...found, remark: [`${AT_ONCE} at once`, found.remark].filter((text) => text !== '').join(', ') };
}
