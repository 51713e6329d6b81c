import { integrityReport } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { type LoadProcess, startLoad } from '../load/start-process.ts';
import { type MeasureOptions, watchMemory, withSystem } from '../measured-start.ts';
import { markdown, mib, ms, type Sender } from '../measures/bench.ts';
import { openSubject } from '../subject.ts';
import { type FilledStore, fillStore, type LargeExtent, makeTemplates } from './fill-store.ts';
import { type Compared, type DeepPlace, measureLists, measureReadsDuringWrites, walkTo } from './measure-lists.ts';

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

/**
 * Starts a system of its own in a temporary folder, fills its store, measures it, and leaves nothing behind.
 *
 * @throws Error if it does not come up.
 */
export async function runLargeBench(options: MeasureOptions<LargeExtent>): Promise<LargeResults> {
  const loads = [startLoad(), startLoad()] as const;
  try {
    return await withSystem(options, (folder) => measure(folder, loads, options));
  } finally {
    await Promise.all(loads.map((load) => load.stop()));
  }
}

async function measure(
  folder: string,
  [load, writer]: readonly [LoadProcess, LoadProcess],
  { extent, progress, signal }: MeasureOptions<LargeExtent>,
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
  const single = await measureReadsDuringWrites(bench, writer, extent);
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

const ON_ITS_WAY = ['gateway', 'inventory', 'mongodb'];
const LINE_FEED = 10;

/** Exports all SKUs as NDJSON. @throws Error if the export is refused or breaks off. */
async function measureExport({ subject, customer }: Sender): Promise<ExportMeasure> {
  const processes = subject.processes.filter(({ name }) => ON_ITS_WAY.includes(name));
  const url = `${subject.gatewayUrl}/v1/inventory/export`;
  const { result, before, peak } = await watchMemory(processes, async () => {
    const beganAt = performance.now();
    const counted = await readAll(url, { ...customer.headers, accept: 'application/x-ndjson' });
    return { ...counted, seconds: (performance.now() - beganAt) / 1_000 };
  });
  const memory = Object.entries(before).map(([process, bytes]) => ({ process, before: bytes, peak: peak[process] ?? bytes }));
  return { ...result, memory };
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
async function measureIntegrity({ subject, customer }: Sender): Promise<IntegrityMeasure> {
  const beganAt = performance.now();
  const response = await fetch(`${subject.gatewayUrl}/v1/integrity`, { headers: customer.headers });
  const text = await response.text();
  const seconds = (performance.now() - beganAt) / 1_000;
  if (!response.ok) return { seconds, remark: `answered with ${response.status}` };
  const { compared, differing } = integrityReport.parse(JSON.parse(text));
  return { seconds, remark: `${compared.skus} SKUs, ${compared.movements} movements, ${differing} differences` };
}

/** The results as Markdown, columns aligned so that a terminal shows them well. */
export function largeTables({ filled, deep, lists, single, exported, integrity }: LargeResults): string {
  const { rows, bytes, seconds } = exported;
  const facts = [
    [
      'SKUs and movements in the store',
      `${filled.skus} and ${filled.movements}`,
      `${mib(filled.bytes)} on disk with indexes; put there in ${filled.seconds.toFixed(0)} s`,
    ],
    [
      'paging to the deep page',
      `${Math.round(deep.rows / deep.seconds)} rows a second`,
      `${deep.rows} rows, none repeated, none out of order`,
    ],
    [
      'export of all SKUs as NDJSON',
      `${Math.round(rows / seconds)} rows a second`,
      `${rows} rows, ${mib(bytes)} in ${seconds.toFixed(0)} s`,
    ],
    ['GET /integrity', `${integrity.seconds.toFixed(0)} s`, integrity.remark],
  ];
  return [
    markdown(['much stock', 'result', 'how'], facts),
    markdown(['read', 'result', 'share of the first', 'p50', 'p99', 'how'], [...comparedRows(lists), ...comparedRows(single)]),
    markdown(['resident memory', 'before the export', 'at most during it', 'ratio'], memoryRows(exported.memory)),
  ].join('\n\n');
}

function comparedRows(compared: readonly Compared[]): string[][] {
  return compared.map(({ rate, share, range: [least, most] }, place) => {
    const shown = place === 0 ? '1' : `${share.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
    return [rate.what, `${Math.round(rate.perSecond)} a second`, shown, ms(rate.p50Ms), ms(rate.p99Ms), rate.remark];
  });
}

function memoryRows(memory: LargeResults['exported']['memory']): string[][] {
  return memory.map(({ process, before, peak }) => [process, mib(before), mib(peak), (peak / before).toFixed(2)]);
}
