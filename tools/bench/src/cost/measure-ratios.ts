import { skuRecord } from '@fulfilment/contracts';
import type { MeasureOptions } from '../measured-start.ts';
import { median } from '../measures/bench.ts';
import { tenantOf } from './ceilings.ts';
import { type CeilingName, measuredCeiling, measuredRests, sentUnits } from './jobs.ts';
import { createSku, type CostStage, type Tenants, unitsOf } from './stage.ts';

/** The rate and latency of something, in each round. */
export interface Measured {
  readonly what: string;
  readonly clients: number;
  readonly perSecond: readonly number[];
  readonly p50Ms: readonly number[];
}

/** A share of a ceiling, or a multiple of it, in each round. */
export interface Ratio {
  readonly what: string;
  readonly rounds: readonly number[];
}

/** Orders of one unit of one SKU, half as many more than there are units. */
export interface Race {
  readonly units: number;
  readonly orders: number;
  readonly allocated: number;
  /** Units available after it. */
  readonly left: number;
  readonly perSecond: number;
  /** True where each unit went to one order, and none is left. */
  readonly exact: boolean;
}

/** A request between two bare processes, after a rest. */
export interface Rest {
  readonly restMs: number;
  readonly cpuMicros: readonly number[];
}

export interface Ratios {
  readonly rests: readonly Rest[];
  readonly ceilings: readonly Measured[];
  readonly product: readonly Measured[];
  readonly ratios: readonly Ratio[];
  readonly race: Race;
}

interface Turn {
  readonly perSecond: number;
  readonly p50Ms: number;
}

/** Each beside what it is held against, so that other work on the machine is the same for both. */
const TURNS = [
  ['transaction', 8],
  ['order', 8],
  ['transaction', 32],
  ['order', 64],
  ['update', 1],
  ['order', 1],
  ['guarded', 32],
  ['adjustment', 32],
  ['find-one', 32],
  ['read', 32],
  ['find-page', 32],
  ['page', 32],
  ['http', 32],
  ['produce', 8],
] as const;

/** Milliseconds: an order of one client leaves its processes as much between two requests. */
const RESTS_MS = [0, 2, 10] as const;
const RESTED_REQUESTS = 200;

const CEILING_NAMES: Readonly<Record<CeilingName, string>> = {
  http: 'bare Node server',
  'find-one': 'findOne of a SKU',
  'find-page': 'find of 50 SKUs',
  update: 'update, w: majority',
  guarded: 'guarded $inc, w: majority',
  transaction: 'transaction of three writes',
  produce: 'produce of one record',
};

const PRODUCT_NAMES = {
  order: 'whole orders of two lines',
  adjustment: 'adjustments of many SKUs',
  read: 'GET one SKU',
  page: 'page of 50 SKUs',
} as const;

/** Measures ceilings and the product in turns, and the race for one SKU once. */
export async function measureRatios(
  stage: CostStage,
  tenants: Tenants,
  { progress, signal }: Pick<MeasureOptions<unknown>, 'progress' | 'signal'>,
): Promise<Ratios> {
  const found = new Map<string, Turn[]>();
  const rests = RESTS_MS.map((restMs): { restMs: number; cpuMicros: number[] } => ({ restMs, cpuMicros: [] }));
  const keep = (name: string, turn: Turn) => found.set(name, [...(found.get(name) ?? []), turn]);
  for (let round = 0; round < stage.extent.rounds; round += 1) {
    progress(`Measuring ceilings, round ${round + 1} of ${stage.extent.rounds}`);
    for (const [what, clients] of round % 2 === 0 ? TURNS : TURNS.toReversed()) {
      signal.throwIfAborted();
      const turn = isCeiling(what) ? ceilingTurn(stage, tenants, what, clients) : productTurn(stage, tenants, what, clients);
      keep(`${what} ${clients}`, await turn);
    }
    for (const { restMs, cpuMicros } of rests) {
      const job = { kind: 'measure-rests', httpOrigin: stage.httpOrigin, restMs, requests: RESTED_REQUESTS } as const;
      cpuMicros.push((await stage.sender.run(job, measuredRests)).cpuMicros);
    }
  }
  progress(`Measuring the race for ${stage.extent.raceUnits} units`);
  const race = await runRace(stage, tenants);
  const turns = (name: string): readonly Turn[] => found.get(name) ?? [];
  const measured = (what: string, name: string, clients: number): Measured => ({
    what,
    clients,
    perSecond: turns(`${name} ${clients}`).map(({ perSecond }) => perSecond),
    p50Ms: turns(`${name} ${clients}`).map(({ p50Ms }) => p50Ms),
  });
  return {
    rests,
    ceilings: TURNS.flatMap(([name, clients]) => (isCeiling(name) ? measured(CEILING_NAMES[name], name, clients) : [])),
    product: TURNS.flatMap(([name, clients]) => (isCeiling(name) ? [] : measured(PRODUCT_NAMES[name], name, clients))),
    ratios: ratiosOf(turns, race),
    race,
  };
}

function ratiosOf(turns: (name: string) => readonly Turn[], race: Race): readonly Ratio[] {
  const share = (what: string, of: string, ceiling: string, by: keyof Turn = 'perSecond'): Ratio => ({
    what,
    rounds: turns(of).map((turn, round) => turn[by] / (turns(ceiling)[round]?.[by] ?? Number.NaN)),
  });
  const atOnce = median(turns('transaction 32').map(({ perSecond }) => perSecond));
  return [
    share('whole orders at 8 : transactions at 8', 'order 8', 'transaction 8'),
    share('whole orders at 64 : transactions at 32', 'order 64', 'transaction 32'),
    share('p50 of an order’s step : of an update, one client', 'order 1', 'update 1', 'p50Ms'),
    share('adjustments of many SKUs at 32 : guarded $inc at 32', 'adjustment 32', 'guarded 32'),
    { what: 'orders racing for one SKU at 64 : transactions at 32', rounds: [race.perSecond / atOnce] },
    share('GET one SKU at 32 : findOne at 32', 'read 32', 'find-one 32'),
    share('page of 50 at 32 : find of 50 at 32', 'page 32', 'find-page 32'),
  ];
}

async function ceilingTurn(stage: CostStage, { first }: Tenants, ceiling: CeilingName, atOnce: number): Promise<Turn> {
  const { subject, sender, httpOrigin, codes: skus, extent } = stage;
  const { mongodbUrl, kafkaBrokers } = subject;
  const where = { mongodbUrl, kafkaBrokers, httpOrigin, tenant: tenantOf(first.accountId), skus };
  const job = { kind: 'measure-ceiling', ceiling, atOnce, forMs: extent.roundMs, ...where } as const;
  const { done, elapsedMs, p50Ms } = await sender.run(job, measuredCeiling);
  return { perSecond: (done / elapsedMs) * 1_000, p50Ms };
}

type ProductUnit = Exclude<(typeof TURNS)[number][0], CeilingName>;
const isCeiling = (name: CeilingName | ProductUnit): name is CeilingName => name in CEILING_NAMES;

async function productTurn(stage: CostStage, tenants: Tenants, unit: ProductUnit, clients: number): Promise<Turn> {
  const job = unitsOf(stage, tenants, { unit, clients, forMs: stage.extent.roundMs });
  const { done, elapsedMs, stepP50Ms } = await stage.sender.run(job, sentUnits);
  await stage.commands.quiet();
  return { perSecond: (done / elapsedMs) * 1_000, p50Ms: stepP50Ms };
}

const RACERS = 64;
const PATIENCE_MS = 600_000;

async function runRace({ subject, sender, extent }: CostStage, { first }: Tenants): Promise<Race> {
  const [sku, units, orders] = [`RACE-${extent.raceUnits}`, extent.raceUnits, extent.raceUnits * 1.5];
  await createSku(subject.gatewayUrl, first.headers, { sku, units });
  const job = { kind: 'send-units', unit: 'race', origin: subject.gatewayUrl, tenants: [first.headers], skus: [sku] } as const;
  const sent = await sender.run({ ...job, atOnce: RACERS, forMs: PATIENCE_MS, atLeast: 0, atMost: orders }, sentUnits);
  const response = await fetch(`${subject.gatewayUrl}/v1/inventory/${sku}`, { headers: first.headers });
  const { available: left, allocated: held } = skuRecord.parse(await response.json());
  const { done, allocated, elapsedMs } = sent;
  const exact = left === 0 && held === units && (done < orders || allocated === units);
  return { units, orders: done, allocated, left, perSecond: (done / elapsedMs) * 1_000, exact };
}
