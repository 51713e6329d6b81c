import { systemClock } from '@fulfilment/kernel';
import { z } from 'zod';
import { MAX_WINDOW } from './dispatch/in-flight-window.ts';
import { makeRefuseAddress, makeResolveHost, parseCidr } from './sending/ssrf-guard.ts';
import { makeSender } from './sending/sender.ts';

// Posts one and the same event to a receiver of this machine as fast as the sender can, with no broker and no database behind
// it: the ceiling that a benchmark holds the rate of the whole service against.

const question = z.object({
  id: z.int(),
  job: z.object({
    url: z.string(),
    /** As many deliveries are in flight as this many endpoints have at most. */
    endpoints: z.int().min(1),
    forMs: z.number().positive(),
    secret: z.string(),
    event: z.object({ id: z.string(), type: z.string(), body: z.string() }),
  }),
});
type Job = z.output<typeof question>['job'];

const LOOPBACK = [parseCidr('127.0.0.0/8')];
const sender = makeSender({
  resolve: makeResolveHost(),
  refuse: makeRefuseAddress(LOOPBACK),
  deadlineMs: 15_000,
  connectMs: 5_000,
});

async function post({ url, endpoints, forMs, secret, event }: Job) {
  const request = {
    url,
    secrets: [{ id: 'sec_raw', secret }],
    delivery: { id: 'dlv_raw', eventId: event.id },
    event: { type: event.type, body: event.body, requestId: null, traceparent: null },
    attempt: 1,
  };
  const beganAt = performance.now();
  let delivered = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() - beganAt < forMs) {
      const result = await sender.send(request, systemClock());
      if (result.type !== 'answered') throw new Error(`the receiver did not answer: ${result.type}`);
      delivered += 1;
    }
  };
  await Promise.all(Array.from({ length: endpoints * MAX_WINDOW }, loop));
  return { delivered, elapsedMs: performance.now() - beganAt };
}

process.on('message', (message) => {
  const { id, job } = question.parse(message);
  post(job).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
// The process that started it is gone.
process.on('disconnect', () => process.exit());
