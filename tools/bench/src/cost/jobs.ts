import { z } from 'zod';

/** The paths through the product whose cost is counted. A race is an order of one unit of one SKU. */
export const UNITS = ['order', 'adjustment', 'scan', 'read', 'page', 'warehouses', 'edit', 'reservation', 'race'] as const;

/** Units of one path, sent by some clients, each the next when its last is done. */
const sendUnits = z.object({
  kind: z.literal('send-units'),
  unit: z.enum(UNITS),
  /** Of the gateway, without a path. */
  origin: z.string(),
  /** Headers by tenant; the clients take turns. */
  tenants: z.array(z.record(z.string(), z.string()).readonly()).min(1).readonly(),
  /** Of each tenant, open orders of one line for clients to edit, one for each. */
  orders: z
    .array(z.array(z.object({ id: z.string(), line: z.string() })).readonly())
    .readonly()
    .optional(),
  /** Warehouses that orders over several are shipped from; a SKU of each has its code before that of a drawn one. */
  warehouses: z.array(z.string()).readonly().optional(),
  /** SKUs to draw from, evenly. */
  skus: z.array(z.string()).min(1).readonly(),
  atOnce: z.int().min(1),
  /** Milliseconds after which no further unit is begun, once there were enough. */
  forMs: z.number().positive(),
  /** Units at least, however long they take. */
  atLeast: z.int().min(0),
  /** Units at most. */
  atMost: z.int().min(1).optional(),
});
export type SendUnits = z.output<typeof sendUnits>;

export const sentUnits = z.object({
  elapsedMs: z.number(),
  /** Units that were done; an order is one when it is shipped. */
  done: z.int(),
  /** Other responses by status; 202 says that a step is not done yet. */
  others: z.record(z.string(), z.int()),
  /** Of a whole unit. */
  p50Ms: z.number(),
  p99Ms: z.number(),
  /** Of one request. */
  stepP50Ms: z.number(),
  /** Orders that were created with all their units. */
  allocated: z.int(),
});
export type SentUnits = z.output<typeof sentUnits>;

/** Reads and writes of the engines and of Node alone, without the product. */
export const CEILINGS = ['http', 'find-one', 'find-page', 'update', 'guarded', 'transaction', 'produce'] as const;
export type CeilingName = (typeof CEILINGS)[number];

const measureCeiling = z.object({
  kind: z.literal('measure-ceiling'),
  ceiling: z.enum(CEILINGS),
  mongodbUrl: z.string(),
  kafkaBrokers: z.string(),
  /** Of the bare server. */
  httpOrigin: z.string(),
  /** The owner of the SKUs that are read. */
  tenant: z.string(),
  skus: z.array(z.string()).min(1).readonly(),
  atOnce: z.int().min(1),
  forMs: z.number().positive(),
});
export type MeasureCeiling = z.output<typeof measureCeiling>;

export const measuredCeiling = z.object({ elapsedMs: z.number(), done: z.int(), p50Ms: z.number() });
export type MeasuredCeiling = z.output<typeof measuredCeiling>;

/** Requests one after the other, each after a rest in which both processes have nothing to do. */
const measureRests = z.object({
  kind: z.literal('measure-rests'),
  /** Of the bare server. */
  httpOrigin: z.string(),
  restMs: z.number().min(0),
  requests: z.int().min(1),
});
export type MeasureRests = z.output<typeof measureRests>;

/** Microseconds of CPU of one request, of both processes together. */
export const measuredRests = z.object({ cpuMicros: z.number() });
export type MeasuredRests = z.output<typeof measuredRests>;

/** CPU of the bare server so far, in microseconds, at this path. */
export const CPU_PATH = '/cpu';

const openBareServer = z.object({ kind: z.literal('open-bare-server') });
export const openedBareServer = z.object({ origin: z.string() });

/** The jobs of the process that sends. */
export const costJob = z.discriminatedUnion('kind', [sendUnits, measureCeiling, measureRests, openBareServer]);
export type CostJob = z.output<typeof costJob>;

/** How long something is repeated, and by how many workers at once. */
interface Repeated {
  readonly atOnce: number;
  readonly forMs: number;
  /** Repetitions at least, however long they take; none by default. */
  readonly atLeast?: number;
  readonly atMost?: number | undefined;
}

/** Does the same again and again by some workers at once. */
export async function repeat(
  { atOnce, forMs, atLeast = 0, atMost = Infinity }: Repeated,
  once: (worker: number) => Promise<unknown>,
): Promise<{ readonly elapsedMs: number }> {
  const beganAt = performance.now();
  let begun = 0;
  const worker = async (_: unknown, place: number): Promise<void> => {
    while (begun < atMost && (begun < atLeast || performance.now() - beganAt < forMs)) {
      begun += 1;
      await once(place);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { elapsedMs: performance.now() - beganAt };
}

/** @returns the value that a share of all is not above; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}
