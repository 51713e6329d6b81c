import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { delay } from '@fulfilment/kernel';
import { type EngineAddresses, eventually } from '@fulfilment/testing';
import { z } from 'zod';
import { type OwnTestSystem, startTestSystem } from '../system/start-test-system.ts';
import { openTenant, type TestTenant } from '../system/tenant.ts';

/** Something that a user does, and the files that run for it in each process. */
export interface Walk {
  readonly title: string;
  /** Files from the root of the workspace, by process: those that ran each time. */
  readonly always: ReadonlyMap<string, ReadonlySet<string>>;
  /** Those that ran at least once. */
  readonly ever: ReadonlyMap<string, ReadonlySet<string>>;
  /** Those of which only functions ran that run at idle too: in neither of the above. */
  readonly idle: ReadonlyMap<string, ReadonlySet<string>>;
}

/** One act, and what has to be there before it. */
interface Act {
  readonly title: string;
  readonly prepare?: (tenant: TestTenant) => Promise<unknown>;
  /** Resolves when all of it is done, deliveries included. */
  readonly act: (tenant: TestTenant) => Promise<unknown>;
}

const SKU = 'MUG-01';
const ACTS: readonly Act[] = [
  { title: 'A SKU is read: `GET /v1/inventory/:sku`', act: ({ shop }) => shop.sku(SKU) },
  {
    title: 'An order is placed: `POST /v1/orders`, until `order.created` is delivered',
    act: (tenant) => untilDelivered(tenant, 'order.created', () => placeOrder(tenant)),
  },
  {
    title: 'An order is shipped: `POST /v1/orders/:id/ship`, until `order.shipped` is delivered',
    prepare: async (tenant) => tenant.shop.pack((await placeOrder(tenant)).id),
    act: (tenant) =>
      untilDelivered(tenant, 'order.shipped', async () => {
        const packed = (await tenant.shop.orders()).find(({ status }) => status === 'packed');
        await tenant.shop.ship(packed?.id ?? '');
      }),
  },
  {
    title: 'A scan moves stock: `POST /v1/scans`, until `scan.completed` is delivered',
    act: (tenant) =>
      untilDelivered(tenant, 'scan.completed', () =>
        tenant.shop.scan({ barcode: '4006381333931', type: 'receive', sku: SKU, quantity: 1, apply: true }),
      ),
  },
];
/** Functions that run in this time without a request are not of a walk. */
const IDLE_MS = 12_000;
/** Longer than copies of a key are relied on, so that each walk reads it. */
const APART_MS = 1_500;
/** All work that an act leaves behind is done by then. */
const SETTLE_MS = 6_000;
const REPEATS = 4;

const called = z.array(z.tuple([z.string(), z.string()]));
type Called = ReadonlyMap<string, ReadonlySet<string>>;

/** Does each act several times on a system of its own that nothing else uses, and sees which functions ran for it. */
export async function traceWalks(engines: EngineAddresses): Promise<readonly Walk[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-walks-'));
  const agent = new URL(`./coverage-agent.ts?folder=${encodeURIComponent(folder)}`, import.meta.url);
  const system = await startTestSystem(engines, { fromSources: true, settings: { NODE_OPTIONS: `--import=${agent.href}` } });
  const tenant = await openTenant(system);
  try {
    const joining = joiningOf(await takeCalled(system, folder));
    await tenant.shop.createSku({ sku: SKU, name: 'Mug', on_hand: 1_000 });
    // A topic of a new system is handed over once a record comes that its tenant alone places: of four, one does but by rare chance.
    for (const { prepare, act } of ACTS)
      for (let time = 0; time < REPEATS; time += 1) {
        await prepare?.(tenant);
        await act(tenant);
      }
    // wait: for what the acts left to do.
    await delay(SETTLE_MS);
    await takeCalled(system, folder);
    // wait: for what runs without requests.
    await delay(IDLE_MS);
    const idle = calledInEither(joining, await takeCalled(system, folder));
    const walks: Walk[] = [];
    for (const act of ACTS) walks.push(await traceOne(act, { tenant, idle, take: () => takeCalled(system, folder) }));
    return walks;
  } finally {
    await tenant.stop();
    await system.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function traceOne(
  { title, prepare, act }: Act,
  { tenant, idle, take }: { readonly tenant: TestTenant; readonly idle: Called; readonly take: () => Promise<Called> },
): Promise<Walk> {
  const runs: Called[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    await prepare?.(tenant);
    // wait: until copies of the key are old, and what the preparation began has ended.
    await delay(APART_MS);
    await take();
    await act(tenant);
    // wait: for marks that are set after the last delivery.
    await delay(APART_MS);
    runs.push(await take());
  }
  const busy = runs.map((run) => filesOf(run, idle));
  const always = joined(busy, (one, other) => one.intersection(other));
  const ever = joined(busy, union);
  const all = joined(
    runs.map((run) => filesOf(run, new Map())),
    union,
  );
  return {
    title,
    always,
    ever,
    idle: new Map([...all].map(([name, files]) => [name, files.difference(ever.get(name) ?? new Set())])),
  };
}

/** Where members of a group are assigned their partitions: at the start, and whenever a slow machine makes a member join again. */
const ASSIGNERS = '/kafka/placement.ts ';

const joiningOf = (starting: Called): Called =>
  new Map([...starting].map(([process, functions]) => [process, new Set([...functions].filter((it) => it.includes(ASSIGNERS)))]));

const calledInEither = (one: Called, other: Called): Called =>
  new Map([...other].map(([process, functions]) => [process, functions.union(one.get(process) ?? new Set())]));

type Files = ReadonlyMap<string, Set<string>>;
const union = (one: Set<string>, other: Set<string>): Set<string> => one.union(other);

/** The files of several runs as one, in each process. */
function joined(runs: readonly Files[], both: typeof union): Files {
  const processes = new Set(runs.flatMap((run) => [...run.keys()]));
  return new Map([...processes].map((name) => [name, runs.map((run) => run.get(name) ?? new Set<string>()).reduce(both)]));
}

const WORKSPACE = fileURLToPath(new URL('../../', import.meta.url));
const PRODUCT = /^(?:apps|libs)\/(?!.*node_modules)/;

/** The files with a function that ran and does not run at idle, by process. */
function filesOf(run: Called, idle: Called): Files {
  return new Map(
    [...run].map(([process, functions]) => {
      const files = [...functions.difference(idle.get(process) ?? new Set())].flatMap((it) => {
        const [address = ''] = it.split(' ');
        const file = address.startsWith('file:') ? fileURLToPath(address).replace(WORKSPACE, '') : '';
        return PRODUCT.test(file) ? [file] : [];
      });
      return [process, new Set(files)];
    }),
  );
}

/** Functions that each process of the services has called since this was asked last: the file's address, a blank, the function. */
async function takeCalled(system: OwnTestSystem, folder: string): Promise<Called> {
  const services = system.processes().filter(({ kind }) => kind === 'service');
  const taken = services.map(async ({ name, pid }) => {
    if (pid === undefined) throw new Error(`${name} is no process of this machine`);
    const file = join(folder, `${pid}.json`);
    await rm(file, { force: true });
    process.kill(pid, 'SIGUSR2');
    const functions = await eventually(async () => called.parse(JSON.parse(await readFile(file, 'utf8'))));
    return [name, new Set(functions.map((its) => its.join(' ')))] as const;
  });
  return new Map(await Promise.all(taken));
}

async function placeOrder({ shop }: TestTenant) {
  return shop.createOrder({ lines: [{ sku: SKU, quantity: 1 }] });
}

async function untilDelivered({ subscriber }: TestTenant, type: string, act: () => Promise<unknown>): Promise<void> {
  const count = (): number => subscriber.deliveries.filter(({ event }) => event.type === type).length;
  const before = count();
  await act();
  await eventually(() => {
    if (count() === before) throw new Error(`${type} has not been delivered`);
  });
}
