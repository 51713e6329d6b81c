import { delay } from '@fulfilment/kernel';
import { openedReceiver, received, released, type SendRequests, sentRequests, type SentRequests } from '../load/jobs.ts';
import { startLoad } from '../load/start-process.ts';
import { type Bench, median, post, type Rate, rateOf, send, type Sender, successes } from './bench.ts';

const SKU = 'BENCH-HOT';
const AT_ONCE = 64;
/** Much longer than the orders take that were created in seconds. */
const LONGEST_MS = 60_000;

/** Orders of one unit of one SKU, created for a time, and then all packed and all shipped. */
export async function measureOrders(bench: Bench): Promise<readonly Rate[]> {
  await post(bench, '/v1/inventory', { sku: SKU, name: 'Hot', on_hand: 1_000_000 });
  const common = { method: 'POST', atOnce: AT_ONCE } as const;
  const body = { lines: [{ sku: SKU, quantity: 1 }] };
  const created = await send(bench, { ...common, paths: ['/v1/orders'], body, cycle: true, forMs: bench.extent.ordersMs });
  const stepAll = (step: string): Promise<SentRequests> => {
    const paths = created.ids.map((id) => `/v1/orders/${id}/${step}`);
    return send(bench, { ...common, paths, body: {}, cycle: false, forMs: LONGEST_MS });
  };
  const packed = await stepAll('pack');
  const shipped = await stepAll('ship');
  const remark = `${AT_ONCE} at once`;
  return [
    rateOf('POST /orders, one hot SKU', created, remark),
    rateOf('pack, one hot SKU', packed, remark),
    rateOf('ship, one hot SKU', shipped, `${remark}, ${created.ids.length} orders`),
  ];
}

/** For the last events to be stored; an attempt that is held may take 15 s. */
const SETTLE_MS = 2_000;
const PATIENCE_MS = 30_000;
const LOOK_MS = 100;

/**
 * Delivers the events of scans to endpoints of a new account. The receiver holds its first deliveries until all events are
 * there, so that what is measured is a backlog being worked off.
 */
export async function measureDeliveries({ subject, load, extent }: Bench, endpoints: number): Promise<Rate> {
  const receiver = startLoad();
  try {
    const customer = await subject.newCustomer(`Benchmark of ${endpoints} endpoints`);
    const { url } = await receiver.run({ kind: 'open-receiver' }, openedReceiver);
    for (let added = 0; added < endpoints; added += 1) await customer.subscribe(url);
    const scans = successes(await recordScans({ subject, customer, load }, extent.eventsMs / Math.sqrt(endpoints)));
    await delay(SETTLE_MS);
    await receiver.run({ kind: 'release-receiver' }, released);
    const { count, elapsedMs } = await allReceived(receiver, scans * endpoints);
    const lacking = scans * endpoints - count;
    const remark = `${count} to ${endpoints === 1 ? 'one endpoint' : `${endpoints} endpoints`}`;
    return {
      what: endpoints === 1 ? 'deliveries of a backlog' : 'deliveries of several backlogs',
      perSecond: (count / elapsedMs) * 1_000,
      remark: lacking > 0 ? `${remark}, ${lacking} not within ${PATIENCE_MS / 1_000} s` : remark,
    };
  } finally {
    await receiver.stop();
  }
}

async function allReceived(receiver: ReturnType<typeof startLoad>, expected: number) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const counted = await receiver.run({ kind: 'count-received' }, received);
    if (counted.count >= expected || Date.now() > deadline) return counted;
    await delay(LOOK_MS);
  }
}

/** The same read on two ways, and how they compare. */
export interface Reads {
  readonly rates: readonly Rate[];
  /** The gateway's rate as a share of the service's own, of each round. */
  readonly shares: readonly number[];
}

const READ_SKU = 'BENCH-READ';
const READS_AT_ONCE = 32;

/** Reads one SKU through the gateway and straight from the service; the two take turns, and swap them each round. */
export async function measureReads(bench: Bench): Promise<Reads> {
  const { subject, customer, load, extent } = bench;
  await post(bench, '/v1/inventory', { sku: READ_SKU, name: 'Read', on_hand: 1 });
  const ask = {
    kind: 'send-requests',
    method: 'GET',
    paths: [`/v1/inventory/${READ_SKU}`],
    cycle: true,
    atOnce: READS_AT_ONCE,
  } as const;
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
  return { ...found, remark: [`${READS_AT_ONCE} at once`, found.remark].filter((text) => text !== '').join(', ') };
}

const SCANS_AT_ONCE = 64;
/** Devices that were offline send what they kept. */
const BATCHES_AT_ONCE = 4;
const IN_A_BATCH = 100;
const SCAN = { barcode: '4006381333931', type: 'pick', quantity: 1, device_id: 'gun-7' } as const;

/** Records scans through the gateway. */
function recordScans(sender: Sender, forMs: number): Promise<SentRequests> {
  return send(sender, { method: 'POST', paths: ['/v1/scans'], cycle: true, body: SCAN, atOnce: SCANS_AT_ONCE, forMs });
}

export async function measureScans(bench: Bench): Promise<Rate> {
  return rateOf('POST /scans', await recordScans(bench, bench.extent.scansMs), `${SCANS_AT_ONCE} at once`);
}

/** To be measured last: what is recorded here is told for a while. */
export async function measureScanBatches(bench: Bench): Promise<Rate> {
  const { scansMs: forMs } = bench.extent;
  const body = { scans: Array.from({ length: IN_A_BATCH }, () => SCAN) };
  const batch = { method: 'POST', paths: ['/v1/scans/batch'], cycle: true, body } as const;
  const sent = await send(bench, { ...batch, atOnce: BATCHES_AT_ONCE, forMs });
  const batches = rateOf('scans of POST /scans/batch', sent, `${IN_A_BATCH} in each, ${BATCHES_AT_ONCE} at once`);
  return { ...batches, perSecond: batches.perSecond * IN_A_BATCH };
}
