import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoad } from './load/start-process.ts';
import { type MeasureOptions, type Memory, residentMemory, startMeasured } from './measured-start.ts';
import { type Bench, type Extent, markdown, median, mib, ms, type Rate } from './measures/bench.ts';
import {
  measureDeliveries,
  measureOrders,
  measureReads,
  measureScanBatches,
  measureScans,
  type Reads,
} from './measures/measures.ts';
import { openSubject } from './subject.ts';

/** Everything that was measured in one run. */
export interface BenchResults {
  /** Seconds from the start of the program to its greeting: with an empty data folder, and with its data kept. */
  readonly startUp: readonly { readonly what: string; readonly seconds: number }[];
  /** Bytes, when ready and after the load. */
  readonly memory: { readonly ready: Memory; readonly loaded: Memory };
  readonly reads: Reads;
  readonly rates: readonly Rate[];
}

export interface BenchOptions extends MeasureOptions<Extent> {
  /** Starts once, with an empty data folder. */
  readonly startOnce: boolean;
}

/**
 * Starts a system of its own in a temporary folder, measures it, and leaves nothing behind.
 *
 * @throws Error if it does not come up.
 */
export async function runBench(options: BenchOptions): Promise<BenchResults> {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-bench-'));
  try {
    return await runIn(folder, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runIn(folder: string, { extent, startOnce, progress, signal }: BenchOptions): Promise<BenchResults> {
  progress('Starting with an empty data folder');
  let system = await startMeasured(folder, signal);
  const startUp = [{ what: 'start-up, empty data folder', seconds: system.readyAfterMs / 1_000 }];
  try {
    if (!startOnce) {
      progress('Starting again, with its data kept');
      await system.stop();
      system = await startMeasured(folder, signal);
      startUp.push({ what: 'start-up, data kept', seconds: system.readyAfterMs / 1_000 });
    }
    return { startUp, ...(await measureAll(folder, { extent, progress, signal })) };
  } finally {
    await system.stop();
  }
}

async function measureAll(
  folder: string,
  { extent, progress, signal }: MeasureOptions<Extent>,
): Promise<Omit<BenchResults, 'startUp'>> {
  const subject = await openSubject(folder);
  const ready = await residentMemory(subject.processes);
  const load = startLoad();
  try {
    const bench: Bench = { subject, load, extent, customer: await subject.newCustomer('Benchmark') };
    const rates: Rate[] = [];
    const measure = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
      signal.throwIfAborted();
      progress(`Measuring ${what}`);
      return await work();
    };
    const reads = await measure('reads', () => measureReads(bench));
    rates.push(...(await measure('orders', () => measureOrders(bench))));
    rates.push(await measure('scans', () => measureScans(bench)));
    for (const endpoints of [1, 8]) {
      rates.push(await measure(`deliveries to ${endpoints}`, () => measureDeliveries(bench, endpoints)));
    }
    rates.push(await measure('batches of scans', () => measureScanBatches(bench)));
    return { reads, rates, memory: { ready, loaded: await residentMemory(subject.processes) } };
  } finally {
    await load.stop();
  }
}

/** The results as Markdown, columns aligned so that a terminal shows them well. */
export function benchTables(results: BenchResults): string {
  return [speedTable(results), memoryTable(results)].join('\n\n');
}

function speedTable({ startUp, reads, rates }: BenchResults): string {
  const { shares } = reads;
  const range = `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)} in ${shares.length} rounds`;
  return markdown(
    ['measured', 'result', 'p50', 'p99', 'how'],
    [
      ...startUp.map(({ what, seconds }) => [what, `${seconds.toFixed(1)} s`, '', '', '']),
      ...reads.rates.map(rateRow),
      ['gateway : straight', median(shares).toFixed(2), '', '', range],
      ...rates.map(rateRow),
    ],
  );
}

function rateRow({ what, perSecond, p50Ms, p99Ms, remark }: Rate): string[] {
  return [what, `${Math.round(perSecond)} a second`, ms(p50Ms), ms(p99Ms), remark];
}

const sum = (memory: Memory): number => Object.values(memory).reduce((total, bytes) => total + bytes, 0);

function memoryTable({ memory: { ready, loaded } }: BenchResults): string {
  const rows = Object.entries(ready).map(([name, bytes]) => [name, mib(bytes), mib(loaded[name] ?? 0)]);
  return markdown(['resident memory', 'when ready', 'after the load'], [...rows, ['all', mib(sum(ready)), mib(sum(loaded))]]);
}
