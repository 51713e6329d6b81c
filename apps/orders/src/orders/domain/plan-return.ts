import { assertNever } from '@fulfilment/kernel';
import type { AskReturn, Plan, StepRefusal } from './asked-steps.ts';
import { type HistoryEntry, type Order, type OrderLine, type RefusalItem, type RequestOrigin } from './order.ts';
import { endedReturn, isOpenReturn, MAX_RETURN_LINES, MAX_RETURNS, newReturn, type Return, type ReturnStatus } from './return.ts';
import { begunReturn, type ReturnChange, withReturnChanges } from './return-changes.ts';
import type { CreateReturn, DisposedUnits, DisposeReturn, LineUnits, ReceiveReturn } from './steps.ts';

/** A step of a return as it is to be carried out, if order and return allow it. */
export function planReturnStep(order: Order, ask: AskReturn): Plan {
  if (ask.transition === 'return') return faultsOf(order, ask) ?? { type: 'step', step: ask };
  const found = order.returns?.find(({ id }) => id === ask.returnId);
  if (!found) return { type: 'refused', code: 'not_found', detail: 'There is no such return.' };
  const { statuses, done } = FROM[ask.transition];
  if (!statuses.some((status) => status === found.status)) return wrongStatus(found, done);
  switch (ask.transition) {
    case 'return_approve':
      return { type: 'step', step: { ...ask, lines: found.lines.map(({ lineId, quantity }) => ({ lineId, quantity })) } };
    case 'return_receive':
      return planReceipt(found, ask);
    case 'return_dispose':
      return planDisposition(found, ask);
    case 'return_cancel':
    case 'return_close':
      return { type: 'step', step: ask };
    default:
      return assertNever(ask);
  }
}

/** The statuses that each step is possible from, and its past tense. */
const FROM = {
  return_approve: { statuses: ['requested'], done: 'approved' },
  return_receive: { statuses: ['approved', 'receiving'], done: 'received' },
  return_dispose: { statuses: ['receiving', 'closed'], done: 'disposed of' },
  return_cancel: { statuses: ['approved'], done: 'cancelled' },
  return_close: { statuses: ['approved', 'receiving'], done: 'closed' },
} as const satisfies Record<string, { readonly statuses: readonly ReturnStatus[]; readonly done: string }>;

/** Units of a line that were shipped, did not come back, and are in no return that is open, or begins. */
export function returnableOf({ id, shipped, returned = 0 }: OrderLine, order: Order): number {
  const begun = begunReturn(order);
  const open = [...(order.returns ?? []), ...(begun ? [begun] : [])].filter(isOpenReturn);
  const expected = open.flatMap(({ lines }) => lines).filter(({ lineId }) => lineId === id);
  return shipped - returned - expected.reduce((sum, line) => sum + line.expected, 0);
}

/** The reason why a return cannot be created; null where it can. */
function faultsOf(order: Order, { lines }: CreateReturn): StepRefusal | null {
  if (order.lines.every(({ shipped }) => shipped === 0)) {
    const detail = 'Nothing of the order is shipped: nothing can come back.';
    return { type: 'refused', code: 'invalid_transition', detail, currentStatus: order.status };
  }
  const allowedOf = new Map(order.lines.map((line) => [line.id, returnableOf(line, order)]));
  return wrongLines(lines, allowedOf) ?? over(lines, allowedOf, 'shipped') ?? noRoom(order, lines);
}

function planReceipt({ lines: known }: Return, step: ReceiveReturn): Plan {
  const expected = new Map(known.map((line) => [line.lineId, line.expected]));
  return unknownLines(step.lines, expected) ?? over(step.lines, expected, 'expected') ?? { type: 'step', step };
}

function planDisposition({ lines: known }: Return, step: DisposeReturn): Plan {
  const lines = new Map(known.map((line) => [line.lineId, line]));
  const faults = unknownLines(step.lines, lines) ?? wrongDispositions(step.lines);
  if (faults) return faults;
  const taken = new Map<string, number>();
  const items = step.lines.flatMap(({ lineId, from, quantity }, place) => {
    const key = `${lineId} ${from}`;
    const requested = (taken.get(key) ?? 0) + quantity;
    taken.set(key, requested);
    const allowed = lines.get(lineId)?.[from] ?? 0;
    return requested > allowed ? [exceeded(place, { lineId, requested, allowed, limit: 'received' })] : [];
  });
  return exceededBy(items) ?? { type: 'step', step };
}

function wrongDispositions(lines: readonly DisposedUnits[]): StepRefusal | null {
  const items = lines.flatMap(({ from, disposition, location }, place): RefusalItem[] => {
    const pointer = `/lines/${place}`;
    if (from === disposition) {
      const message = `The units have the disposition ${from} already.`;
      return [{ pointer: `${pointer}/disposition`, code: 'invalid', message }];
    }
    if (disposition !== 'scrap' || location === null) return [];
    return [{ pointer: `${pointer}/location`, code: 'invalid', message: 'Scrapped units come to no location.' }];
  });
  return items.length > 0 ? invalid(items) : null;
}

function unknownLines(lines: readonly LineUnits[], known: ReadonlyMap<string, unknown>): StepRefusal | null {
  const items = lines.flatMap(({ lineId }, place) => (known.has(lineId) ? [] : [unknownLine(place)]));
  return items.length > 0 ? invalid(items) : null;
}

function wrongLines(lines: readonly LineUnits[], known: ReadonlyMap<string, unknown>): StepRefusal | null {
  const twice = lines.flatMap(({ lineId }, place): RefusalItem[] => {
    const isTwice = lines.findIndex((each) => each.lineId === lineId) < place;
    return isTwice
      ? [{ pointer: `/lines/${place}/line_id`, code: 'duplicate', message: 'The line is named more than once.' }]
      : [];
  });
  return unknownLines(lines, known) ?? (twice.length > 0 ? invalid(twice) : null);
}

const unknownLine = (place: number): RefusalItem => ({
  pointer: `/lines/${place}/line_id`,
  code: 'unknown_line',
  message: 'There is no such line.',
});

function over(
  lines: readonly LineUnits[],
  allowedOf: ReadonlyMap<string, number>,
  limit: 'shipped' | 'expected',
): StepRefusal | null {
  const named = new Map<string, number>();
  const items = lines.flatMap(({ lineId, quantity }, place) => {
    const requested = (named.get(lineId) ?? 0) + quantity;
    named.set(lineId, requested);
    const allowed = allowedOf.get(lineId) ?? 0;
    return requested > allowed ? [exceeded(place, { lineId, requested, allowed, limit })] : [];
  });
  return exceededBy(items);
}

interface Excess {
  readonly lineId: string;
  readonly requested: number;
  readonly allowed: number;
  readonly limit: 'shipped' | 'expected' | 'received';
}

const MEANINGS = {
  shipped: 'can be returned',
  expected: 'are expected',
  received: 'have that disposition',
} as const satisfies Record<Excess['limit'], string>;

function exceeded(place: number, { lineId, requested, allowed, limit }: Excess): RefusalItem {
  const message = `${requested} units are named, and ${allowed} ${MEANINGS[limit]}.`;
  return { pointer: `/lines/${place}/quantity`, code: 'quantity_exceeded', message, line_id: lineId, requested, allowed, limit };
}

function exceededBy(errors: readonly RefusalItem[]): StepRefusal | null {
  return errors.length === 0 ? null : { type: 'refused', code: 'quantity_exceeded', detail: errors[0]?.message ?? '', errors };
}

/** Bounds the document of an order, and its events. */
function noRoom({ returns = [] }: Order, lines: readonly LineUnits[]): StepRefusal | null {
  const bounds = [
    { of: 'returns', requested: returns.length + 1, allowed: MAX_RETURNS },
    {
      of: 'lines of returns',
      requested: returns.reduce((sum, each) => sum + each.lines.length, lines.length),
      allowed: MAX_RETURN_LINES,
    },
  ];
  const found = bounds.find(({ requested, allowed }) => requested > allowed);
  if (!found) return null;
  const { of: limit, requested, allowed } = found;
  const message = `An order has at most ${allowed} ${limit}.`;
  return exceededBy([{ pointer: '', code: 'quantity_exceeded', message, requested, allowed, limit }]);
}

function invalid(errors: readonly RefusalItem[]): StepRefusal {
  const detail = errors.length === 1 ? '1 field is invalid.' : `${errors.length} fields are invalid.`;
  return { type: 'refused', code: 'validation_failed', detail, errors };
}

function wrongStatus({ status }: Return, done: string): StepRefusal {
  const detail = `The return is ${status}; from there it cannot be ${done}.`;
  return { type: 'refused', code: 'invalid_transition', detail, currentStatus: status };
}

/** A change of a return that inventory has no word in. */
export type ReturnDecision =
  | { readonly type: 'request'; readonly create: CreateReturn }
  | { readonly type: 'end'; readonly returnId: string; readonly as: 'rejected' | 'cancelled'; readonly reason: string | null };

export type ReturnOutcome =
  | {
      readonly type: 'order-updated';
      readonly order: Order;
      readonly history: readonly HistoryEntry[];
      readonly returns: readonly ReturnChange[];
      /** The id of a return that is new. */
      readonly creates: string | undefined;
      readonly changed: readonly string[];
    }
  | StepRefusal;

/** Requests a return, or ends one that was requested: inventory knows of none before it is approved. A pending step goes on. */
export function decideReturn(
  order: Order,
  decision: ReturnDecision,
  { origin, at }: { readonly origin: RequestOrigin; readonly at: Date },
): ReturnOutcome {
  const after = decision.type === 'request' ? withRequested(order, decision.create, at) : withEnded(order, decision, at);
  if ('type' in after) return after;
  const returnId = decision.type === 'request' ? decision.create.returnId : decision.returnId;
  const reason = decision.type === 'request' ? null : decision.reason;
  const counted = { ...order, returns: after.returns, version: order.version + 1, updatedAt: at };
  const { order: next, changes } = withReturnChanges(order, counted, at);
  const { status, version, unseenChanges } = next;
  const { actor, requestId } = origin;
  const entry = {
    transition: 'update',
    status,
    version,
    unseenChanges,
    returnId,
    reason,
    actor,
    requestId,
    answer: null,
    at,
  } as const;
  const creates = decision.type === 'request' ? returnId : undefined;
  return { type: 'order-updated', order: next, history: [entry], returns: changes, creates, changed: ['returns'] };
}

type Returns = { readonly returns: readonly Return[] };

function withRequested(order: Order, create: CreateReturn, at: Date): Returns | StepRefusal {
  const faults = faultsOf(order, create);
  return faults ?? { returns: [...(order.returns ?? []), newReturn(create, { status: 'requested', at })] };
}

function withEnded(
  { returns = [] }: Order,
  { returnId, as: status, reason }: Extract<ReturnDecision, { type: 'end' }>,
  at: Date,
): Returns | StepRefusal {
  const found = returns.find(({ id }) => id === returnId);
  if (!found) return { type: 'refused', code: 'not_found', detail: 'There is no such return.' };
  if (found.status !== 'requested') return wrongStatus(found, status);
  return { returns: returns.map((each) => (each === found ? endedReturn(each, { status, reason, at }) : each)) };
}
