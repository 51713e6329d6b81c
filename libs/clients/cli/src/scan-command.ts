import { type FulfilmentClient, type Scan, type ScanCreate, type ScanResult } from '@fulfilment/client';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { positiveInteger, UsageError, wholeNumber } from './arguments.ts';
import { type AddCommands, withExamples } from './command.ts';
import { Ended, EXIT } from './failures.ts';
import type { Session } from './session.ts';
import { shown } from './terminal/text-table.ts';

const TYPES = ['receive', 'putaway', 'pick', 'pack', 'ship', 'count', 'lookup', 'other'] as const;
const LARGEST_BATCH = 1_000;
/** Scans of a batch are sent after this silence, although the batch is not full. */
const PAUSE_MS = 500;
const APPLY_PATIENCE_MS = 30_000;
const POLL_MS = 200;

interface ScanOptions {
  readonly type?: (typeof TYPES)[number];
  readonly sku?: string;
  readonly quantity?: number;
  readonly location?: string;
  readonly orderId?: string;
  readonly deviceId?: string;
  readonly operator?: string;
  readonly apply?: boolean;
  readonly batch?: number | true;
}

/** Scans: one, or all that a scanner types. */
export const addScanCommand: AddCommands = (program, perform) => {
  withExamples(program.command('scan').description('Record a scan, or each line that a scanner types.'), [
    'scan 4006381333931 --type receive --sku MUG-01 --quantity 5 --location A3/S2 --apply',
    'scan --type pick --device-id gun-7',
    'scan --batch --type putaway --location A3/S2 --json < barcodes.txt',
  ])
    .argument('[barcode]', 'the barcode; without it every line of standard input is one')
    .addOption(new Option('--type <type>', 'why it was scanned').choices(TYPES))
    .option('--sku <sku>', 'SKU of the barcode; without it --apply moves the one that has the barcode')
    .option('--quantity <number>', 'units', wholeNumber)
    .option('--location <path>', 'where: A3/S2')
    .option('--order-id <id>', 'the order that it was for')
    .option('--device-id <id>', 'the scanner')
    .option('--operator <name>', 'the person')
    .option('--apply', 'post the movement of stock too, and wait for it: types receive and count')
    .option('--batch [number]', 'scans in one request at most, 100 by default', positiveInteger)
    .action((barcode: string | undefined, options: ScanOptions, command: Command) =>
      perform(command, (session) => (barcode === undefined ? scanLines(session, options) : scanOne(session, barcode, options))),
    );
};

/** The scan has an id of its own: sent again, it is recorded once. */
function scanOf(barcode: string, options: ScanOptions): ScanCreate {
  const { type, sku, quantity, location, orderId, deviceId, operator, apply } = options;
  return {
    barcode,
    type,
    sku,
    quantity,
    location,
    order_id: orderId,
    device_id: deviceId,
    operator,
    apply,
    scanned_at: new Date().toISOString(),
    client_scan_id: randomUUID(),
  };
}

async function scanOne(session: Session, barcode: string, options: ScanOptions): Promise<void> {
  if (options.batch !== undefined) throw new UsageError('--batch is for barcodes from standard input.');
  const client = await session.client();
  const scan = await applied(session, client, await client.scans.create(scanOf(barcode, options), session.call));
  if (session.out.json) await session.out.document(scan);
  else await session.out.line(textOfScan(session, scan));
  endFor([scan]);
}

function endFor(scans: readonly Scan[]): void {
  if (scans.some((scan) => scan.applied === 'refused')) throw new Ended(EXIT.refused);
  if (scans.some((scan) => scan.applied === 'pending')) throw new Ended(EXIT.pending);
}

/** Waits for the movement of stock that a scan asked for. */
async function applied({ call, signal }: Session, client: FulfilmentClient, recorded: Scan): Promise<Scan> {
  const until = performance.now() + APPLY_PATIENCE_MS;
  let scan = recorded;
  while (scan.applied === 'pending' && performance.now() < until) {
    await delay(POLL_MS, undefined, { signal });
    scan = await client.scans.get(scan.id, call);
  }
  return scan;
}

function textOfScan({ out }: Session, { barcode, type, id, applied: state, refusal }: Scan): string {
  const facts = [
    barcode,
    type,
    ...(state === null ? [] : [`applied: ${state}`]),
    ...(refusal === null ? [] : [refusal.detail]),
    id,
  ];
  const isBad = state === 'refused';
  return `${out.paint(isBad ? 'red' : 'green', isBad ? '✗' : '✓')} ${shown(facts.join('  '))}`;
}

/** Results of the scans of one run. */
interface Tally {
  recorded: number;
  refused: number;
  readonly last: Scan[];
}

async function scanLines(session: Session, options: ScanOptions): Promise<void> {
  const { out, terminal, signal } = session;
  const size = options.batch === undefined ? 1 : Math.min(options.batch === true ? 100 : options.batch, LARGEST_BATCH);
  const client = await session.client();
  const lines = createInterface({ input: terminal.stdin, signal });
  if (terminal.stdin.isTTY) out.hint('Scan; Ctrl-D ends.');
  const tally: Tally = { recorded: 0, refused: 0, last: [] };
  for await (const barcodes of groupsOf(barcodesIn(lines), size))
    await recordGroup(session, client, { barcodes, options, tally });
  signal.throwIfAborted();
  out.hint(`${tally.recorded} recorded, ${tally.refused} refused.`);
  if (tally.refused > 0) throw new Ended(EXIT.refused);
  endFor(tally.last);
}

async function* barcodesIn(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  for await (const line of lines) if (line.trim() !== '') yield line.trim();
}

/** Groups of at most so many items; a group is not held back longer than a short silence. */
export async function* groupsOf<T>(
  items: AsyncIterable<T>,
  size: number,
  pauseMs = PAUSE_MS,
): AsyncGenerator<T[], void, undefined> {
  const source = items[Symbol.asyncIterator]();
  let group: T[] = [];
  let next = source.next();
  for (;;) {
    const found = group.length === 0 ? await next : await Promise.race([next, delay(pauseMs).then(() => null)]);
    if (found !== null && !found.done) {
      group.push(found.value);
      next = source.next();
      if (group.length < size) continue;
    }
    if (group.length > 0) yield group;
    group = [];
    if (found?.done) return;
  }
}

interface Group {
  readonly barcodes: readonly string[];
  readonly options: ScanOptions;
  readonly tally: Tally;
}

/** Records a group of scans. A refused one is told and the others go on; without an answer the run ends and says which are open. */
async function recordGroup(session: Session, client: FulfilmentClient, { barcodes, options, tally }: Group): Promise<void> {
  const scans = barcodes.map((barcode) => scanOf(barcode, options));
  let results: readonly ScanResult[];
  try {
    ({ results } = await client.scans.batch({ scans }, session.call));
  } catch (error) {
    session.out.say(`Not recorded, or unknown whether recorded: ${barcodes.join(' ')}`);
    throw error;
  }
  for (const { index, status, record, error } of results) {
    const scan = record && (await applied(session, client, record));
    if (scan) tally.recorded += 1;
    if (error || scan?.applied === 'refused') tally.refused += 1;
    if (scan) tally.last.splice(0, 1, scan);
    await showResult(session, { barcode: barcodes[index] ?? '', status, record: scan, error });
  }
}

interface Shown extends Pick<ScanResult, 'status' | 'record' | 'error'> {
  readonly barcode: string;
}

async function showResult(session: Session, { barcode, status, record, error }: Shown): Promise<void> {
  const { out } = session;
  if (out.json) return out.document({ barcode, status, ...(record ? { record } : { error }) });
  if (record) return out.line(textOfScan(session, record));
  const reasons = error?.errors?.map(({ message }) => message) ?? [];
  await out.line(`${out.paint('red', '✗')} ${shown(`${barcode}  ${reasons.join(' ') || (error?.detail ?? String(status))}`)}`);
}
