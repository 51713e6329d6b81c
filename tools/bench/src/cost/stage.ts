import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { CommandLog, mongodbLogFile } from '@fulfilment/dev-stack/command-log';
import type { Stoppable } from '@fulfilment/kernel';
import { z } from 'zod';
import { fillStore, makeTemplates } from '../large/fill-store.ts';
import { startLoad, startProcess, type JobProcess } from '../load/start-process.ts';
import type { MeasureOptions } from '../measured-start.ts';
import type { Customer, Subject } from '../subject.ts';
import { tenantOf } from './ceilings.ts';
import { type Counters, openCounters } from './counters.ts';
import { type CostJob, openedBareServer, type SendUnits } from './jobs.ts';

/** The extent of a measurement of costs. */
export interface CostExtent {
  /** In which nothing happens, to take its share out of the others. */
  readonly idleSeconds: number;
  /** Clients at once. More than 64 are spread over four tenants. */
  readonly clients: readonly number[];
  /** SKUs of the first tenant. */
  readonly skus: readonly number[];
  /** Of one path with one number of clients: its rate and CPU; its commands are counted in half of that. */
  readonly cellMs: number;
  /** Of ceilings and of what is held against them; the median counts. */
  readonly rounds: number;
  readonly roundMs: number;
  /** Units of one SKU that half as many orders more want. */
  readonly raceUnits: number;
}

export const COST: CostExtent = {
  idleSeconds: 60,
  clients: [1, 8, 64, 256],
  skus: [1_000, 100_000],
  cellMs: 3_000,
  rounds: 3,
  roundMs: 2_000,
  raceUnits: 10_000,
};
export const COST_QUICK: CostExtent = {
  ...COST,
  idleSeconds: 10,
  clients: [1, 64],
  skus: [1_000],
  cellMs: 2_000,
  rounds: 1,
  raceUnits: 1_000,
};
/** With as many SKUs beside, which takes minutes to fill. */
export const MANY_SKUS = 1_000_000;

/** SKUs that units draw from, and units of each. */
const DRAWN = 400;
const ON_HAND = 1_000_000;
const CODES: readonly string[] = Array.from({ length: DRAWN }, (_, number) => `COST-${String(number).padStart(4, '0')}`);
const TENANTS = 4;
const FROM_ONE_TENANT = 64;
/** Warehouses that orders over three are shipped from. */
const WAREHOUSES: readonly string[] = ['C1', 'C2', 'C3'];
/** SKUs that these orders draw from: each stands for one in each warehouse. */
const IN_WAREHOUSES = CODES.slice(0, 40);

/** An order of one line, and the line. */
interface EditedOrder {
  readonly id: string;
  readonly line: string;
}

/** A tenant, and three others beside for many clients. */
export interface Tenants {
  readonly skus: number;
  readonly first: Customer;
  readonly all: readonly Customer[];
  /** Of each tenant, open orders that clients edit. */
  readonly orders: readonly (readonly EditedOrder[])[];
}

/** The parts that measures of costs work with. */
export interface CostStage extends Stoppable {
  readonly subject: Subject;
  readonly extent: CostExtent;
  readonly sender: JobProcess<CostJob>;
  /** Of the bare server. */
  readonly httpOrigin: string;
  readonly counters: Counters;
  readonly commands: CommandLog;
  /** Codes of the SKUs that units draw from. */
  readonly codes: readonly string[];
  readonly openTenants: (skus: number) => Promise<Tenants>;
}

const PROCESS = fileURLToPath(new URL('./cost-process.ts', import.meta.url));

export async function openCostStage(
  subject: Subject,
  folder: string,
  { extent, progress, signal }: MeasureOptions<CostExtent>,
): Promise<CostStage> {
  const [sender, bare] = [startProcess<CostJob>(PROCESS), startProcess<CostJob>(PROCESS)];
  const counters = await openCounters(subject, folder);
  const commands = new CommandLog(subject.mongodbUrl, mongodbLogFile(join(folder, 'data')));
  const openTenants = async (skus: number): Promise<Tenants> => {
    const tenants = extent.clients.some((clients) => clients > FROM_ONE_TENANT) ? TENANTS : 1;
    const first = await subject.newCustomer('Costs');
    const all = [first];
    while (all.length < tenants) all.push(await subject.newCustomer(`Costs ${all.length}`));
    for (const customer of all) await createDrawn(subject, customer);
    await fillUp(subject, first, { skus: skus - DRAWN, progress, signal });
    const orders: EditedOrder[][] = [];
    for (const customer of all) orders.push(await createOrders(subject, customer, FROM_ONE_TENANT));
    return { skus, first, all, orders };
  };
  return {
    subject,
    extent,
    sender,
    counters,
    commands,
    codes: CODES,
    openTenants,
    httpOrigin: (await bare.run({ kind: 'open-bare-server' }, openedBareServer)).origin,
    stop: async () => {
      await Promise.all([sender, bare, counters, commands].map((part) => part.stop()));
    },
  };
}

const CREATED_AT_ONCE = 16;

async function createDrawn({ gatewayUrl }: Subject, { headers }: Customer): Promise<void> {
  for (const code of WAREHOUSES) await create(`${gatewayUrl}/v1/locations`, headers, { type: 'warehouse', code });
  const placed = WAREHOUSES.flatMap((code) => IN_WAREHOUSES.map((sku) => ({ sku: `${code}-${sku}`, location: `${code}:A1/S1` })));
  await inTurns([...CODES.map((sku) => ({ sku })), ...placed], (sku) =>
    createSku(gatewayUrl, headers, { ...sku, units: ON_HAND }),
  );
}

async function createOrders({ gatewayUrl }: Subject, { headers }: Customer, count: number): Promise<EditedOrder[]> {
  const orders: EditedOrder[] = [];
  await inTurns(CODES.slice(0, count), async (sku) => {
    const text = await create(`${gatewayUrl}/v1/orders`, headers, { lines: [{ sku, quantity: 1 }] });
    const { id, lines } = createdOrder.parse(JSON.parse(text));
    orders.push({ id, line: lines[0].id });
  });
  return orders;
}

const createdOrder = z.looseObject({ id: z.string(), lines: z.tuple([z.looseObject({ id: z.string() })]) });

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: CREATED_AT_ONCE }, worker));
}

/** @throws Error if it is refused. */
export async function createSku(
  gatewayUrl: string,
  headers: Readonly<Record<string, string>>,
  { units, ...facts }: { readonly sku: string; readonly units: number; readonly location?: string },
): Promise<void> {
  await create(`${gatewayUrl}/v1/inventory`, headers, { ...facts, name: 'Counted', on_hand: units });
}

async function create(url: string, headers: Readonly<Record<string, string>>, facts: object): Promise<string> {
  const body = JSON.stringify(facts);
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${url} refused ${body}: ${response.status} ${text}`);
  return text;
}

type Filling = Pick<MeasureOptions<unknown>, 'progress' | 'signal'> & { readonly skus: number };

/** Puts the other SKUs straight into the store. */
async function fillUp(subject: Subject, customer: Customer, { skus, progress, signal }: Filling): Promise<void> {
  const load = startLoad();
  try {
    await makeTemplates({ subject, customer, load }, 1);
    const extent = { skus, movementsEach: 1, deepRow: 0, rounds: 0, roundMs: 0 };
    await fillStore({ mongodbUrl: subject.mongodbUrl, tenant: tenantOf(customer.accountId), extent, progress, signal });
  } finally {
    await load.stop();
  }
}

const LEAST_UNITS = 10;
const LEAST_OF_EACH = 2;

/** Units of a path by some clients. */
export function unitsOf(
  { subject, codes }: CostStage,
  { first, all, orders }: Tenants,
  {
    unit,
    clients,
    forMs,
  }: { readonly unit: Exclude<SendUnits['unit'], 'race'>; readonly clients: number; readonly forMs: number },
) {
  const tenants = (clients > FROM_ONE_TENANT ? all : [first]).map(({ headers }) => headers);
  // A client that is begun together with all others, and ends with them, shows less of what they share.
  const atLeast = Math.max(LEAST_UNITS, clients * LEAST_OF_EACH);
  const extent = { atOnce: clients, forMs, atLeast };
  const skus = unit === 'warehouses' ? IN_WAREHOUSES : codes;
  const sent = { kind: 'send-units', unit, origin: subject.gatewayUrl, tenants, skus } as const;
  return { ...sent, orders, warehouses: WAREHOUSES, ...extent };
}
