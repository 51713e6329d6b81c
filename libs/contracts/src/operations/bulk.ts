import { z } from 'zod';
import {
  EXPORT_MEDIA,
  exportInventoryQuery,
  IMPORT_MEDIA,
  importInventoryQuery,
  importReport,
  MAX_IMPORT_BYTES,
} from '../inventory/files.ts';
import { nothing } from '../fields.ts';
import { integrityReport } from '../inventory/integrity.ts';
import { operation } from '../operation.ts';

export const exportInventory = operation({
  id: 'exportInventory',
  method: 'GET',
  path: '/inventory/export',
  service: 'inventory',
  permission: 'inventory:read',
  summary: 'Export all SKUs',
  description:
    'The whole list in one answer, as NDJSON or, with `Accept: text/csv`, as CSV. Each SKU comes once, sorted by `sku`, as it is when its line ' +
    'is written. The answer has no length: one that breaks off ends in an error of the connection, so what ends well is whole. Whoever takes nothing of it for 2 minutes is cut off.',
  params: nothing,
  query: exportInventoryQuery,
  body: nothing,
  replies: {
    200: {
      description: 'All SKUs.',
      body: z.string(),
      media: EXPORT_MEDIA,
      headers: { 'Content-Disposition': 'A file name to save it under.' },
    },
  },
  errors: ['not_acceptable'],
});

export const importInventory = operation({
  id: 'importInventory',
  method: 'POST',
  path: '/inventory/import',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Import SKUs from a file',
  description:
    'Each row is an item as `POST /inventory/batch` takes it in partial mode: it is done or refused by itself, in the order of the file. Without `op` a row creates the ' +
    'SKU or, where it exists, updates it. 200 says that the file was read to its end: look at `failed`. ' +
    'A file that cannot be read on is answered with 4xx; `imported` then says what was done before. Nothing was, if the fault is in its header line.\n\n' +
    'With an `Idempotency-Key` an import that broke off can be sent again: what was done before is not done twice.\n\n' +
    'A dry run judges rows in groups of 200, each on the stock as it is: what a row makes is not seen by the groups behind it.',
  params: nothing,
  query: importInventoryQuery,
  body: nothing,
  upload: { media: IMPORT_MEDIA, maxBytes: MAX_IMPORT_BYTES },
  cost: { itemsIn: 'reply', member: 'rows', item: 'row', doneIn: 'imported' },
  replies: { 200: { description: 'What came of each row.', body: importReport } },
  withinSeconds: 1_800,
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
    'Reads all SKUs, movements and holds as they stood at one moment and says what was compared and what differed. ' +
    'It takes about a minute for five million movements; one check runs at a time, and a few of other accounts wait for it. ' +
    'Where it takes more than 200 seconds, or another check of the same stock is under way, the answer is 503 `upstream_unavailable`.',
  params: nothing,
  query: nothing,
  body: nothing,
  replies: { 200: { description: 'What was compared, and what differed.', body: integrityReport } },
  withinSeconds: 240,
  errors: [],
});
