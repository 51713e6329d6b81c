import { orderRecord } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  median,
  seconds,
  table,
  withDrilledSystem,
} from '../drilled-system.ts';
import { hang, kill } from './faults.ts';
import { SKUS } from './shoppers.ts';
import { firstCreated, longestWait } from './storm.ts';

/** Clients of one tenant that create orders, one after the other; `--clients` has one number of them. */
const CREATORS = [0, 200, 560] as const;
const HANGS_S = [5, 10, 15, 25, 40] as const;
/** Creates are watched for so long after the first ones: one may be late again. */
const WATCHED_MS = 5_000;
const REST_MS = 2_000;
/** Before another try where no answer says how long. */
const UNTOLD_MS = 250;
/** The aim: from the end of a hang to the first create that is answered with 201. */
const AIM_MS = 5_000;

/** Waits as they are, for the others to be held against. */
const NO_FAULT = { name: 'none', plant: () => Promise.resolve() };

/** One fault: milliseconds from its end to each tenant's first order, the loaded one first, and the longest that one of theirs waited afterwards. */
interface Passed {
  readonly creators: number;
  /** The end of a process with SIGKILL, or how long it hung. */
  readonly fault: string;
  readonly recoveredMs: readonly number[];
  readonly afterMs: readonly number[];
}

/** SIGKILL and hangs of one component, by their length and by the number of clients that create orders beside them, until the minutes are over. */
export const creators: Drill = {
  meaning:
    'SIGKILL and hangs of Kafka, or of --only, by clients that create orders beside them; how long each tenant waits afterwards',
  run: (context) => withDrilledSystem(context, async (system) => asTable(await passHangs(system, context))),
};

/** @throws Error where a tenant creates no order for two minutes, or the stores differ at the end. */
async function passHangs(
  system: DrilledSystem,
  {
    minutes,
    clients,
    only = 'kafka',
    progress,
    signal,
  }: Pick<DrillContext, 'minutes' | 'clients' | 'only' | 'progress' | 'signal'>,
): Promise<readonly Passed[]> {
  const loaded = await openShop(system);
  const tenants = [loaded, await openShop(system), await openShop(system)];
  const passed: Passed[] = [];
  const until = performance.now() + minutes * 60_000;
  do {
    for (const count of clients === undefined ? CREATORS : [clients]) {
      const busy = keepBusy(count, () => create(loaded));
      try {
        await Promise.all(tenants.map(firstCreated));
        for (const { name, plant } of [NO_FAULT, kill(only), ...HANGS_S.map((hangS) => hang(only, hangS))]) {
          await plant(system, signal);
          const recoveredMs = await Promise.all(tenants.map(firstCreated));
          const afterMs = await Promise.all(tenants.map((tenant) => longestWait(tenant, AbortSignal.timeout(WATCHED_MS))));
          passed.push({ creators: count, fault: name.replace(` ${only}`, ''), recoveredMs, afterMs });
          const [first, then] = [recoveredMs, afterMs].map((ms) => ms.map(seconds).join(', '));
          progress(`${count} creators, ${name}: ${first} s; then ${then} s at most`);
          await delay(REST_MS, signal);
          signal.throwIfAborted();
        }
      } finally {
        await busy.stop();
      }
    }
  } while (performance.now() < until);
  await system.verify();
  return passed;
}

async function openShop(system: DrilledSystem): Promise<Client> {
  const client = await system.newClient();
  await client.send('POST', '/inventory', { sku: SKUS.plenty, name: 'Mug', on_hand: 100_000_000 });
  await system.subscribe(client);
  return client;
}

/** Creates an order, and waits until stock was allocated to it. Waits before each try again as the answer says, as the client libraries do. */
async function create({ send }: Client): Promise<void> {
  const {
    status,
    text,
    retryAfterMs = UNTOLD_MS,
  } = await send('POST', '/orders', { lines: [{ sku: SKUS.plenty, quantity: 1 }] });
  if (status !== 202) return status === 201 ? undefined : await delay(retryAfterMs);
  const { id } = orderRecord.parse(JSON.parse(text));
  for (let isPending = true; isPending;) {
    await delay(retryAfterMs);
    const read = await send('GET', `/orders/${id}`);
    isPending = read.status !== 200 || orderRecord.parse(JSON.parse(read.text)).status === 'pending';
  }
}

function asTable(passed: readonly Passed[]): string {
  const rows = [...Map.groupBy(passed, ({ creators: count, fault }) => `${count}/${fault}`)].map(([name, its]) => {
    const loaded = its.map(({ recoveredMs: [first = 0] }) => first);
    const others = its.flatMap(({ recoveredMs: [, ...rest] }) => rest);
    return [
      ...name.split('/'),
      String(its.length),
      ...[loaded, others].flatMap((ms) => [seconds(median(ms)), seconds(Math.max(...ms))]),
      seconds(Math.max(...its.flatMap(({ afterMs }) => afterMs))),
      String(its.filter(({ recoveredMs }) => Math.max(...recoveredMs) > AIM_MS).length),
    ];
  });
  const head = ['creators', 'fault', 'times', 'loaded tenant, p50, s', 'most', 'others, p50, s', 'most', 'then at most, s'];
  return table([...head, `over ${AIM_MS / 1_000} s`], rows);
}
