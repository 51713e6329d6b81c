import {
  APPLICABLE_SCAN_TYPES,
  type ApplicableScanType,
  eventMessage,
  type LocationNames,
  type MoveCommand,
  moveCommandId,
  type MoveOutcome,
  type ScanRecord,
  scanStockOutcome,
  TOPICS,
} from '@fulfilment/contracts';
import { newId, type OutgoingMessage, type RequestContext, type Tenant, tenantKey } from '@fulfilment/kernel';
import { decodeTyped, type Received } from '@fulfilment/messaging';
import type { ScanOutcome } from './scan-ports.ts';

/** The event of a recorded scan. Scans of one device, or of one barcode where no device is named, keep their order. */
export function scanEventMessage(id: string, scan: ScanRecord, context: RequestContext): OutgoingMessage {
  return eventMessage({ ...commonOf(scan, context), id, type: 'scan.completed' }, { data: scan });
}

/** The time of a scan's result, and the request that the outcome names. */
export interface ResultOrigin extends Pick<RequestContext, 'tenant' | 'requestId' | 'traceparent'> {
  readonly at: Date;
}

/**
 * The event that tells what became of an applied scan. It has the key of the scan's first event, and follows that.
 *
 * @param scan as the outcome left it.
 */
export function scanResultMessage(id: string, scan: ScanRecord, { at, ...context }: ResultOrigin): OutgoingMessage {
  const type = scan.applied === 'done' ? 'scan.applied' : 'scan.refused';
  return eventMessage({ ...commonOf(scan, context), at, id, type }, { data: scan });
}

/**
 * The command for inventory to apply a scan.
 *
 * @throws Error if the scan lacks a field that its contract requires for that.
 */
export function moveCommandMessage(scan: ScanRecord, context: RequestContext): OutgoingMessage {
  const { id: scanId, sku, barcode, quantity, location } = scan;
  const { tenant } = context;
  const movement = movementOf(scan);
  if (movement === undefined || quantity === null) throw new Error(`The scan ${scanId} cannot be applied`);
  const id = moveCommandId(scanId);
  const command: MoveCommand = {
    type: 'move',
    id,
    account_id: tenant.accountId,
    environment: tenant.environment,
    scan_id: scanId,
    movement,
    ...(sku === null ? {} : { sku }),
    barcode,
    quantity,
    location,
    ...(movement === 'return' && returnIn(scan)),
    actor: context.actor,
    request_id: context.requestId,
    at: scan.received_at,
    ...(scan.scanned_at === null ? {} : { scanned_at: scan.scanned_at }),
  };
  const { orderedBy, ...common } = commonOf(scan, context);
  const [type, topic, key] = [command.type, TOPICS.stockMoves, `${tenantKey(tenant)}|${orderedBy}`];
  return { ...common, part: 0, id, topic, type, tenant: tenantKey(tenant), key, value: JSON.stringify(command) };
}

/** The return, or the order of it, of a scan that receives units of one; neither where it is unlinked. */
function returnIn({ return_id, order_id, disposition }: ScanRecord): Pick<MoveCommand, 'return_id' | 'order_id' | 'disposition'> {
  const of = return_id === undefined ? { order_id: order_id ?? undefined } : { return_id };
  return { ...of, ...(disposition && { disposition }) };
}

/** Recorded as who republished a command in the ledger, where inventory had not applied it. */
const OPERATOR = 'operator';

/** A scan with the ids of its events. */
export interface StoredScan {
  readonly scan: ScanRecord;
  readonly eventId: string;
  /** The event of its result, where it has one: a scan of earlier releases has none. */
  readonly result: { readonly eventId: string; readonly at: Date } | undefined;
  readonly tenant: Tenant;
}

/** The messages of a stored scan as they were when it was recorded, and when its outcome was. */
export function messagesOfStored({ scan, eventId, result, tenant }: StoredScan): {
  readonly event: OutgoingMessage;
  readonly command: OutgoingMessage | undefined;
  readonly result: OutgoingMessage | undefined;
} {
  const isApplied = scan.applied !== null;
  const asRecorded: ScanRecord = { ...scan, applied: isApplied ? 'pending' : null, refusal: null };
  const context = { tenant, actor: OPERATOR, requestId: newId('req') };
  const command = isApplied ? moveCommandMessage(asRecorded, context) : undefined;
  return {
    event: scanEventMessage(eventId, asRecorded, context),
    command,
    result: result && scanResultMessage(result.eventId, scan, { ...context, at: result.at }),
  };
}

function commonOf(scan: ScanRecord, { tenant, requestId, traceparent }: Omit<ResultOrigin, 'at'>) {
  const at = new Date(scan.received_at);
  const orderedBy = scan.device_id ?? scan.barcode;
  return { tenant, orderedBy, subject: scan.id, at, version: at.getTime(), requestId, traceparent };
}

function movementOf({ type }: ScanRecord): ApplicableScanType | undefined {
  return APPLICABLE_SCAN_TYPES.find((known) => known === type);
}

/** Decodes what inventory tells scans: outcomes of scans, and names of locations. Outcomes of orders are ignored. */
export const decodeFromInventory = decodeTyped(scanStockOutcome, ['move', 'locations']);

type FromInventory = Received<MoveOutcome | LocationNames>;

/** The received names of locations. */
export const namesIn = (batch: readonly FromInventory[]): readonly LocationNames[] =>
  batch.flatMap(({ message }) => (message.type === 'locations' ? [message] : []));

/** The received outcomes. Order and repetition do not matter: the first outcome of a scan stands. */
export const outcomesIn = (batch: readonly FromInventory[]): readonly ScanOutcome[] =>
  batch.flatMap(({ message }) => (message.type === 'move' ? [toScanOutcome(message)] : []));

function toScanOutcome(message: MoveOutcome): ScanOutcome {
  const { account_id: accountId, environment, scan_id: scanId, request_id: requestId } = message;
  return {
    tenant: { accountId, environment },
    scanId,
    refusal: refusalIn(message),
    workedLines: message.worked_lines,
    requestId,
    at: new Date(message.at),
  };
}

function refusalIn({ accepted, code, detail, errors, at }: MoveOutcome): ScanOutcome['refusal'] {
  if (accepted) return null;
  return { code: code ?? 'internal', detail: detail ?? 'Inventory refused the movement.', errors: errors ?? [], at };
}
