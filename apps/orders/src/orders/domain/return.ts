import type { CreateReturn, Disposition, LineUnits, OpenReturn } from './steps.ts';

/** Units of a line that were received, by what becomes of them. */
export type UnitsByDisposition = Readonly<Record<Disposition, number>>;

/** Units of a line of the order in a return: `quantity` is what was expected at first. */
export interface ReturnLine extends LineUnits, UnitsByDisposition {
  readonly reason: string;
  readonly note: string | null;
  /** Units that may still come. */
  readonly expected: number;
  /** Units that were reported as missing. */
  readonly missing: number;
}

export type ReturnStatus = 'requested' | 'approved' | 'receiving' | 'closed' | 'cancelled' | 'rejected';

/** Units that come back: of an order, or of no known one. */
export interface Return {
  readonly id: string;
  readonly externalId: string | null;
  /** Equal for two returns with the same content: compared where both have one external id. */
  readonly contentHash: string;
  readonly status: ReturnStatus;
  readonly lines: readonly ReturnLine[];
  readonly note: string | null;
  /** The order that was made with it, in exchange; absent for none. */
  readonly exchangeOrderId?: string | undefined;
  /** The caller's reason for its end. */
  readonly reason: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly approvedAt: Date | null;
  /** The first receipt. */
  readonly receivedAt: Date | null;
  readonly endedAt: Date | null;
}

/** Returns of an order, at most, and lines over all of them: a document and its events stay within their bounds. */
export const MAX_RETURNS = 50;
export const MAX_RETURN_LINES = 1_000;

/** True of a return of which units may come or are to be approved: they cannot be in another. */
export function isOpenReturn({ status }: Return): boolean {
  return status === 'requested' || status === 'approved' || status === 'receiving';
}

/** Units of a line that came back. */
export function receivedOf({ inspect, restock, quarantine, scrap }: UnitsByDisposition): number {
  return inspect + restock + quarantine + scrap;
}

/** Units that were still expected when the return ended. */
export function waivedOf(line: ReturnLine): number {
  return line.quantity - line.expected - line.missing - receivedOf(line);
}

/** A return as it begins. */
export function newReturn(
  { returnId: id, lines, externalId, contentHash, note, ...step }: CreateReturn | OpenReturn,
  { status, at }: { readonly status: 'requested' | 'approved'; readonly at: Date },
): Return {
  return {
    id,
    externalId,
    contentHash,
    status,
    lines: lines.map((line) => ({
      ...line,
      expected: line.quantity,
      missing: 0,
      inspect: 0,
      restock: 0,
      quarantine: 0,
      scrap: 0,
    })),
    note,
    ...('exchange' in step && step.exchange && { exchangeOrderId: step.exchange.orderId }),
    reason: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    approvedAt: status === 'approved' ? at : null,
    receivedAt: null,
    endedAt: null,
  };
}

/** A return of which nothing is expected any more. */
export function endedReturn(
  before: Return,
  {
    status,
    reason,
    at,
  }: { readonly status: 'closed' | 'cancelled' | 'rejected'; readonly reason: string | null; readonly at: Date },
): Return {
  const lines = before.lines.map((line) => ({ ...line, expected: 0 }));
  return { ...before, status, reason, lines, endedAt: at };
}
