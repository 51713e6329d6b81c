import { delay } from '@fulfilment/kernel';
import { patient } from '@fulfilment/testing';
import { eventsOf, type Receiver } from '../system/receiver.ts';

const LOOK_MS = 200;
/** Longer than a lease of a process that was killed, and the longest wait of its supervisor, on a busy machine. */
const STILL_MS = patient(60_000);

/** Waits until so many different events came. @throws Error if for a minute none does. */
export async function received(receiver: Receiver, events: number): Promise<void> {
  let [seen, movedAt] = [0, performance.now()];
  for (;;) {
    const now = eventsOf(receiver).length;
    if (now >= events) return;
    if (now > seen) [seen, movedAt] = [now, performance.now()];
    if (performance.now() - movedAt > STILL_MS)
      throw new Error(`of ${events} events ${now} came; faults: ${receiver.faults.join('\n')}`);
    // wait: between two looks.
    await delay(LOOK_MS);
  }
}
