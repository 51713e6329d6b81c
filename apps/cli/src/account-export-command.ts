import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  accountOperations,
  accountRecord,
  type Operation,
  operations,
  operatorOperations as operator,
  ORDER_STATUSES,
} from '@fulfilment/contracts';
import { type OperatorClient, OperatorRefusal, OperatorUnreachable } from '@fulfilment/identity';
import { retry, type Tenant, tenantsOf } from '@fulfilment/kernel';
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

/** Every list of the API that has all records of an environment. */
export const KINDS: readonly Kind[] = [
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
  { name: 'fulfilments', list: operations.listFulfilments },
  {
    name: 'returns',
    list: operations.listReturns,
    below: { by: 'id', kinds: [{ name: 'return-history', list: operations.getReturnHistory }] },
  },
  { name: 'reservations', list: operations.listReservations },
  { name: 'scans', list: operations.listScans },
  { name: 'events', list: operations.listEvents },
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
    .requiredOption('--to <folder>', 'where to write; made if it is missing, and refused if it has anything in it')
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
  if ((await readdir(folder)).length > 0) throw new Refused(`${folder} is not empty.`);
  const params = { id };
  const beganAt = new Date().toISOString();
  // Noted first: an export that ends early has read something as well.
  const exported = await client.call(operator.beginExport, { params });
  const files: ExportedFile[] = [];
  for (const tenant of tenantsOf(id))
    for (const kind of KINDS) {
      const written = await exportKind(client, { tenant, kind, folder });
      files.push(...written);
      progress(written.map(({ file, records }) => `${file}: ${records} records`).join(', '));
    }
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
  await writeFile(join(folder, 'manifest.tmp'), `${JSON.stringify(written, null, 2)}\n`, { mode: OWN_FILE });
  await rename(join(folder, 'manifest.tmp'), join(folder, 'manifest.json'));
  const rows = files.map(({ file, records, bytes }) => [file, String(records), String(bytes)]);
  return { json: written, text: textTable(['FILE', 'RECORDS', 'BYTES'], rows) };
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
}

/** Exports a kind with the lists of each of its records. @returns their files. */
async function exportKind(client: OperatorClient, { tenant, kind, folder }: KindToExport): Promise<readonly ExportedFile[]> {
  const openFile = ({ name }: Kind) => RecordFile.open(folder, `${tenant.environment}/${name}.ndjson`);
  const { by = 'id', kinds = [] } = kind.below ?? {};
  const own = await openFile(kind);
  const below = await Promise.all(kinds.map(async (each) => ({ kind: each, file: await openFile(each) })));
  for await (const records of pagesOf(client, kind, { tenant })) {
    await own.add(records);
    for (const { [by]: name } of records)
      for (const each of below)
        for await (const found of pagesOf(client, each.kind, { tenant, params: { [by]: String(name) } }))
          await each.file.add(found.map((record) => ({ of: name, ...record })));
  }
  return await Promise.all([own, ...below.map(({ file }) => file)].map((file) => file.end()));
}

const page = z.looseObject({ data: z.array(z.looseObject({})), next_cursor: z.string().nullable() });
type Page = z.output<typeof page>;
const PAGE = 200;

interface Named {
  readonly tenant: Tenant;
  readonly params?: Readonly<Record<string, string>>;
}

/** One page is asked at a time: a process makes two pages of a tenant at once. */
async function* pagesOf(client: OperatorClient, { list, query }: Kind, named: Named): AsyncGenerator<Page['data']> {
  let cursor: string | undefined;
  do {
    const asked = { ...named, query: { ...query, limit: PAGE, cursor } };
    const read = page.parse(await retry(() => client.read(list, asked), PATIENCE));
    yield read.data;
    cursor = read.next_cursor ?? undefined;
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

  static async open(folder: string, name: string): Promise<RecordFile> {
    const path = join(folder, name);
    await mkdir(dirname(path), OWN_FOLDER);
    return new RecordFile(name, await open(path, 'wx', OWN_FILE));
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
    return { file: this.#name, records: this.#records, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

export const ACCOUNT_EXPORT_MANUALS: Manuals = {
  'account export': {
    output: manifest,
    refused: 'There is no such account, or the folder has something in it.',
    examples: [
      { why: 'What a customer who leaves takes along', line: 'account export --account "$ACCOUNT_ID" --to "$EXPORT_FOLDER"' },
    ],
  },
};
