import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoad } from './load/start-process.ts';
import { type MeasureOptions, type Memory, residentMemory, startMeasured } from './measured-start.ts';
import type { Bench, Extent, Rate } from './measures/bench.ts';
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
