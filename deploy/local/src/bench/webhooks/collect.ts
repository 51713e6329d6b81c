import { delay } from '@fulfilment/kernel';
import { type Taken, taken } from './jobs.ts';
import type { Subscriber } from './stage.ts';

const LOOK_MS = 20;
/** Without a further delivery. */
const PATIENCE_MS = 20_000;

/** Waits until so many deliveries came. @throws Error if for 20 s none does. */
export async function collect(
  subscriber: Subscriber,
  expected: number,
): Promise<Pick<Taken, 'deliveries' | 'latenciesMs' | 'lastAtMs'>> {
  const latenciesMs: number[] = [];
  const all = { deliveries: 0, latenciesMs, lastAtMs: 0 };
  let heardAt = Date.now();
  for (;;) {
    const some = await subscriber.run({ kind: 'take' }, taken);
    if (some.deliveries > 0) heardAt = Date.now();
    all.deliveries += some.deliveries;
    all.latenciesMs.push(...some.latenciesMs);
    all.lastAtMs = some.lastAtMs;
    if (all.deliveries >= expected) return all;
    if (Date.now() - heardAt > PATIENCE_MS) throw new Error(`of ${expected} deliveries ${all.deliveries} came`);
    await delay(LOOK_MS);
  }
}
