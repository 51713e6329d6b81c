import { z } from 'zod';
import { id, nothing } from '../fields.ts';
import { operation } from '../operation.ts';
import { createScanBody, createScansBody, listScansQuery, scanPage, scanRecord, scanResults } from '../scans.ts';

export const createScan = operation({
  id: 'createScan',
  method: 'POST',
  path: '/scans',
  service: 'scans',
  permission: 'scans:write',
  summary: 'Record a scan',
  description:
    'Records what a device saw: `sku`, `location` and `order_id` are not looked up. The same `client_scan_id` with the same content answers 200 with the first.\n\n' +
    '`apply: true`, for types `receive` and `count`, also posts the movement of stock, exactly once; it needs `scans:apply` as well. ' +
    'The scan is answered at once with `applied: "pending"`, whatever inventory is at: read it again for `done`, or for `refused` with its `refusal`.',
  params: nothing,
  query: nothing,
  body: createScanBody,
  replies: {
    200: { description: 'The scan that this `client_scan_id` names already.', body: scanRecord },
    201: { description: 'The scan as it was recorded.', body: scanRecord, headers: { Location: 'Where the scan is read.' } },
  },
  errors: ['duplicate_client_scan_id'],
});

export const createScans = operation({
  id: 'createScans',
  method: 'POST',
  path: '/scans/batch',
  service: 'scans',
  permission: 'scans:write',
  summary: 'Record scans that a device kept',
  description:
    'Up to 1 000 scans, each as in `POST /scans` and answered by itself: one that is refused takes nothing from the others, and its errors point into this body (`/scans/3/barcode`). ' +
    'Scans without a `client_scan_id` are recorded again where the request is sent again, unless it has an `Idempotency-Key`. `apply: true` in any of them needs `scans:apply` as well.',
  params: nothing,
  query: nothing,
  body: createScansBody,
  cost: { itemsIn: 'body', member: 'scans', item: 'scan' },
  replies: { 200: { description: 'What became of each scan.', body: scanResults } },
  errors: [],
});

export const listScans = operation({
  id: 'listScans',
  method: 'GET',
  path: '/scans',
  service: 'scans',
  permission: 'scans:read',
  summary: 'Read the history of scans',
  description: 'Newest first. Every filter narrows what the others leave.',
  params: nothing,
  query: listScansQuery,
  body: nothing,
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
  description: 'What became of the movement of stock that it asked for is in `applied`.',
  params: z.strictObject({ id: id('scn') }),
  query: nothing,
  body: nothing,
  replies: { 200: { description: 'The scan.', body: scanRecord } },
  errors: ['not_found'],
});
