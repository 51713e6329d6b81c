import { nothing } from '../fields.ts';
import { operation } from '../operation.ts';
import { createScanBody, listScansQuery, scanPage, scanRecord } from '../scans.ts';

export const createScan = operation({
  id: 'createScan',
  method: 'POST',
  path: '/scans',
  service: 'scans',
  permission: 'scans:write',
  summary: 'Record a scan',
  description:
    'Records what a device saw: `sku`, `location` and `order_id` are not looked up. The same `client_scan_id` with the same content answers 200 with the first.',
  params: nothing,
  query: nothing,
  body: createScanBody,
  replies: {
    200: { description: 'The scan that this `client_scan_id` names already.', body: scanRecord },
    201: { description: 'The scan as it was recorded.', body: scanRecord },
  },
  errors: ['duplicate_client_scan_id'],
});

export const listScans = operation({
  id: 'listScans',
  method: 'GET',
  path: '/scans',
  service: 'scans',
  permission: 'scans:read',
  summary: 'Read the history of scans',
  description: 'Newest first.',
  params: nothing,
  query: listScansQuery,
  body: nothing,
  replies: { 200: { description: 'A page of scans.', body: scanPage, headers: { Link: 'The next page, `rel="next"`.' } } },
  errors: ['invalid_cursor'],
});
