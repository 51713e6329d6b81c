import { z } from 'zod';
import { recordId } from '../fields.ts';
import { operation } from '../operation.ts';
import { createScanBody, createScansBody, listScansQuery, MAX_BATCH_SCANS, scanPage, scanRecord, scanResults } from '../scans.ts';

export const createScan = operation({
  id: 'createScan',
  addsRecords: true,
  method: 'POST',
  path: '/scans',
  service: 'scans',
  permission: 'scans:write',
  summary: 'Record a scan',
  description:
    'Records the scan of a device: `sku`, `location` and `order_id` are not looked up. A repeated `client_scan_id` with the same content is answered 200 with the first scan.\n\n' +
    '`apply: true`, for types `receive`, `count` and `return`, also posts the movement of stock, exactly once; it needs the permission `scans:apply` as well. ' +
    'The scan is answered at once with `applied: "pending"`: read it again for `done`, or for `refused` with its `refusal`.',
  body: createScanBody,
  replies: {
    200: { description: 'The existing scan with this `client_scan_id`.', body: scanRecord },
    201: { description: 'The recorded scan.', body: scanRecord, headers: { Location: 'URL of the scan.' } },
  },
  errors: ['duplicate_client_scan_id'],
});

export const createScans = operation({
  id: 'createScans',
  addsRecords: true,
  method: 'POST',
  path: '/scans/batch',
  service: 'scans',
  permission: 'scans:write',
  summary: 'Record a batch of scans',
  description:
    'Up to 1 000 scans, each as in `POST /scans`. Each succeeds or fails individually, and its errors point into this body (`/scans/3/barcode`). ' +
    'A repeated request records scans without a `client_scan_id` again, unless it has an `Idempotency-Key`. `apply: true` in any of them needs the permission `scans:apply` as well.',
  body: createScansBody,
  cost: { member: 'scans', item: 'scan', itemsPerToken: 10, most: MAX_BATCH_SCANS },
  replies: { 200: { description: 'The result of each scan.', body: scanResults } },
});

export const listScans = operation({
  id: 'listScans',
  method: 'GET',
  path: '/scans',
  service: 'scans',
  permission: 'scans:read',
  summary: 'Read the history of scans',
  description:
    'Newest first. Filters can be combined. Where several match over 1,000 scans each, a page looks through 1,000 of them and may have fewer than `limit`, or none, while `has_more` is true.',
  query: listScansQuery,
  replies: { 200: { description: 'A page of scans.', body: scanPage, headers: { Link: 'The next page, `rel="next"`.' } } },
  errors: ['invalid_cursor'],
});

export const getScan = operation({
  id: 'getScan',
  method: 'GET',
  path: '/scans/:id',
  service: 'scans',
  permission: 'scans:read',
  summary: 'Retrieve one scan',
  description: 'The state of its movement of stock is in `applied`.',
  params: z.strictObject({ id: recordId('scn') }),
  replies: { 200: { description: 'The scan.', body: scanRecord } },
  errors: ['not_found'],
});
