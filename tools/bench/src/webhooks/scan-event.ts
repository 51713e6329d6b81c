import { TOPICS } from '@fulfilment/contracts';
import { SAMPLE_EVENTS } from '@fulfilment/api-docs/samples';
import { newId, tenantKey } from '@fulfilment/kernel';
import { cloudEventHeaders, type OutgoingRecord } from '@fulfilment/messaging';

/** Enough for all partitions to have some. */
const DEVICES = 60;

/** The event of a scan that never was, as the scans service says it. @param nth of many, each of the next device. */
export function scanEvent(accountId: string, nth: number): OutgoingRecord {
  const at = new Date();
  const id = newId('evt');
  const deviceId = `gun-${nth % DEVICES}`;
  const sample = SAMPLE_EVENTS['scan.completed'];
  const data = { ...sample.data, id: newId('scn'), device_id: deviceId };
  const event = { ...sample, id, created_at: at.toISOString(), account_id: accountId, data };
  return {
    topic: TOPICS.scansEvents,
    key: `${tenantKey({ accountId, environment: 'sandbox' })}|${deviceId}`,
    value: JSON.stringify(event),
    headers: cloudEventHeaders({ id, type: event.type, source: 'scans', subject: data.id, at, requestId: 'req_benchmark' }),
  };
}
