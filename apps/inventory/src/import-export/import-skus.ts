import { createHash } from 'node:crypto';
import type { ImportReport } from '@fulfilment/contracts';
import { type Once, type Receipts, replay } from '@fulfilment/idempotency';
import { AppError, contentHash, type IdempotencyClaim, type RequestContext, tenantKey } from '@fulfilment/kernel';
import type { ApplyRows } from './apply-rows.ts';
import type { ImportRow } from './import-row.ts';
import { type ImportTally, openTally } from './import-tally.ts';

export interface ImportFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Reads the rows of the file. @throws AppError where it cannot be read on, after the rows before that. */
  readonly rowsOf: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<ImportRow>;
  /** Only tells what would come of each row. */
  readonly dryRun: boolean;
}

/**
 * Imports a file, row by row as it comes. Under an idempotency key each row is done once, so that a file that broke off can be
 * sent again; when it has been read to its end, so is the whole.
 *
 * @throws AppError where the file cannot be read on, the store is away, or another file takes the key meanwhile: `imported` among
 * its details says what was done before.
 */
export type ImportSkus = (file: ImportFile, context: RequestContext) => Promise<ImportReport>;

export interface ImportSkusOptions {
  readonly applyRows: ApplyRows;
  readonly receipts: Pick<Receipts, 'find'>;
  readonly once: Once;
}

/** Rows that are sent off together: whatever else the tenant does meanwhile waits for no more than these. */
const ROWS_AT_ONCE = 200;

export function makeImportSkus({ applyRows, receipts, once }: ImportSkusOptions): ImportSkus {
  return async (file, { idempotency, ...context }) => {
    // A dry run leaves nothing behind, not even its key.
    const claim = file.dryRun ? undefined : idempotency;
    const content = hashed(file.bytes);
    const known = claim && (await receipts.find(tenantKey(context.tenant), [claim.id])).get(claim.id);
    if (claim && known) {
      await readToEnd(content.bytes);
      return replay(known, withContent(claim, content.digest()));
    }
    const tally = openTally(file.dryRun);
    try {
      for await (const rows of groups(file.rowsOf(content.bytes)))
        await applyRows(rows, { context: { ...context, idempotency: claim }, dryRun: file.dryRun, onResult: tally.add });
      const report = tally.report();
      if (!claim) return report;
      // Another file may have come under the same key meanwhile: then this is refused, and its rows are done.
      return await once({ ...context, idempotency: withContent(claim, content.digest()) }, async () => report);
    } catch (error) {
      throw brokenOff(error, tally);
    }
  };
}

/** What tells a file from another one is not known before its last byte. */
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

/** Until the first row nothing was done that would have to be told. */
function brokenOff(error: unknown, tally: ImportTally): unknown {
  const report = tally.report();
  if (!(error instanceof AppError) || report.rows === 0) return error;
  const { kind, code, message, details } = error;
  return new AppError({ kind, code, message, details: { ...details, row: report.rows + 1, imported: report }, cause: error });
}
