import { createHash } from 'node:crypto';
import {
  type DuplicateRow,
  type ImportError,
  type ImportReport,
  type ImportChange,
  MAX_COMPARED_SKUS,
  MAX_FORECAST_BYTES,
  MAX_IMPORT_ERRORS,
  MAX_IMPORT_FORECASTS,
} from '@fulfilment/contracts';
import { type AnswerOnce, type Receipts, replay } from '@fulfilment/idempotency';
import {
  type Answered,
  AppError,
  contentHash,
  type IdempotencyClaim,
  jsonBytesOf,
  type RequestContext,
  tenantKey,
} from '@fulfilment/kernel';
import type { Applied, ItemResult } from '../batches/bounded-results.ts';
import { operationOf } from '../batches/item-operations.ts';
import type { LocationStore } from '../locations/location-ports.ts';
import { parseLocation } from '../model/location.ts';
import type { ApplyRows, ImportRow } from './apply-rows.ts';

export interface ImportFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Reads the rows of the file. @throws AppError where it cannot be read on, after the rows before that. */
  readonly rowsOf: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<ImportRow>;
  /** Decides each row, and changes nothing. */
  readonly dryRun: boolean;
}

/**
 * Imports a file, row by row as it comes. Under an idempotency key each row is done once, so that a file that broke off can be
 * sent again; when it has been read to its end, so is the whole.
 *
 * @throws AppError where the file cannot be read on, the store is away, or another file takes the key at the same time: `imported` among
 * its details reports the rows before that.
 */
export type ImportSkus = (file: ImportFile, context: RequestContext) => Promise<Answered<ImportReport>>;

/** Rows that are sent off at once: other changes of the tenant wait for no more than these. */
const ROWS_AT_ONCE = 200;

export interface ImportSkusOptions {
  readonly applyRows: ApplyRows;
  readonly receipts: Pick<Receipts, 'find'>;
  readonly answerOnce: AnswerOnce;
  readonly locations: Pick<LocationStore, 'findAlike'>;
  readonly inTurn: InTurn;
}

/** Has work of a tenant done in its turn: one piece after the other, however many files come at once. */
export type InTurn = (tenant: string, work: () => Promise<void>) => Promise<void>;

export function makeImportSkus({ applyRows, receipts, answerOnce, locations, inTurn }: ImportSkusOptions): ImportSkus {
  return async (file, { idempotency, ...context }) => {
    // A dry run keeps nothing, not even its key.
    const claim = file.dryRun ? undefined : idempotency;
    const content = hashed(file.bytes);
    const known = claim && (await receipts.find(tenantKey(context.tenant), [claim.id])).get(claim.id);
    if (claim && known) {
      await readToEnd(content.bytes);
      return { result: replay(known, withContent(claim, content.digest())), replayed: true };
    }
    const { dryRun } = file;
    const tally = openTally(dryRun);
    const places = openNewLocations();
    const terms = { context: { ...context, idempotency: claim }, dryRun, onResult: tally.add, onNewLocations: places.add };
    try {
      for await (const rows of groups(file.rowsOf(content.bytes)))
        await inTurn(tenantKey(context.tenant), () => applyRows(rows, terms));
      const forecast = dryRun ? await places.report((paths) => locations.findAlike(tenantKey(context.tenant), paths)) : {};
      const report = { ...tally.report(), ...forecast };
      if (!claim) return { result: report, replayed: false };
      // Another file may have taken the same key: then this is refused, and its rows are done.
      return await answerOnce({ ...context, idempotency: withContent(claim, content.digest()) }, async () => report);
    } catch (error) {
      throw brokenOff(error, tally);
    }
  };
}

/** The fingerprint of a file is not known before its last byte. */
function withContent(claim: IdempotencyClaim, digest: string): IdempotencyClaim {
  return { ...claim, fingerprint: contentHash([claim.fingerprint, digest]) };
}

function hashed(bytes: AsyncIterable<Uint8Array>): { readonly bytes: AsyncIterable<Uint8Array>; readonly digest: () => string } {
  const hash = createHash('sha256');
  const pass = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      hash.update(chunk);
      yield chunk;
    }
  };
  return { bytes: pass(), digest: () => hash.digest('base64url') };
}

async function readToEnd(bytes: AsyncIterable<unknown>): Promise<void> {
  const chunks = bytes[Symbol.asyncIterator]();
  while ((await chunks.next()).done !== true);
}

/** Rows in groups; those before a row that cannot be read are not lost with it. */
async function* groups(rows: AsyncIterable<ImportRow>): AsyncGenerator<readonly ImportRow[]> {
  let group: ImportRow[] = [];
  try {
    for await (const row of rows) {
      group.push(row);
      if (group.length < ROWS_AT_ONCE) continue;
      yield group;
      group = [];
    }
  } catch (error) {
    yield group;
    throw error;
  }
  yield group;
}

/** Adds the report so far to an error, unless it came before the first row. */
function brokenOff(error: unknown, tally: ImportTally): unknown {
  const report = tally.report();
  if (!(error instanceof AppError) || report.rows === 0) return error;
  const { kind, code, message, details } = error;
  return new AppError({ kind, code, message, details: { ...details, row: report.rows + 1, imported: report }, cause: error });
}

/** Counts and errors of the rows so far. */
interface ImportTally {
  /** Rows are to be added in their order. */
  readonly add: (row: ImportRow, result: ItemResult) => void;
  readonly report: () => ImportReport;
}

type Counted = 'created' | 'updated' | 'adjusted' | 'unchanged';

export function openTally(dryRun: boolean): ImportTally {
  const counts = { rows: 0, created: 0, updated: 0, adjusted: 0, unchanged: 0, failed: 0 };
  const errors: ImportError[] = [];
  let errorsLeftOut = 0;
  const duplicates = openDuplicates();
  const changes = openChanges();
  const note = (error: ImportError): void => {
    if (errors.length < MAX_IMPORT_ERRORS) errors.push(error);
    else errorsLeftOut += 1;
  };
  return {
    add: (row, result) => {
      counts.rows += 1;
      duplicates.see(row);
      if (result.type === 'applied') counts[kindOf(result)] += 1;
      if (result.type === 'applied') changes.add(row, result);
      if (result.type !== 'refused') return;
      counts.failed += 1;
      errorsOf(row, result.error).forEach(note);
      const { errors_left_out: leftOut } = result.error.details;
      if (typeof leftOut === 'number') errorsLeftOut += leftOut;
    },
    report: () => ({
      dry_run: dryRun,
      ...counts,
      errors: [...errors],
      errors_left_out: errorsLeftOut,
      ...duplicates.report(),
      ...(dryRun ? changes.report() : {}),
    }),
  };
}

/** Changes that rows of a dry run would make. */
function openChanges() {
  const listed: ImportChange[] = [];
  let bytes = 0;
  let leftOut = 0;
  return {
    add: ({ number: row, line }: ImportRow, { change }: Applied): void => {
      if (!change) return;
      const listing = { row, line, ...change };
      bytes += jsonBytesOf(listing);
      if (listed.length < MAX_IMPORT_FORECASTS && bytes <= MAX_FORECAST_BYTES) listed.push(listing);
      else leftOut += 1;
    },
    report: () => ({ changes: [...listed], changes_left_out: leftOut }),
  };
}

/** Locations that a dry run would make, each once. */
function openNewLocations() {
  const paths = new Set<string>();
  return {
    add: (found: readonly string[]): void => {
      for (const path of found) if (paths.size < MAX_COMPARED_SKUS) paths.add(path);
    },
    /** @param findAlike reads the locations whose paths are those in upper or lower case. */
    report: async (findAlike: (paths: readonly string[]) => Promise<readonly string[]>) => {
      const listed = [...paths].slice(0, MAX_IMPORT_FORECASTS);
      const existing = listed.length === 0 ? [] : await findAlike(listed);
      const firstOf = new Map([...existing, ...listed].toReversed().map((path) => [path.toLowerCase(), path]));
      const new_locations = listed.map((location) => {
        const similar = firstOf.get(location.toLowerCase());
        return similar === undefined || similar === location ? { location } : { location, similar_to: similar };
      });
      return { new_locations, new_locations_left_out: paths.size - listed.length };
    },
  };
}

/** A record that was just made has its first version, whatever the row was sent as. */
function kindOf({ op, version, changed }: Extract<ItemResult, { type: 'applied' }>): Counted {
  if (!changed) return 'unchanged';
  if (operationOf({ op }).isRelative) return 'adjusted';
  return version === 1 ? 'created' : 'updated';
}

/** Rows whose SKU, or SKU and place, is that of an earlier row. */
function openDuplicates() {
  const firsts = new Map<string, Pick<ImportRow, 'number' | 'line'>>();
  const listed: DuplicateRow[] = [];
  let count = 0;
  return {
    see: ({ number, line, change }: ImportRow): void => {
      const subject = subjectOf(change);
      if (!subject) return;
      const { sku, location } = subject;
      const key = location === undefined ? sku : JSON.stringify([sku, parseLocation(location)]);
      const first = firsts.get(key);
      if (!first && firsts.size < MAX_COMPARED_SKUS) firsts.set(key, { number, line });
      if (!first) return;
      count += 1;
      if (listed.length < MAX_IMPORT_ERRORS)
        listed.push({ ...subject, row: number, line, first_row: first.number, first_line: first.line });
    },
    report: () => ({ duplicate_rows: count, duplicates: [...listed] }),
  };
}

/** The SKU that a row states, or the SKU and the place that it counts; a row that names its operation or what it expects states none. */
function subjectOf(change: ImportRow['change']): Pick<DuplicateRow, 'sku' | 'location'> | undefined {
  if (change.type === 'upsert') return change.sku === '' ? undefined : { sku: change.sku };
  const { row } = change;
  if (row.type === 'invalid' || row.value.op !== 'count' || row.value.expected_on_hand !== undefined) return undefined;
  return { sku: row.value.sku, location: row.value.location };
}

function errorsOf({ number: row, line }: ImportRow, { code, message, details }: AppError): ImportError[] {
  const { errors, current: _whole, request_id: _request, ...facts } = details;
  if (!Array.isArray(errors) || errors.length === 0) return [{ row, line, column: null, code, message, ...facts }];
  return errors.map((each: object) => {
    const { pointer, ...item } = { pointer: '', code, message, ...each };
    return { row, line, column: columnOf(pointer), ...item };
  });
}

/** The first name of a pointer: a row is flat. */
function columnOf(pointer: string): string | null {
  return pointer.split('/')[1] ?? null;
}
