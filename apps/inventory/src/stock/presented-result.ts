import type { AdjustmentRecord, ReservationRecord, SkuRecord, TransferRecord } from '@fulfilment/contracts';
import { type Receipt, replay } from '@fulfilment/idempotency';
import { assertNever } from '@fulfilment/kernel';
import { type LocationsById, shownPath } from '../model/location.ts';
import { lastActor, type Sku } from '../model/sku.ts';
import type { Refusal } from '../model/refusal.ts';
import { toAdjustmentRecord } from '../records/movement-record.ts';
import { toReservationRecord } from '../records/reservation-record.ts';
import { toSkuRecord } from '../records/sku-record.ts';
import type { CommandResult, Transfer } from './domain/command.ts';
import type { KeptResult } from './domain/stock-batch.ts';

/** A command result as its response shows it and its receipt stores it, as JSON: stored receipts bind these names. */
export type PresentedResult =
  | { readonly type: 'done' }
  | { readonly type: 'refused'; readonly refusal: Refusal; readonly firstRequestId?: string }
  /** `record` is the SKU or reservation as it is, which is not what the caller expected. */
  | {
      readonly type: 'outdated';
      readonly record: SkuRecord | ReservationRecord;
      readonly changedBy?: string;
      readonly firstRequestId?: string;
    }
  | { readonly type: 'sku'; readonly record: SkuRecord; readonly changed: boolean; readonly before?: SkuRecord | null }
  | { readonly type: 'adjusted'; readonly adjustment: AdjustmentRecord; readonly before?: SkuRecord | null }
  | { readonly type: 'transferred'; readonly transfer: TransferRecord }
  | { readonly type: 'reservation'; readonly record: ReservationRecord; readonly existing?: boolean }
  /** The results of a batch's commands, and whether their changes stand. */
  | {
      readonly type: 'together';
      readonly stands: boolean;
      readonly outcomes: readonly PresentedResult[];
      /** Paths of locations that a dry run would make. */
      readonly newLocations?: readonly string[];
    };

/** The records that results are presented with. */
export interface Presenting {
  readonly locations: LocationsById;
  /** Of earlier requests, by the ids of their claims. */
  readonly receipts: ReadonlyMap<string, Receipt>;
}

/** @throws Error where the command is still to be decided. */
export function presentResult(result: CommandResult, presenting: Presenting): PresentedResult {
  const { locations, receipts } = presenting;
  switch (result.type) {
    case 'sku':
      return { type: 'sku', record: toSkuRecord(result.sku, locations), changed: result.changed, ...beforeOf(result, locations) };
    case 'adjusted':
      return {
        type: 'adjusted',
        adjustment: toAdjustmentRecord(result.movements, result.sku, locations),
        ...beforeOf(result, locations),
      };
    case 'transferred':
      return { type: 'transferred', transfer: toTransferRecord(result.transfer) };
    case 'reservation':
    case 'outdated_reservation':
      return presentReservation(result);
    case 'outdated':
      return {
        type: 'outdated',
        record: toSkuRecord(result.sku, locations),
        ...changedByOf(result.sku),
        ...firstRequestOf(result),
      };
    case 'refused':
      return { type: 'refused', refusal: result.refusal, ...firstRequestOf(result) };
    case 'batch':
      return presentBatch(result, presenting);
    case 'kept':
      return fromReceipt(receipts.get(result.claimId));
    case 'done':
      return { type: 'done' };
    case 'deferred':
      throw new Error('The command is still to be decided');
    default:
      return assertNever(result);
  }
}

function presentBatch(result: Extract<CommandResult, { type: 'batch' }>, presenting: Presenting): PresentedResult {
  return {
    type: 'together',
    stands: result.stands,
    outcomes: result.results.map((each) => presentResult(each, presenting)),
    ...(result.newLocations ? { newLocations: result.newLocations.map(({ path }) => shownPath(path)) } : {}),
  };
}

type OfReservation = Extract<CommandResult, { type: 'reservation' | 'outdated_reservation' }>;

function presentReservation(result: OfReservation): PresentedResult {
  const record = toReservationRecord(result.reservation);
  if (result.type === 'reservation') return { type: 'reservation', record, ...(result.existing === true && { existing: true }) };
  return { type: 'outdated', record, changedBy: result.reservation.lastActor, ...firstRequestOf(result) };
}

/** Of a dry run. */
const beforeOf = ({ before }: { readonly before?: Sku | null }, locations: LocationsById) =>
  before === undefined ? {} : { before: before && toSkuRecord(before, locations) };

function changedByOf(sku: Sku) {
  const actor = lastActor(sku);
  return actor === undefined ? {} : { changedBy: actor };
}

const firstRequestOf = ({ firstRequestId }: { readonly firstRequestId?: string }) =>
  firstRequestId === undefined ? {} : { firstRequestId };

function toTransferRecord({ id, from, to, lines, note, at }: Transfer): TransferRecord {
  return { id, from, to, lines: [...lines], note, created_at: at.toISOString() };
}

/** The receipt of a result that repeats get. */
export function receiptOf({ claim: { id, fingerprint }, result }: KeptResult, presenting: Presenting): Receipt {
  return { id, fingerprint, subject: null, answer: { type: 'result', result: presentResult(result, presenting) } };
}

function fromReceipt(receipt: Receipt | undefined): PresentedResult {
  if (!receipt) throw new Error('A repeat has no receipt');
  const { id, fingerprint } = receipt;
  return replay<PresentedResult>(receipt, { id, fingerprint });
}

const REFUSALS: ReadonlySet<unknown> = new Set<PresentedResult['type']>(['refused', 'outdated']);

/** True where the first request was refused, so that nothing was done. */
export function isRefusedReceipt({ answer }: Receipt): boolean {
  if (answer?.type !== 'result') return true;
  const { result } = answer;
  return typeof result === 'object' && result !== null && 'type' in result && REFUSALS.has(result.type);
}
