import { availableParallelism } from 'node:os';
import { type MeasureOptions, type Memory, proportionalMemory, residentMemory, withSystem } from '../measured-start.ts';
import { openSubject } from '../subject.ts';
import { type Cell, type Cost, measureCell, measureIdle, PATHS } from './measure-costs.ts';
import { measureRatios, type Ratios } from './measure-ratios.ts';
import { type CostExtent, type CostStage, openCostStage } from './stage.ts';

/** Everything that was measured of costs; amounts of the same names can be compared between runs. */
export interface CostResults {
  readonly cores: number;
  readonly node: string;
  /** Of a second. */
  readonly idle: Cost;
  readonly cells: readonly Cell[];
  readonly ratios: Ratios;
  /** Bytes, when ready and after the load. */
  readonly memory: { readonly ready: Memory; readonly loaded: Memory };
  /** The same, each page divided by the number of processes that share it; empty where the machine does not say it. */
  readonly proportional: { readonly ready: Memory; readonly loaded: Memory };
}

/**
 * Starts a system of its own in a temporary folder, counts what each path costs, holds its rates against those of the engines,
 * and leaves nothing behind.
 *
 * @throws Error if it does not come up.
 */
export async function runCostBench(options: MeasureOptions<CostExtent>): Promise<CostResults> {
  return await withSystem(options, async (folder) => {
    const subject = await openSubject(folder);
    const { processes } = subject;
    const [ready, readyShare] = await Promise.all([residentMemory(processes), proportionalMemory(processes)]);
    const stage = await openCostStage(subject, folder, options);
    try {
      const measured = await measure(stage, options);
      const memory = { ready, loaded: await residentMemory(processes) };
      const proportional = { ready: readyShare, loaded: await proportionalMemory(processes) };
      return { cores: availableParallelism(), node: process.version, ...measured, memory, proportional };
    } finally {
      await stage.stop();
    }
  });
}

async function measure(
  stage: CostStage,
  { extent, progress, signal }: MeasureOptions<CostExtent>,
): Promise<Pick<CostResults, 'idle' | 'cells' | 'ratios'>> {
  progress(`Counting ${extent.idleSeconds} s in which nothing happens`);
  const idle = await measureIdle(stage);
  const cells: Cell[] = [];
  let ratios: Ratios | undefined;
  for (const skus of extent.skus) {
    progress(`Putting ${skus} SKUs into the store`);
    const tenants = await stage.openTenants(skus);
    await stage.commands.quiet();
    // The fewest SKUs come first, and are what the engines' rates are of.
    for (const clients of extent.clients) {
      progress(`Counting ${clients} at once with ${skus} SKUs`);
      for (const path of PATHS) {
        signal.throwIfAborted();
        cells.push(await measureCell(stage, tenants, { path, clients, idle }));
      }
    }
    ratios ??= await measureRatios(stage, tenants, { progress, signal });
  }
  if (!ratios) throw new Error('No number of SKUs was asked for');
  return { idle, cells, ratios };
}
