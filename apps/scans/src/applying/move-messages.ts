import {
  APPLICABLE_SCAN_TYPES,
  type ApplicableScanType,
  type MoveCommand,
  moveCommandId,
  type MoveOutcome,
  moveOutcome,
  type ScanRecord,
  stockCommandKey,
  TOPICS,
} from '@fulfilment/contracts';
import { type OutgoingMessage, type RequestContext, tenantKey } from '@fulfilment/kernel';
import { decodeTyped, type Received } from '@fulfilment/messaging';
import type { ScanOutcome } from '../scans/scan-ports.ts';

/**
 * The command for inventory to apply a scan.
 *
 * @throws Error if the scan lacks a field that its contract requires for that.
 */
export function moveCommandMessage(scan: ScanRecord, { tenant, actor, requestId, traceparent }: RequestContext): OutgoingMessage {
  const { id: scanId, sku, quantity, location } = scan;
  const movement = movementOf(scan);
  if (movement === undefined || sku === null || quantity === null) throw new Error(`The scan ${scanId} cannot be applied`);
  const id = moveCommandId(scanId);
  const at = new Date(scan.received_at);
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
    tenant: tenantKey(tenant),
    subject: scanId,
    at,
    version: at.getTime(),
    part: 0,
    value: JSON.stringify(command),
    requestId,
    traceparent,
  };
}

function movementOf({ type }: ScanRecord): ApplicableScanType | undefined {
  return APPLICABLE_SCAN_TYPES.find((known) => known === type);
}

/** Decodes inventory's outcomes of scans; those of orders are ignored. */
export const decodeMoveOutcome = decodeTyped(moveOutcome, ['move']);

/** The content of a received outcome. Order and repetition do not matter: the first outcome of a scan stands. */
export function toScanOutcome({ message }: Received<MoveOutcome>): ScanOutcome {
  const { account_id: accountId, environment, scan_id: scanId } = message;
  return { tenant: { accountId, environment }, scanId, refusal: refusalIn(message) };
}

function refusalIn({ accepted, code, detail, errors, at }: MoveOutcome): ScanOutcome['refusal'] {
  if (accepted) return null;
  return { code: code ?? 'internal', detail: detail ?? 'Inventory refused the movement.', errors: errors ?? [], at };
}
