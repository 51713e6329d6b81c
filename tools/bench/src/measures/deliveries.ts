import { delay } from '@fulfilment/kernel';
import { openedReceiver, received, released } from '../load/jobs.ts';
import { startLoad } from '../load/start-load.ts';
import type { Bench } from './bench.ts';
import { type Rate, successes } from './rate.ts';
import { recordScans } from './scans.ts';

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
