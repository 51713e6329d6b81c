import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { markdown, median } from '../measures/bench.ts';
import { type Cost, sumOf } from './measure-costs.ts';

const amounts = z.record(z.string(), z.number());
const cost = z.object({
  commands: amounts,
  writes: amounts,
  mongodb: amounts,
  kafka: amounts,
  redis: amounts,
  cpuMs: amounts,
});
const savedCosts = z.object({
  idle: cost,
  cells: z.array(cost.extend({ path: z.string(), clients: z.int(), skus: z.int(), perSecond: z.number() })),
  ratios: z.object({ ratios: z.array(z.object({ what: z.string(), rounds: z.array(z.number()) })) }),
});
/** The results of a run, as far as they are compared. */
export type SavedCosts = z.output<typeof savedCosts>;

/** @throws Error in words for the user if a file is missing, or has not been saved by `--cost`. */
export async function readSavedCosts(files: readonly string[]): Promise<readonly SavedCosts[]> {
  return await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8').catch((cause: unknown) => {
        throw new Error(`${file} cannot be read`, { cause });
      });
      const { data, error } = savedCosts.safeParse(parsed(text));
      if (error) throw new Error(`${file} was not saved by --cost: ${error.issues[0]?.path.join('.') ?? ''}`);
      return data;
    }),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The amounts that are compared; CPU and counts hold on a busy machine, rates do not. */
const COMPARED: Readonly<Record<string, (of: Cost) => number>> = {
  'commands to MongoDB': ({ commands }) => sumOf(commands),
  transactions: ({ mongodb }) => mongodb['transactions committed'] ?? 0,
  'documents inserted': ({ mongodb }) => mongodb['documents inserted'] ?? 0,
  'documents updated': ({ mongodb }) => mongodb['documents updated'] ?? 0,
  'index keys': ({ writes }) => sumOf(Object.fromEntries(Object.entries(writes).filter(([name]) => /keys\w+$/.test(name)))),
  'journal syncs': ({ mongodb }) => mongodb['journal syncs'] ?? 0,
  'records of Kafka': ({ kafka }) =>
    sumOf(Object.fromEntries(Object.entries(kafka).filter(([name]) => name.endsWith(' records')))),
  'commands to Redis': ({ redis }) => sumOf(redis),
  'CPU, ms': ({ cpuMs }) => sumOf(cpuMs),
};

/** Every amount before and after, each the median of its runs. Amounts that are nothing on both sides, or of one side only, are left out. */
export function comparisonTable(before: readonly SavedCosts[], after: readonly SavedCosts[]): string {
  const [old, now] = [before.map(amountsOf), after.map(amountsOf)];
  const names = [...new Set(old.flatMap((run) => [...run.keys()]))];
  const rows = names.flatMap((name) => {
    const [from, to] = [medianOf(old, name), medianOf(now, name)];
    if (from === undefined || to === undefined || Math.max(from, to) < LEAST) return [];
    return [[name, from.toFixed(2), to.toFixed(2), from < LEAST ? '' : (to / from).toFixed(2)]];
  });
  return markdown(['measured', 'before', 'after', 'ratio'], rows);
}

const LEAST = 0.05;

/** The median of an amount; undefined where no run has it. */
function medianOf(runs: ReadonlyArray<ReadonlyMap<string, number>>, name: string): number | undefined {
  const values = runs.flatMap((run) => run.get(name) ?? []);
  return values.length === 0 ? undefined : median(values);
}

function amountsOf({ idle, cells, ratios }: SavedCosts): ReadonlyMap<string, number> {
  return new Map([
    ...each('idle second', idle),
    ...cells.flatMap((cell) => {
      const title = `${cell.path} ×${cell.clients}, ${cell.skus} SKUs`;
      return [...each(title, cell), [`${title}: a second`, cell.perSecond] as const];
    }),
    ...ratios.ratios.map(({ what, rounds }) => [what, median(rounds)] as const),
  ]);
}

/** Less than nothing is what an idle time took more than the measured one. */
function each(title: string, of: Cost): ReadonlyArray<readonly [string, number]> {
  return Object.entries(COMPARED).map(([name, amount]) => [`${title}: ${name}`, Math.max(0, amount(of))]);
}
