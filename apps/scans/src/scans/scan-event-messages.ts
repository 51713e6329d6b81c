import { type DomainEvent, type ScanRecord, TOPIC_OF_EVENT } from '@fulfilment/contracts';
import { type RequestContext, tenantKey } from '@fulfilment/kernel';
import type { ScanMessage } from './scan-ports.ts';

/** What subscribers are told of a scan. Scans of one device, or of one barcode where no device is named, keep their order. */
export function scanEventOf(id: string, scan: ScanRecord, { tenant, requestId, traceparent }: RequestContext): ScanMessage {
  const type = 'scan.completed';
  const event: DomainEvent = {
    id,
    type,
    created_at: scan.received_at,
    api_version: 'v1',
    account_id: tenant.accountId,
    environment: tenant.environment,
    data: scan,
  };
  return {
    id,
    topic: TOPIC_OF_EVENT[type],
    key: `${tenantKey(tenant)}|${scan.device_id ?? scan.barcode}`,
    type,
    value: JSON.stringify(event),
    requestId,
    traceparent,
  };
}
