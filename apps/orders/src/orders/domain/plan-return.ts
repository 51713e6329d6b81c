import { assertNever } from '@fulfilment/kernel';
import type { AskReturn, Plan, StepRefusal } from './asked-steps.ts';
import { invalid, moreThan, noRoom, unknownLines, wrongLines } from './named-lines.ts';
import { type HistoryEntry, type Order, type OrderLine, type RefusalItem, type RequestOrigin } from './order.ts';
import { endedReturn, isOpenReturn, MAX_RETURN_LINES, MAX_RETURNS, newReturn, type Return, type ReturnStatus } from './return.ts';
import { allReturns, type ReturnChange, withReturnChanges } from './return-changes.ts';
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
  const expected = allReturns(order)
    .filter(isOpenReturn)
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === id);
  return shipped - returned - expected.reduce((sum, line) => sum + line.expected, 0);
}

/** The reason why a return cannot be created; null where it can. */
function faultsOf(order: Order, { lines }: CreateReturn): StepRefusal | null {
  if (order.lines.every(({ shipped }) => shipped === 0)) {
    const detail = 'Nothing of the order is shipped: nothing can come back.';
    return { type: 'refused', code: 'invalid_transition', detail, currentStatus: order.status };
  }
  const returnable = new Map(order.lines.map((line) => [line.id, returnableOf(line, order)]));
  return (
    wrongLines(lines, returnable) ??
    moreThan(lines, 'shipped', ({ lineId }) => returnable.get(lineId) ?? 0) ??
    noRoomForReturn(order, lines)
  );
}

function planReceipt({ lines: known }: Return, step: ReceiveReturn): Plan {
  const expected = new Map(known.map((line) => [line.lineId, line.expected]));
  const faults =
    unknownLines(step.lines, expected) ?? moreThan(step.lines, 'expected', ({ lineId }) => expected.get(lineId) ?? 0);
  return faults ?? { type: 'step', step };
}

function planDisposition({ lines: known }: Return, step: DisposeReturn): Plan {
  const lines = new Map(known.map((line) => [line.lineId, line]));
  const faults =
    unknownLines(step.lines, lines) ??
    wrongDispositions(step.lines) ??
    moreThan(
      step.lines,
      'received',
      ({ lineId, from }) => lines.get(lineId)?.[from] ?? 0,
      ({ lineId, from }) => `${lineId} ${from}`,
    );
  return faults ?? { type: 'step', step };
}

function wrongDispositions(lines: readonly DisposedUnits[]): StepRefusal | null {
  const items = lines.flatMap(({ from, disposition, location }, place): RefusalItem[] => {
    const pointer = `/lines/${place}`;
    if (from === disposition) {
      const message = `The units have the disposition ${from} already.`;
      return [{ pointer: `${pointer}/disposition`, code: 'invalid', message }];
    }
    if (disposition !== 'scrap' || location === null) return [];
    return [{ pointer: `${pointer}/location`, code: 'invalid', message: 'Scrapped units go to no location.' }];
  });
  return items.length > 0 ? invalid(items) : null;
}

function noRoomForReturn({ returns = [] }: Order, lines: readonly LineUnits[]): StepRefusal | null {
  const inAll = returns.reduce((sum, each) => sum + each.lines.length, lines.length);
  return noRoom([
    { of: 'returns', requested: returns.length + 1, allowed: MAX_RETURNS },
    { of: 'lines of returns', requested: inAll, allowed: MAX_RETURN_LINES },
  ]);
}

function wrongStatus({ status }: Return, done: string): StepRefusal {
  const detail = `The return is ${status}; it cannot be ${done}.`;
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
