import { z } from 'zod';
import {
  EXPORT_MEDIA,
  exportInventoryQuery,
  IMPORT_MEDIA,
  importInventoryQuery,
  importReport,
  MAX_IMPORT_BYTES,
} from '../inventory/files.ts';
import { integrityReport } from '../inventory/integrity.ts';
import { BYTES_PER_TOKEN, FILE_SECONDS, LOOKED_PER_TOKEN, operation } from '../operation.ts';

export const exportInventory = operation({
  id: 'exportInventory',
  withinSeconds: FILE_SECONDS,
  method: 'GET',
  path: '/inventory/export',
  service: 'inventory',
  permission: 'inventory:read',
  summary: 'Export all SKUs',
  description:
    'The whole list in one response, as NDJSON or, with `Accept: text/csv`, as CSV. Each SKU is listed once, sorted by `sku`, as it is when its line ' +
    'is written. A truncated export fails as a connection error, so a completed response is complete. `by=location` gives a row for each location; an import with `by=location` takes such a file. A client that reads less than 2 KiB a second for a minute is disconnected.',
  query: exportInventoryQuery,
  rowPrice: { rowsPerToken: 500, bytesPerToken: BYTES_PER_TOKEN, lookedPerToken: LOOKED_PER_TOKEN },
  replies: {
    200: {
      description: 'All SKUs.',
      body: z.string(),
      media: EXPORT_MEDIA,
      headers: { 'Content-Disposition': 'Suggested file name.' },
    },
  },
  errors: ['not_acceptable'],
});

export const importInventory = operation({
  id: 'importInventory',
  addsRecords: true,
  method: 'POST',
  path: '/inventory/import',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Import SKUs from a file',
  description:
    'Each row is an item as in the partial mode of `POST /inventory/batch`: it succeeds or fails individually, in the order of the file. Without `op` a row creates the ' +
    'SKU or updates an existing one. 200 means that the file was read to its end: check `failed`. ' +
    'A file that cannot be parsed beyond some row is answered with 4xx, and `imported` reports the rows done before it, if there are any.\n\n' +
    'With `by=location` a row counts one SKU at one location: it sets `on_hand` at `location`, which is created if it does not exist; other locations stay as they are. The SKU must exist.\n\n' +
    'A body that brings less than 2 KiB a second for 30 seconds is refused. ' +
    'With an `Idempotency-Key` an interrupted import can be sent again without a second effect.\n\n' +
    'A dry run shows what each row would change (`changes`, before and after) and the locations that would be created (`new_locations`), with those that differ from another in upper and lower case alone. It checks rows in groups of 200, each against the present stock: later groups do not see the effect of earlier ones.',
  query: importInventoryQuery,
  upload: { media: IMPORT_MEDIA, maxBytes: MAX_IMPORT_BYTES },
  rowPrice: { rowsPerToken: 50, dryRunRowsPerToken: 500 },
  replies: { 200: { description: 'The result of the rows.', body: importReport } },
  withinSeconds: FILE_SECONDS,
  errors: ['malformed_csv'],
});

export const checkIntegrity = operation({
  id: 'checkIntegrity',
  method: 'GET',
  path: '/integrity',
  service: 'inventory',
  permission: 'integrity:read',
  summary: 'Check stock, holds and ledger against each other',
  description:
    'Compares all SKUs with their movements and with what orders hold, in groups of up to 1,000 SKUs, and reports the compared totals and the differences. ' +
    'Each ledger is read from its last checkpoint on: balances at a version, which the service verifies and records every minute for SKUs with 100 changes since. ' +
    'So the time grows with the number of SKUs, and not with the age of the ledger. One check runs at a time; a few of other accounts can wait for it. ' +
    'A check that takes more than 200 seconds, or a second check of the same stock, is answered 503 `upstream_unavailable`.',
  examinedPrice: { records: 'SKUs', perToken: 300, unreported: 100 },
  replies: { 200: { description: 'The compared totals and the differences.', body: integrityReport } },
  withinSeconds: 240,
});
