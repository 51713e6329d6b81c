import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integrityReport } from '@fulfilment/contracts';
import { delay, tenantKey } from '@fulfilment/kernel';
import { type LoadProcess, startLoad } from '../load/start-load.ts';
import { residentMemory, startMeasured } from '../measured-start.ts';
import type { Bench } from '../measures/bench.ts';
import { openSubject } from '../subject.ts';
import type { LargeExtent } from './extent.ts';
import { type FilledStore, fillStore, makeTemplates } from './fill-store.ts';
import type { Compared } from './in-turns.ts';
import { type DeepPlace, measureLists, measureReadsDuringWrites, walkTo } from './measure-lists.ts';

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

/** The rows of an export of everything, and what it took. */
interface ExportMeasure {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Resident bytes of each process on its way: before it, and the most while it ran. */
  readonly memory: readonly { readonly process: string; readonly before: number; readonly peak: number }[];
}

const LOOK_MS = 100;
const ON_ITS_WAY = ['gateway', 'inventory', 'mongodb'];
const LINE_FEED = 10;

/** Exports all SKUs as NDJSON. @throws Error if the export is refused or breaks off. */
async function measureExport({ subject, customer }: Pick<Bench, 'subject' | 'customer'>): Promise<ExportMeasure> {
  const processes = subject.processes.filter(({ name }) => ON_ITS_WAY.includes(name));
  const before = await residentMemory(processes);
  const peak = new Map(Object.entries(before));
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      for (const [name, bytes] of Object.entries(await residentMemory(processes)))
        peak.set(name, Math.max(bytes, peak.get(name) ?? 0));
      await delay(LOOK_MS, ending.signal);
    }
  })();
  const beganAt = performance.now();
  try {
    const counted = await readAll(`${subject.gatewayUrl}/v1/inventory/export`, {
      ...customer.headers,
      accept: 'application/x-ndjson',
    });
    const memory = Object.entries(before).map(([process, bytes]) => ({
      process,
      before: bytes,
      peak: peak.get(process) ?? bytes,
    }));
    return { ...counted, seconds: (performance.now() - beganAt) / 1_000, memory };
  } finally {
    ending.abort();
    await watching;
  }
}

async function readAll(url: string, headers: Readonly<Record<string, string>>): Promise<Pick<ExportMeasure, 'rows' | 'bytes'>> {
  const response = await fetch(url, { headers });
  if (!response.ok || !response.body)
    throw new Error(`the export was answered with ${response.status}: ${await response.text()}`);
  let [rows, bytes] = [0, 0];
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === LINE_FEED) rows += 1;
  }
  return { rows, bytes };
}

/** The time that a check of all stock against all movements took. */
interface IntegrityMeasure {
  readonly seconds: number;
  /** The counts of what was compared and of what differed; or why there is no answer. */
  readonly remark: string;
}

/** Asks for the check. One that takes longer than the service allows is remarked on, not thrown. */
async function measureIntegrity({ subject, customer }: Pick<Bench, 'subject' | 'customer'>): Promise<IntegrityMeasure> {
  const beganAt = performance.now();
  const response = await fetch(`${subject.gatewayUrl}/v1/integrity`, { headers: customer.headers });
  const text = await response.text();
  const seconds = (performance.now() - beganAt) / 1_000;
  if (!response.ok) return { seconds, remark: `answered with ${response.status}` };
  const { compared, differing } = integrityReport.parse(JSON.parse(text));
  return { seconds, remark: `${compared.skus} SKUs, ${compared.movements} movements, ${differing} differences` };
}
