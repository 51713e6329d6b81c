import {
  APPLICABLE_SCAN_TYPES,
  type ApplicableScanType,
  type MoveCommand,
  moveCommandId,
  type ScanRecord,
  stockCommandKey,
  TOPICS,
} from '@fulfilment/contracts';
import type { RequestContext } from '@fulfilment/kernel';
import type { ScanMessage } from '../scans/scan-ports.ts';

/**
 * What inventory is asked to do about a scan that is to be applied.
 *
 * @throws Error if it says too little for that: its contract asks for all of it.
 */
export function moveCommandOf(scan: ScanRecord, { tenant, actor, requestId, traceparent }: RequestContext): ScanMessage {
  const { id: scanId, sku, quantity, location } = scan;
  const movement = movementOf(scan);
  if (movement === undefined || sku === null || quantity === null) throw new Error(`The scan ${scanId} cannot be applied`);
  const id = moveCommandId(scanId);
  const command: MoveCommand = {
    type: 'move',
    id,
    account_id: tenant.accountId,
    environment: tenant.environment,
    scan_id: scanId,
    movement,
    sku,
    quantity,
    location,
    actor,
    request_id: requestId,
    at: scan.received_at,
  };
  return {
    id,
    topic: TOPICS.stockCommands,
    key: stockCommandKey(tenant, scanId),
    type: command.type,
    value: JSON.stringify(command),
    requestId,
    traceparent,
  };
}

function movementOf({ type }: ScanRecord): ApplicableScanType | undefined {
  return APPLICABLE_SCAN_TYPES.find((known) => known === type);
}
