import { type DomainEvent, type ScanRecord, TOPIC_OF_EVENT } from '@fulfilment/contracts';
import { type OutgoingMessage, type RequestContext, tenantKey } from '@fulfilment/kernel';

/** The event of a recorded scan. Scans of one device, or of one barcode where no device is named, keep their order. */
export function scanEventMessage(
  id: string,
  scan: ScanRecord,
  { tenant, requestId, traceparent }: RequestContext,
): OutgoingMessage {
  const type = 'scan.completed';
  const at = new Date(scan.received_at);
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
    tenant: tenantKey(tenant),
    subject: scan.id,
    at,
    version: at.getTime(),
    part: 0,
    value: JSON.stringify(event),
    requestId,
    traceparent,
  };
}
