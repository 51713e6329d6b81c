import { delay } from '@fulfilment/kernel';
import { TIMED } from '@fulfilment/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { received } from './faults/received.ts';
import { makeScanStream, outOfOrder, type ScanStream } from './faults/scan-stream.ts';
import { eventsOf, type Receiver, startReceiver } from './system/receiver.ts';
import { signatureFault } from './system/signature.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { makeWebhookOwner, type WebhookOwner } from './system/webhook-owner.ts';

const HELD = 1_500;
const DEVICES = 25;
const PATIENCE_MS = 600_000;

let system: TestSystem;
let owner: WebhookOwner;
let stream: ScanStream;

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeEach(async () => {
  const account = await system.operator.account('A busy shop');
  const { key } = await system.operator.key({ accountId: account.id });
  owner = makeWebhookOwner(system.baseUrl, key);
  stream = makeScanStream(system.call, key, DEVICES);
});

async function listen(ordered: boolean): Promise<{ readonly id: string; readonly secret: string; readonly receiver: Receiver }> {
  const receiver = await startReceiver();
  const { id, secret } = await owner.add({ url: receiver.url, events: ['scan.completed'], ordered });
  receiver.trust(secret);
  return { id, secret, receiver };
}

describe('secrets that are rotated under a constant stream', () => {
  const OVERLAP_SECONDS = 6;

  test(
    'both sign during the overlap, the new one alone after it, and at once where there is none',
    { timeout: PATIENCE_MS, ...TIMED },
    async () => {
      const { id, secret: first, receiver } = await listen(false);
      const stopping = new AbortController();
      const sending = (async () => {
        while (!stopping.signal.aborted) {
          await stream.record(10);
          // wait: the rate of the stream.
          await delay(50);
        }
      })();
      // wait: signatures have whole seconds, so that each stretch between two changes has to be longer than two.
      await delay(3_000);
      const firstTo = Date.now();
      const second = await owner.rotate(id, OVERLAP_SECONDS);
      const secondFrom = Date.now();
      receiver.trust(first, second.secret);
      const overlapEnds = Date.parse(second.secrets[1]?.ends_at ?? '');
      // wait: the overlap, and a stretch behind it.
      await delay(OVERLAP_SECONDS * 1_000 + 3_000);
      expect(receiver.faults).toEqual([]);
      const secondTo = Date.now();
      const third = await owner.rotate(id, 0);
      const thirdFrom = Date.now();
      receiver.trust(first, second.secret, third.secret);
      // Deliveries between the change and its response were signed with a secret that the receiver did not know yet:
      // it refuses them, and they are retried.
      const untold = receiver.faults.length;
      // wait: a stretch that the last secret signs alone.
      await delay(3_000);
      stopping.abort();
      await sending;
      await received(receiver, stream.recorded());

      const fits = receiver.deliveries.map(({ headers, rawBody }) => {
        const signature = headers['service-signature'] ?? '';
        const does = (secret: string): boolean => signatureFault(signature, rawBody, secret) === undefined;
        return { at: Number(headers['webhook-timestamp']), by: [first, second.secret, third.secret].map(does) };
      });
      expect(receiver.faults.slice(untold)).toEqual([]);
      // Signatures have whole seconds, and what was under way at the change may end under what it began with.
      const between = (fromMs: number, toMs: number) =>
        new Set(fits.filter(({ at }) => at > fromMs / 1_000 + 1 && at < toMs / 1_000 - 1).map(({ by }) => by.join()));
      expect(between(0, firstTo)).toEqual(new Set(['true,false,false']));
      expect(between(secondFrom, overlapEnds)).toEqual(new Set(['true,true,false']));
      expect(between(overlapEnds, secondTo)).toEqual(new Set(['false,true,false']));
      expect(between(thirdFrom, Number.POSITIVE_INFINITY)).toEqual(new Set(['false,false,true']));
      await receiver.stop();
    },
  );
});

describe(`an endpoint that is paused for ${HELD} events and resumed`, () => {
  test(
    'gets nothing during that time, then all of them in order, while others go on undisturbed',
    { timeout: PATIENCE_MS, ...TIMED },
    async () => {
      const paused = await listen(true);
      const other = await listen(false);
      await stream.record(DEVICES);
      await received(paused.receiver, DEVICES);
      expect(await owner.pause(paused.id)).toMatchObject({ status: 'paused' });

      await stream.record(HELD);
      await received(other.receiver, DEVICES + HELD);
      expect(paused.receiver.deliveries).toHaveLength(DEVICES);

      expect(await owner.resume(paused.id)).toMatchObject({ status: 'active' });
      await received(paused.receiver, DEVICES + 100);
      await stream.record(200);
      await received(other.receiver, DEVICES + HELD + 200);
      // The other has what is new long before the one that was paused has all that is old.
      expect(eventsOf(paused.receiver).length).toBeLessThan(DEVICES + HELD);
      await received(paused.receiver, DEVICES + HELD + 200);

      expect(outOfOrder(paused.receiver.deliveries)).toEqual([]);
      for (const { receiver } of [paused, other]) {
        expect(receiver.faults).toEqual([]);
        expect(eventsOf(receiver)).toHaveLength(stream.recorded());
        await receiver.stop();
      }
    },
  );
});
