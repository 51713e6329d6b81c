import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  accountOperations,
  accountRecord,
  isList,
  type Operation,
  OPERATIONS,
  operations,
  operatorOperations as operator,
  ORDER_STATUSES,
} from '@fulfilment/contracts';
import { type OperatorClient, OperatorRefusal, OperatorUnreachable } from '@fulfilment/identity';
import { jsonOrNothing, retry, type Tenant, tenantsOf } from '@fulfilment/kernel';
import { z } from 'zod';
import {
  type AddVerbs,
  type CommonOptions,
  type Manuals,
  namedAccountOption,
  Refused,
  type Result,
  textTable,
  verb,
} from './command.ts';

/** Records of one kind in one environment, as the API lists them. */
interface Kind {
  /** Of its file: `orders` for `sandbox/orders.ndjson`. */
  readonly name: string;
  readonly list: Operation;
  /** The query with which the list leaves none out. */
  readonly query?: Readonly<Record<string, string>>;
  /** Lists that belong to each record, which is named there by its member of this name. */
  readonly below?: { readonly by: 'id' | 'sku'; readonly kinds: readonly Kind[] };
}

/** Kinds whose lists leave some out by default, have others below them, or are of the account API. */
const OWN_KINDS: readonly Kind[] = [
  { name: 'locations', list: operations.listLocations, query: { status: 'all' } },
  {
    name: 'skus',
    list: operations.listSkus,
    query: { status: 'all' },
    below: { by: 'sku', kinds: [{ name: 'movements', list: operations.listMovements }] },
  },
  {
    name: 'orders',
    list: operations.listOrders,
    query: { status: ORDER_STATUSES.join(',') },
    below: { by: 'id', kinds: [{ name: 'order-history', list: operations.getOrderHistory }] },
  },
  {
    name: 'returns',
    list: operations.listReturns,
    below: { by: 'id', kinds: [{ name: 'return-history', list: operations.getReturnHistory }] },
  },
  {
    name: 'webhooks',
    list: accountOperations.listWebhooks,
    below: {
      by: 'id',
      kinds: [
        { name: 'deliveries', list: accountOperations.listDeliveries },
        { name: 'replays', list: accountOperations.listReplays },
      ],
    },
  },
  { name: 'webhook-changes', list: accountOperations.listWebhookChanges },
];

/** Every list of the API that has all records of an environment, each under a name of its own or its path. */
export const KINDS: readonly Kind[] = [
  ...OWN_KINDS,
  ...OPERATIONS.filter((each) => isList(each) && !each.path.includes(':'))
    .filter(({ id }) => !OWN_KINDS.some(({ list }) => list.id === id))
    .map((list) => ({ name: list.path.slice(1), list })),
];

const exportedFile = z.strictObject({
  file: z.string().describe('Path below the folder.'),
  records: z.int().min(0).describe('Records in it, one a line.'),
  bytes: z.int().min(0).describe('Its size.'),
  sha256: z.string().describe('SHA-256 of its content, as hexadecimal digits.'),
});
type ExportedFile = z.output<typeof exportedFile>;

const manifest = z.strictObject({
  account: accountRecord.describe('The account.'),
  began_at: z.string().describe('Time of the first read.'),
  ended_at: z.string().describe('Time of the last read: each record is as it was at some time in between.'),
  files: z.array(exportedFile).describe('Every file but the manifest.'),
});

const PROGRESS = 'progress.json';
/** The ending of a file that is being written. */
const PART = '.tmp';

/** How far an export is, in the folder until its end: a run that ends early is gone on with from there. */
const progressFile = z.strictObject({
  account_id: z.string(),
  began_at: z.string(),
  /** Whole. */
  files: z.array(exportedFile),
  /** The kind that is read, with its files as they were when the page before the cursor was in them. */
  under_way: z.strictObject({ cursor: z.string(), files: z.array(exportedFile.omit({ sha256: true })) }).nullable(),
});
type Progress = z.output<typeof progressFile>;

interface ExportOptions extends CommonOptions {
  readonly account: string;
  readonly to: string;
}

export const addExport: AddVerbs = (noun, perform) => {
  verb(
    noun,
    'export',
    'Export all records of an account, of both environments, to a folder: a file of JSON lines for each kind, and a manifest.',
  )
    .addOption(namedAccountOption())
    .requiredOption(
      '--to <folder>',
      'the folder, created if missing; an unfinished export of the account is continued, any other content is refused',
    )
    .action(({ account, to, ...options }: ExportOptions) =>
      perform(({ client, progress }) => exportAccount(client, { id: account, folder: to, progress }), options),
    );
};

interface Export {
  readonly id: string;
  readonly folder: string;
  readonly progress: (line: string) => void;
}

/** Persons' data is for the reader of the export alone. */
const OWN_FOLDER = { recursive: true, mode: 0o700 } as const;
const OWN_FILE = 0o600;

/** Memory is bounded by a page: each goes to its file before the next is read. */
async function exportAccount(client: OperatorClient, { id, folder, progress }: Export): Promise<Result> {
  await mkdir(folder, OWN_FOLDER);
  const progressOf = new KeptProgress(folder, await progressIn(folder, id));
  const params = { id };
  // Noted first, and again by each run: one that ends early has read something as well.
  const exported = await client.call(operator.beginExport, { params });
  await progressOf.keep({});
  for (const tenant of tenantsOf(id))
    for (const kind of KINDS) {
      const written = await exportKind(client, { tenant, kind, folder, progressOf });
      if (written.length > 0) progress(written.map(({ file, records }) => `${file}: ${records} records`).join(', '));
    }
  const { files: whole, began_at: beganAt } = progressOf.now;
  const files: ExportedFile[] = [...whole];
  for (const tenant of tenantsOf(id)) {
    const retention = await client.read(accountOperations.getRetention, { tenant });
    const rules = await client.read(operations.getAllocationRules, { tenant });
    files.push(
      await fileOf(folder, `${tenant.environment}/retention.ndjson`, [retention]),
      await fileOf(folder, `${tenant.environment}/allocation-rules.ndjson`, [rules]),
    );
  }
  const query = { account_id: id };
  files.push(
    await fileOf(folder, 'account.ndjson', [exported]),
    await fileOf(folder, 'members.ndjson', (await client.call(operator.listMembers, { query })).data),
    await fileOf(folder, 'keys.ndjson', (await client.call(operator.listKeys, { query })).data),
    await fileOf(folder, 'audit-log.ndjson', auditLog(client, id)),
  );
  const written: z.output<typeof manifest> = { account: exported, began_at: beganAt, ended_at: new Date().toISOString(), files };
  await writeWhole(folder, 'manifest.json', written);
  // Behind it: a run that ends in between is gone on with, and writes both again.
  await rm(join(folder, PROGRESS));
  const rows = files.map(({ file, records, bytes }) => [file, String(records), String(bytes)]);
  return { json: written, text: textTable(['FILE', 'RECORDS', 'BYTES'], rows) };
}

/**
 * The progress of an export of the account that ended early, at any time: in its first note too, and behind its manifest.
 *
 * @throws Refused where the folder has something else in it.
 */
export async function progressIn(folder: string, id: string): Promise<Progress> {
  const beginning = { account_id: id, began_at: new Date().toISOString(), files: [], under_way: null };
  const names = await readdir(folder);
  if (names.every((name) => name === `${PROGRESS}${PART}`)) return beginning;
  if (!names.includes(PROGRESS)) throw new Refused(`${folder} is not empty.`);
  const found = progressFile.safeParse(jsonOrNothing(await readFile(join(folder, PROGRESS), 'utf8')));
  if (!found.success)
    throw new Refused(`${join(folder, PROGRESS)} is damaged, or of another release. Export to an empty folder.`);
  if (found.data.account_id !== id) throw new Refused(`${folder} has an export of another account.`);
  return found.data;
}

/** Progress that is in its file before the next page is read. */
class KeptProgress {
  readonly #folder: string;
  #now: Progress;

  constructor(folder: string, beginning: Progress) {
    this.#folder = folder;
    this.#now = beginning;
  }

  get now(): Progress {
    return this.#now;
  }

  async keep(changed: Partial<Progress>): Promise<void> {
    this.#now = { ...this.#now, ...changed };
    await writeWhole(this.#folder, PROGRESS, this.#now);
  }
}

/** Never seen in part: a run may be ended at any time. */
async function writeWhole(folder: string, name: string, content: object): Promise<void> {
  const part = join(folder, name + PART);
  await writeFile(part, `${JSON.stringify(content, null, 2)}\n`, { mode: OWN_FILE });
  await rename(part, join(folder, name));
}

async function* auditLog(client: OperatorClient, id: string): AsyncGenerator {
  let cursor: string | undefined;
  do {
    const page = await client.call(operator.listAccountAudit, { params: { id }, query: { limit: PAGE, cursor } });
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

interface KindToExport {
  readonly tenant: Tenant;
  readonly kind: Kind;
  readonly folder: string;
  readonly progressOf: KeptProgress;
}

/** Exports a kind with the lists of each of its records, from where an earlier run ended. @returns its files; none where they were whole. */
async function exportKind(
  client: OperatorClient,
  { tenant, kind, folder, progressOf }: KindToExport,
): Promise<readonly ExportedFile[]> {
  const { by = 'id', kinds = [] } = kind.below ?? {};
  const nameOf = ({ name }: Kind): string => `${tenant.environment}/${name}.ndjson`;
  const { files: whole, under_way: underWay } = progressOf.now;
  if (whole.some(({ file }) => file === nameOf(kind))) return [];
  const from = underWay?.files.some(({ file }) => file === nameOf(kind)) ? underWay : undefined;
  const openFile = (of: Kind): Promise<RecordFile> =>
    RecordFile.open(
      folder,
      nameOf(of),
      from?.files.find(({ file }) => file === nameOf(of)),
    );
  const own = await openFile(kind);
  const below = await Promise.all(kinds.map(async (each) => ({ kind: each, file: await openFile(each) })));
  const files = [own, ...below.map(({ file }) => file)];
  for await (const { records, cursor } of pagesOf(client, kind, { tenant, from: from?.cursor })) {
    await own.add(records);
    for (const { [by]: of } of records) await addBelow(client, below, { tenant, of, params: { [by]: String(of) } });
    if (cursor !== undefined) await progressOf.keep({ under_way: { cursor, files: files.map((file) => file.soFar()) } });
  }
  const written = await Promise.all(files.map((file) => file.end()));
  await progressOf.keep({ files: [...whole, ...written], under_way: null });
  return written;
}

interface Below {
  readonly tenant: Tenant;
  /** The name of the record. */
  readonly of: unknown;
  readonly params: Readonly<Record<string, string>>;
}

/** Exports the lists of one record. */
async function addBelow(
  client: OperatorClient,
  below: readonly { readonly kind: Kind; readonly file: RecordFile }[],
  { tenant, of, params }: Below,
): Promise<void> {
  for (const { kind, file } of below)
    for await (const { records } of pagesOf(client, kind, { tenant, params }))
      await file.add(records.map((record) => ({ of, ...record })));
}

const page = z.looseObject({ data: z.array(z.looseObject({})), next_cursor: z.string().nullable() });
type Page = z.output<typeof page>;
const PAGE = 200;

interface Named {
  readonly tenant: Tenant;
  readonly params?: Readonly<Record<string, string>>;
  /** The cursor to begin with; the first page by default. */
  readonly from?: string | undefined;
}

/** Records of a page, and the cursor of the next one. */
interface ReadPage {
  readonly records: Page['data'];
  readonly cursor: string | undefined;
}

/** One page is asked at a time: a process makes two pages of a tenant at once. */
async function* pagesOf(client: OperatorClient, { list, query }: Kind, { from, ...named }: Named): AsyncGenerator<ReadPage> {
  let cursor = from;
  do {
    const asked = { ...named, query: { ...query, limit: PAGE, cursor } };
    const read = page.parse(await retry(() => client.read(list, asked), PATIENCE));
    cursor = read.next_cursor ?? undefined;
    yield { records: read.data, cursor };
  } while (cursor !== undefined);
}

/** A process that is replaced while it is asked is back, or has another beside it, within seconds. */
const PATIENCE = {
  maxAttempts: 8,
  backOff: { firstMs: 200, maxMs: 5_000 },
  isRetryable: (error: unknown) =>
    error instanceof OperatorRefusal
      ? error.problem?.retryable === true
      : error instanceof OperatorUnreachable && error.origin !== undefined,
};

async function fileOf(folder: string, file: string, records: Iterable<unknown> | AsyncIterable<unknown>): Promise<ExportedFile> {
  const written = await RecordFile.open(folder, file);
  for await (const record of records) await written.add([record]);
  return written.end();
}

type SoFar = Omit<ExportedFile, 'sha256'>;

/** A file of JSON lines that is counted and hashed as it is written. */
class RecordFile {
  readonly #name: string;
  readonly #handle: Awaited<ReturnType<typeof open>>;
  readonly #hash = createHash('sha256');
  #records = 0;
  #bytes = 0;

  private constructor(name: string, handle: Awaited<ReturnType<typeof open>>) {
    this.#name = name;
    this.#handle = handle;
  }

  /** @param from how much of it an earlier run had written, with its progress: what is behind that is taken off. */
  static async open(folder: string, name: string, from?: SoFar): Promise<RecordFile> {
    const path = join(folder, name);
    await mkdir(dirname(path), OWN_FOLDER);
    if (!from) return new RecordFile(name, await open(path, 'w', OWN_FILE));
    if ((await stat(path)).size < from.bytes) throw new Refused(`${path} is shorter than ${PROGRESS} says.`);
    const file = new RecordFile(name, await open(path, 'a', OWN_FILE));
    await file.#handle.truncate(from.bytes);
    for await (const part of createReadStream(path)) file.#hash.update(part);
    [file.#records, file.#bytes] = [from.records, from.bytes];
    return file;
  }

  soFar(): SoFar {
    return { file: this.#name, records: this.#records, bytes: this.#bytes };
  }

  async add(records: readonly unknown[]): Promise<void> {
    const text = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    this.#records += records.length;
    this.#bytes += text.length;
    this.#hash.update(text);
    await this.#handle.appendFile(text);
  }

  async end(): Promise<ExportedFile> {
    await this.#handle.close();
    return { ...this.soFar(), sha256: this.#hash.digest('hex') };
  }
}

export const ACCOUNT_EXPORT_MANUALS: Manuals = {
  'account export': {
    output: manifest,
    refused: 'There is no such account, or the folder has content other than an unfinished export of the account.',
    examples: [
      { why: 'What a customer who leaves takes along', line: 'account export --account "$ACCOUNT_ID" --to "$EXPORT_FOLDER"' },
    ],
  },
};
