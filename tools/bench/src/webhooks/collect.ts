import { delay } from '@fulfilment/kernel';
import type { Customer } from '../subject.ts';
import { type Taken, taken } from './jobs.ts';
import type { Subscriber } from './stage.ts';

const LOOK_MS = 20;
/** Without a further delivery. */
const PATIENCE_MS = 20_000;

/** Where a subscriber gets what is of one account. */
export function placeOf({ url }: Subscriber, { accountId }: Pick<Customer, 'accountId'>) {
  const path = `/${accountId}`;
  return { path, url: `${url}${path}` };
}

/** Waits until so many deliveries of an account came. @throws Error if for 20 s none does. */
export async function collect(subscriber: Subscriber, customer: Customer, expected: number): Promise<Taken> {
  const { path } = placeOf(subscriber, customer);
  const latenciesMs: number[] = [];
  let heardAt = Date.now();
  for (;;) {
    const some = await subscriber.run({ kind: 'take', path }, taken);
    if (some.latenciesMs.length > 0) heardAt = Date.now();
    latenciesMs.push(...some.latenciesMs);
    if (latenciesMs.length >= expected) return { latenciesMs, lastAtMs: some.lastAtMs };
    if (Date.now() - heardAt > PATIENCE_MS) throw new Error(`of ${expected} deliveries ${latenciesMs.length} came`);
    await delay(LOOK_MS);
  }
}
