import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenantKey } from '@fulfilment/kernel';
import { type LoadProcess, startLoad } from '../load/start-load.ts';
import { startMeasured } from '../measured-start.ts';
import { openSubject } from '../subject.ts';
import type { LargeExtent } from './extent.ts';
import { type FilledStore, fillStore } from './fill-store.ts';
import type { Compared } from './in-turns.ts';
import { type ExportMeasure, measureExport } from './measure-export.ts';
import { type IntegrityMeasure, measureIntegrity } from './measure-integrity.ts';
import { measureLists, measureReadsDuringWrites } from './measure-lists.ts';
import { makeTemplates } from './templates.ts';
import { type DeepPlace, walkTo } from './walk.ts';

/** Everything that was measured on much stock. */
export interface LargeResults {
  readonly filled: FilledStore;
  readonly deep: DeepPlace;
  /** The first page, and others as shares of it. */
  readonly lists: readonly Compared[];
  /** One SKU, and the same while others change. */
  readonly single: readonly Compared[];
  readonly exported: ExportMeasure;
  readonly integrity: IntegrityMeasure;
}

export interface LargeOptions {
  readonly extent: LargeExtent;
  readonly progress: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Starts a system of its own in a temporary folder, fills its store, measures it, and leaves nothing behind.
 *
 * @throws Error if it does not come up.
 */
export async function runLargeBench(options: LargeOptions): Promise<LargeResults> {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-bench-'));
  const loads = [startLoad(), startLoad()] as const;
  try {
    options.progress('Starting with an empty data folder');
    const system = await startMeasured(folder, options.signal);
    try {
      return await measure(folder, loads, options);
    } finally {
      await system.stop();
    }
  } finally {
    await Promise.all(loads.map((load) => load.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  folder: string,
  [load, writer]: readonly [LoadProcess, LoadProcess],
  { extent, progress, signal }: LargeOptions,
): Promise<LargeResults> {
  const subject = await openSubject(folder);
  const customer = await subject.newCustomer('Benchmark of much stock');
  const bench = { subject, customer, load };
  await makeTemplates(bench, extent.movementsEach);
  const tenant = tenantKey({ accountId: customer.accountId, environment: 'sandbox' });
  const filled = await fillStore({ mongodbUrl: subject.mongodbUrl, tenant, extent, progress, signal });
  progress(`Paging to row ${extent.deepRow}`);
  const deep = await walkTo(extent.deepRow, bench, signal);
  progress('Measuring lists');
  const lists = await measureLists(bench, deep, extent);
  progress('Measuring one SKU while others change');
  const single = await measureReadsDuringWrites({ ...bench, writer }, extent);
  signal.throwIfAborted();
  progress('Exporting everything');
  const exported = await measureExport(bench);
  progress('Checking integrity');
  return { filled, deep, lists, single, exported, integrity: await measureIntegrity(bench) };
}
