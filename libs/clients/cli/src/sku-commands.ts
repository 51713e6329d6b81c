import {
  ApiError,
  type Download,
  type ExportInventoryBy,
  type ExportInventoryStatus,
  type FulfilmentClient,
  type ImportInventoryBy,
  type ImportReport,
  type ListSkusSort,
  type ListSkusStatus,
  type Sku,
} from '@fulfilment/client';
import {
  type ColumnMapping,
  IMPORT_PRESETS,
  mappedFile,
  MAX_IMPORT_BYTES,
  UnreadableFile,
} from '@fulfilment/contracts/import-files';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { moment, refuseFile, repeated, UsageError } from './arguments.ts';
import { type AddCommands, withExamples } from './command.ts';
import { Ended, EXIT } from './failures.ts';
import { type ListOptions, pageSize, printList, withListOptions } from './lists.ts';
import type { Output } from './terminal/output.ts';
import { memberOf } from './profiles.ts';
import type { Session } from './session.ts';
import { readMapping } from './read-mapping.ts';
import { type Column, Table, textBytes, textFacts, textTime } from './terminal/text-table.ts';

interface SkuListOptions extends ListOptions {
  readonly status?: ListSkusStatus;
  readonly lowStock?: boolean;
  readonly soldOut?: boolean;
  readonly location?: string;
  readonly search?: string;
  readonly sku?: string[];
  readonly barcode?: string[];
  readonly updatedSince?: string;
  readonly sort?: ListSkusSort;
}

type Format = 'csv' | 'ndjson';
const MEDIA: Readonly<Record<Format, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };
const statusOption = (): Option => new Option('--status <status>', 'active by default').choices(['active', 'archived', 'all']);
const formatOption = (meaning: string): Option => new Option('--format <format>', meaning).choices(['csv', 'ndjson']);
const byOption = (): Option =>
  new Option('--by <subject>', 'what a row is: a SKU (default), or a SKU at a location').choices(['sku', 'location']);

/** SKUs: list, get, import, export. */
export const addSkuCommands: AddCommands = (program, perform) => {
  const skus = program.command('skus').description('SKUs and their stock.');
  withExamples(withListOptions(skus.command('list').description('List SKUs with their quantities.')), [
    'skus list --low-stock',
    'skus list --location A3 --search mug --limit 200',
    'skus list --all --json',
  ])
    .addOption(statusOption())
    .option('--low-stock', 'only those below their reorder point')
    .option('--sold-out', 'only those without available units')
    .option('--location <path>', 'at this location or below it')
    .option('--search <words>', 'beginnings of the SKU or of words of the name')
    .option('--sku <sku>', 'only this one; can be repeated', repeated)
    .option('--barcode <barcode>', 'only the one with this barcode; can be repeated', repeated)
    .option('--updated-since <time>', 'a date, a time, or a time ago: 2h', (text) => moment(text))
    .addOption(new Option('--sort <field>', 'ascending').choices(['sku', 'updated_at']))
    .action((options: SkuListOptions, command: Command) => perform(command, (session) => listSkus(session, options)));
  withExamples(skus.command('get').description('Show one SKU and where its stock lies.'), [
    'skus get MUG-01',
    'skus get --barcode 4006381333931',
  ])
    .argument('[sku]', 'the SKU')
    .option('--barcode <barcode>', 'by its barcode instead')
    .action((sku: string | undefined, { barcode }: { barcode?: string }, command: Command) =>
      perform(command, (session) => getSku(session, sku, barcode)),
    );
  withExamples(skus.command('import').description('Create, update and adjust SKUs from a CSV or NDJSON file.'), [
    'skus import inventory.csv --dry-run',
    'skus import inventory.ndjson',
    'skus import - < inventory.csv',
    'skus import products_export.csv --map shopify-products --dry-run',
    'skus import counts.csv --by location --dry-run',
  ])
    .argument('<file>', 'the file; - for standard input')
    .option('--dry-run', 'show what would be done, and change nothing')
    .addOption(byOption())
    .addOption(formatOption('of the file; by its name, else csv'))
    .option('--map <mapping>', `columns of another system: ${Object.keys(IMPORT_PRESETS).join(', ')}, or a file of JSON`)
    .addOption(new Option('--charset <charset>', 'of a CSV file; utf-8 by default').choices(CHARSETS))
    .option('--idempotency-key <key>', 'key of an interrupted import, to continue it')
    .action((file: string, options: ImportOptions, command: Command) =>
      perform(command, (session) => importSkus(session, file, options)),
    );
  withExamples(skus.command('export').description('Write all SKUs as CSV or NDJSON.'), [
    'skus export --output inventory.csv',
    'skus export --format ndjson --low-stock',
    'skus export --by location --output counts.csv',
  ])
    .option('--output <file>', 'a file, written whole or not at all; standard output by default')
    .addOption(byOption())
    .addOption(formatOption('by the name of the file, else csv; ndjson with --json'))
    .addOption(statusOption())
    .option('--low-stock', 'only those below their reorder point')
    .option('--sold-out', 'only those without available units')
    .action((options: ExportOptions, command: Command) => perform(command, (session) => exportSkus(session, options)));
};

const stateOf = (sku: Sku): string =>
  sku.status === 'archived' ? 'archived' : sku.sold_out ? 'sold out' : sku.low_stock ? 'low' : '';

async function listSkus(session: Session, options: SkuListOptions): Promise<void> {
  const { status, lowStock, soldOut, location, search, sku, barcode, updatedSince, sort } = options;
  const client = await session.client();
  const query = {
    status,
    low_stock: lowStock,
    sold_out: soldOut,
    location,
    q: search,
    sku,
    barcode,
    updated_since: updatedSince,
    sort,
  };
  const { out } = session;
  const columns: ReadonlyArray<Column<Sku>> = [
    { title: 'SKU', of: (each) => each.sku },
    { title: 'NAME', of: (each) => each.name },
    { title: 'ON HAND', of: (each) => each.on_hand, right: true },
    { title: 'ALLOCATED', of: (each) => each.allocated, right: true },
    { title: 'AVAILABLE', of: (each) => each.available, right: true },
    { title: 'LOCATION', of: (each) => each.location },
    { title: '', of: stateOf, paint: (cell, each) => out.paint(each.sold_out ? 'red' : 'yellow', cell) },
  ];
  await printList(session, client.inventory.list({ ...query, limit: pageSize(options) }, session.call), options, columns);
}

async function getSku(session: Session, sku: string | undefined, barcode: string | undefined): Promise<void> {
  if ((sku === undefined) === (barcode === undefined)) throw new UsageError('Give a SKU or a --barcode, one of the two.');
  const client = await session.client();
  const found =
    barcode === undefined
      ? await client.inventory.get(sku ?? '', session.call)
      : await client.inventory.getByBarcode(barcode, session.call);
  const { out } = session;
  if (out.json) return out.document(found);
  const { name, on_hand, allocated, available, reorder_point, location, barcodes, unit_cost, currency, version } = found;
  await out.lines(
    textFacts({
      sku: found.sku,
      name,
      state: stateOf(found) || found.status,
      'on hand': on_hand,
      allocated,
      available,
      'reorder point': reorder_point,
      home: location,
      barcodes: barcodes.join(', '),
      'unit cost': unit_cost && `${unit_cost} ${currency ?? ''}`,
      version,
      updated: textTime(found.updated_at),
    }),
  );
  if (found.stock.length === 0) return;
  const table = new Table<Sku['stock'][number]>([
    { title: 'STOCK AT', of: (place) => place.location },
    { title: 'ON HAND', of: (place) => place.on_hand, right: true },
    { title: '', of: (place) => (place.sellable ? '' : 'not for sale'), paint: (cell) => out.paint('yellow', cell) },
  ]);
  await out.lines(['', ...table.lines(found.stock)]);
}

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly by?: ImportInventoryBy;
  readonly format?: Format;
  readonly idempotencyKey?: string;
  readonly map?: string;
  readonly charset?: string;
}

const CHARSETS = ['utf-8', 'windows-1252', 'utf-16le'];

const formatOf = (name: string): Format => (/\.(ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'csv');

async function importSkus(session: Session, file: string, options: ImportOptions): Promise<void> {
  const { out } = session;
  const { dryRun = false, by, idempotencyKey } = options;
  const { body, contentType } = await uploadOf(session, file, options);
  const client = await session.client();
  try {
    const report = await client.inventory.import(body, { dry_run: dryRun, by }, { ...session.call, contentType, idempotencyKey });
    out.done();
    await showReport(out, report);
    if (report.failed > 0) throw new Ended(EXIT.refused);
  } catch (error) {
    const done: unknown = error instanceof ApiError ? memberOf(error.problem, 'imported') : undefined;
    if (done !== undefined)
      out.say(
        `Done before: ${['rows', 'created', 'updated', 'adjusted', 'failed'].map((name) => `${String(memberOf(done, name))} ${name}`).join(', ')}.`,
      );
    throw error;
  }
}

async function uploadOf(
  { out, terminal }: Session,
  file: string,
  { format = formatOf(file), map, charset }: ImportOptions,
): Promise<{ readonly body: Parameters<FulfilmentClient['inventory']['import']>[0]; readonly contentType: string }> {
  if (format !== 'csv' && (map ?? charset) !== undefined) throw new UsageError('--map and --charset are for CSV.');
  const mapping = map === undefined ? undefined : await readMapping(map);
  const read = (bytes: AsyncIterable<Uint8Array>) => (mapping ? mapped(bytes, out, { mapping, charset }) : bytes);
  const isNamed = charset !== undefined && !mapping;
  const contentType = isNamed ? `${MEDIA[format]}; charset=${charset}` : MEDIA[format];
  // A file can be sent again after a lost answer; standard input cannot.
  if (file === '-') return { body: counted(read(terminal.stdin), out, null), contentType };
  const about = await stat(file).catch((error: unknown) => refuseFile(file, error));
  if (about.isDirectory()) throw new UsageError(`${file} is a folder: name a file.`);
  // The service would do the rows before that, and only then refuse it. A mapping may shorten the file.
  if (!mapping && about.size > MAX_IMPORT_BYTES)
    throw new UsageError(
      `${file} has ${textBytes(about.size)}, and an import takes ${textBytes(MAX_IMPORT_BYTES)} at most: split the file.`,
    );
  return { body: () => counted(read(createReadStream(file)), out, about.size), contentType };
}

/** The file as one to import, in UTF-8; what is not imported is said once. */
async function* mapped(
  bytes: AsyncIterable<Uint8Array>,
  out: Output,
  { mapping, charset = 'utf-8' }: { readonly mapping: ColumnMapping; readonly charset?: string | undefined },
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(charset, { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new UsageError(`The file is not ${charset}: give its --charset.`);
    }
  };
  const text = async function* (): AsyncGenerator<string> {
    for await (const chunk of bytes) yield decode(chunk);
    yield decode();
  };
  const encoder = new TextEncoder();
  let lines = '';
  try {
    for await (const line of mappedFile(text(), mapping, (what) => out.say(what))) {
      lines += line;
      if (lines.length < 16_384) continue;
      yield encoder.encode(lines);
      lines = '';
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? new UsageError(error.message) : error;
  }
  yield encoder.encode(lines);
}

/** Passes bytes on, and shows how many there were. */
async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  out: Output,
  size: number | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  let sent = 0;
  for await (const chunk of bytes) {
    yield chunk;
    sent += chunk.byteLength;
    out.progress(size === null ? `${textBytes(sent)} sent` : `${textBytes(sent)} of ${textBytes(size)} sent`);
  }
  out.progress(`${textBytes(sent)} sent, rows are worked on`, Number.POSITIVE_INFINITY);
}

async function showReport(out: Output, report: ImportReport): Promise<void> {
  if (out.json) return out.document(report);
  const { dry_run: dryRun, rows, created, updated, adjusted, unchanged, failed, errors, errors_left_out: leftOut } = report;
  if (errors.length > 0) {
    const table = new Table<ImportReport['errors'][number]>([
      { title: 'ROW', of: (each) => each.row, right: true },
      { title: 'LINE', of: (each) => each.line ?? null, right: true },
      { title: 'COLUMN', of: (each) => each.column },
      { title: 'CODE', of: (each) => each.code, paint: (cell) => out.paint('red', cell) },
      { title: 'WHY', of: (each) => each.message },
    ]);
    await out.lines([...table.lines(errors), ...(leftOut > 0 ? [`and ${leftOut} more`] : []), '']);
  }
  if (dryRun) await showForecast(out, report);
  const counts = `${created} created, ${updated} updated, ${adjusted} adjusted, ${unchanged} unchanged`;
  const refused = out.paint(failed > 0 ? 'red' : 'green', `${failed} refused`);
  await out.line(`${dryRun ? 'Dry run, nothing was changed: ' : ''}${rows} rows: ${counts}, ${refused}.`);
}

/** A fact that a row of a dry run would change. */
interface ShownChange {
  readonly row: number;
  readonly sku: string;
  /** Of a file by location. */
  readonly location: string | undefined;
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

async function showForecast(
  out: Output,
  { changes = [], changes_left_out: leftOut = 0, new_locations }: ImportReport,
): Promise<void> {
  const shown = changes.flatMap(({ row, sku, location, before, after }): ShownChange[] =>
    Object.entries(after).map(([field, value]) => {
      const earlier: unknown = before === null ? undefined : memberOf(before, field);
      return { row, sku, location, field, before: factText(earlier), after: factText(value) };
    }),
  );
  if (shown.length > 0) {
    const table = new Table<ShownChange>([
      { title: 'ROW', of: (each) => each.row, right: true },
      { title: 'SKU', of: (each) => each.sku },
      ...(shown.some(({ location }) => location !== undefined)
        ? [{ title: 'LOCATION', of: (each: ShownChange) => each.location ?? null }]
        : []),
      { title: 'FIELD', of: (each) => each.field },
      { title: 'BEFORE', of: (each) => each.before },
      { title: 'AFTER', of: (each) => each.after },
    ]);
    await out.lines([...table.lines(shown), ...(leftOut > 0 ? [`and ${leftOut} rows more`] : []), '']);
  }
  for (const { location, similar_to: similar } of new_locations ?? []) {
    const warning =
      similar === undefined ? '' : out.paint('yellow', `, which differs from ${similar} in upper and lower case alone`);
    await out.line(`New location: ${location}${warning}`);
  }
}

function factText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface ExportOptions {
  readonly by?: ExportInventoryBy;
  readonly output?: string;
  readonly format?: Format;
  readonly status?: ExportInventoryStatus;
  readonly lowStock?: boolean;
  readonly soldOut?: boolean;
}

async function exportSkus(session: Session, { output, format, status, lowStock, soldOut, by }: ExportOptions): Promise<void> {
  const { out } = session;
  const kind = format ?? (output === undefined ? (out.json ? 'ndjson' : 'csv') : formatOf(output));
  if (output !== undefined && (await isFolder(output))) throw new UsageError(`${output} is a folder: name a file.`);
  const client: FulfilmentClient = await session.client();
  const query = { status, low_stock: lowStock, sold_out: soldOut, by };
  const file = await client.inventory.export(query, { ...session.call, accept: MEDIA[kind] });
  if (output === undefined) return pipeline(file, out.stdout, { end: false, signal: session.signal });
  await writeWhole(session, file, output);
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (about) => about.isDirectory(),
    () => false,
  );

/** Writes beside the file and renames: a download that breaks off leaves no file that looks complete. */
async function writeWhole({ out, signal }: Session, file: Download, path: string): Promise<void> {
  const beside = `${path}.part`;
  let bytes = 0;
  const count = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      bytes += chunk.byteLength;
      out.progress(`${textBytes(bytes)} written`);
      done(null, chunk);
    },
  });
  const target = createWriteStream(beside);
  const opened = new Promise((done, refuse) => target.once('open', done).once('error', refuse));
  await opened.catch((error: unknown) => refuseFile(beside, error));
  try {
    await pipeline(file, count, target, { signal });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  out.done();
  if (out.json) return out.document({ output: path, bytes });
  out.say(`${path}: ${textBytes(bytes)}`);
}
