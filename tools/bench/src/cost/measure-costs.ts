import type { CountedCommands } from '@fulfilment/dev-stack/command-log';
import { delay } from '@fulfilment/kernel';
import type { Amounts, Taken } from './counters.ts';
import { sentUnits } from './jobs.ts';
import { type CostStage, type Tenants, unitsOf } from './stage.ts';

/** The paths whose cost is measured. */
export const PATHS = ['order', 'adjustment', 'scan', 'read', 'page', 'warehouses', 'edit', 'reservation'] as const;

/** The cost of a unit, or of an idle second. */
export interface Cost {
  /** `service command collection`. */
  readonly commands: Amounts;
  /** `service collection` and what was done: documents inserted, updated and deleted, index keys. */
  readonly writes: Amounts;
  readonly mongodb: Amounts;
  readonly kafka: Amounts;
  readonly redis: Amounts;
  readonly cpuMs: Amounts;
}

/** One path with one number of clients and of SKUs: what a unit costs, the share of idle processes taken out. */
export interface Cell extends Cost {
  readonly path: (typeof PATHS)[number];
  readonly clients: number;
  readonly skus: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Units from which rates and CPU are, and those whose commands were counted. */
  readonly units: number;
  readonly countedUnits: number;
  /** Responses that were no success, by status. */
  readonly others: Readonly<Record<string, number>>;
}

/** The cost of a second in which nothing happens. */
export async function measureIdle({ counters, commands, extent }: CostStage): Promise<Cost> {
  await commands.quiet();
  const forMs = extent.idleSeconds * 1_000;
  const taken = await counters.during(() => delay(forMs / 2));
  const counted = await commands.count(() => delay(forMs / 2));
  return costOf(taken, counted, { units: taken.seconds, countedUnits: counted.seconds, idle: undefined });
}

export async function measureCell(
  stage: CostStage,
  tenants: Tenants,
  { path, clients, idle }: Pick<Cell, 'path' | 'clients'> & { readonly idle: Cost },
): Promise<Cell> {
  const { counters, commands, sender, extent } = stage;
  const send = (forMs: number) => sender.run(unitsOf(stage, tenants, { unit: path, clients, forMs }), sentUnits);
  const taken = await counters.during(async () => {
    const sent = await send(extent.cellMs);
    await commands.quiet();
    return sent;
  });
  const counted = await commands.count(() => send(extent.cellMs / 2));
  const { done, elapsedMs, p50Ms, p99Ms, others } = taken.result;
  const [units, countedUnits] = [Math.max(1, done), Math.max(1, counted.result.done)];
  return {
    path,
    clients,
    skus: tenants.skus,
    perSecond: (done / elapsedMs) * 1_000,
    p50Ms,
    p99Ms,
    others,
    units: done,
    countedUnits: counted.result.done,
    ...costOf(taken, counted, { units, countedUnits, idle }),
  };
}

interface Units {
  readonly units: number;
  readonly countedUnits: number;
  /** Of a second; undefined where it is what is measured. */
  readonly idle: Cost | undefined;
}

function costOf(taken: Taken, counted: CountedCommands, { units, countedUnits, idle }: Units): Cost {
  const each = (amounts: Amounts, idleSecond: Amounts | undefined): Amounts => perUnit(amounts, idleSecond, taken.seconds, units);
  return {
    commands: perUnit(namedCommands(counted), idle?.commands, counted.seconds, countedUnits),
    writes: perUnit(namedWrites(counted), idle?.writes, counted.seconds, countedUnits),
    mongodb: each(taken.mongodb, idle?.mongodb),
    kafka: each(taken.kafka, idle?.kafka),
    redis: each(taken.redis, idle?.redis),
    cpuMs: each(taken.cpuMs, idle?.cpuMs),
  };
}

/** Amounts of one unit: all that was taken, without the amounts of as many idle seconds. */
export function perUnit(amounts: Amounts, idleSecond: Amounts | undefined, seconds: number, units: number): Amounts {
  const each = Object.entries(amounts).map(([name, amount]) => {
    return [name, (amount - (idleSecond?.[name] ?? 0) * seconds) / units] as const;
  });
  return Object.fromEntries(each);
}

function namedCommands({ commands }: CountedCommands): Amounts {
  return Object.fromEntries(
    commands.map(({ service, command, collection, count }) => [`${service} ${command} ${collection}`.trim(), count]),
  );
}

function namedWrites({ writes }: CountedCommands): Amounts {
  return Object.fromEntries(
    writes.flatMap(({ service, collection, ...amounts }) =>
      Object.entries(amounts).map(([what, amount]) => [`${service} ${collection} ${what}`, amount] as const),
    ),
  );
}

export const sumOf = (amounts: Amounts): number => Object.values(amounts).reduce((total, amount) => total + amount, 0);
