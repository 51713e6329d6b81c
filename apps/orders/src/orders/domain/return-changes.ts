import { contentHash } from '@fulfilment/kernel';
import { type Order, pendingStep, shownReturnId, shownTransition } from './order.ts';
import { endedReturn, newReturn, receivedOf, type Return, type ReturnLine } from './return.ts';
import type { OpenReturn, ReturnStep } from './steps.ts';

/** The units of the lines of a return, by inventory. */
export interface ReceivedReturn {
  readonly returnId: string;
  readonly lines: readonly ReceivedLine[];
}
export interface ReceivedLine extends Pick<ReturnLine, 'expected' | 'missing' | 'inspect' | 'restock' | 'quarantine' | 'scrap'> {
  readonly id: string;
}

/** The return that the pending step creates, as it will be; undefined where it creates none. */
export function begunReturn(order: Order): Return | undefined {
  const { asked, since: at } = pendingStep(order) ?? {};
  if (!asked || !at) return undefined;
  if (asked.transition === 'return') return newReturn(asked, { status: 'approved', at });
  return asked.transition === 'return_open' ? openedReturn(asked, at) : undefined;
}

/** The returns of an order, the one that the pending step creates too. */
export function allReturns(order: Order): readonly Return[] {
  const pending = begunReturn(order);
  return [...(order.returns ?? []), ...(pending ? [pending] : [])];
}

/** The order after a step of a return that inventory accepted. */
export function withReturnStep(order: Order, step: ReturnStep, at: Date): Order {
  const { returns = [] } = order;
  if (step.transition === 'return') return { ...order, returns: [...returns, newReturn(step, { status: 'approved', at })] };
  return { ...order, returns: returns.map((each) => (each.id === step.returnId ? stepped(each, step, at) : each)) };
}

function stepped(before: Return, step: Exclude<ReturnStep, { transition: 'return' }>, at: Date): Return {
  switch (step.transition) {
    case 'return_approve':
      return { ...before, status: 'approved', approvedAt: at };
    case 'return_cancel':
      return endedReturn(before, { status: 'cancelled', reason: step.reason, at });
    case 'return_close':
      return endedReturn(before, { status: 'closed', reason: step.reason, at });
    default:
      return before;
  }
}

/** A return without an order as it begins. */
export function openedReturn(step: OpenReturn, at: Date): Return {
  return newReturn(step, { status: step.approved ? 'approved' : 'requested', at });
}

/** Returns with the units that inventory knows of: one is closed once it expects none. */
export function withReceived(order: Order, received: readonly ReceivedReturn[], at: Date): Order {
  const { returns } = order;
  if (!returns || received.length === 0) return order;
  const byId = new Map(received.map((each) => [each.returnId, each]));
  return {
    ...order,
    returns: returns.map((each) => {
      const known = byId.get(each.id);
      return known && each.status !== 'requested' && each.status !== 'rejected' ? inNewStatus(withUnits(each, known), at) : each;
    }),
  };
}

function withUnits(before: Return, { lines: known }: ReceivedReturn): Return {
  const byLine = new Map(known.map(({ id, ...units }) => [id, units]));
  return { ...before, lines: before.lines.map((line) => ({ ...line, ...byLine.get(line.lineId) })) };
}

function inNewStatus(before: Return, at: Date): Return {
  const isOpen = before.status === 'approved' || before.status === 'receiving';
  const came = before.lines.some((line) => receivedOf(line) + line.missing > 0);
  if (!isOpen || !came) return before;
  const received: Return = { ...before, status: 'receiving', receivedAt: before.receivedAt ?? at };
  return received.lines.some(({ expected }) => expected > 0)
    ? received
    : endedReturn(received, { status: 'closed', reason: null, at });
}

export type ReturnEventType = `return.${'created' | 'updated' | 'received' | 'closed' | 'cancelled'}`;

/** A change of a return, for subscribers. */
export interface ReturnChange {
  readonly type: ReturnEventType;
  readonly of: Return;
  /** The changed fields of its record, which a `return.updated` names. */
  readonly changed: readonly string[];
}

/** Gives the returns that a change of their order changed their versions, and says what is told of them. */
export function withReturnChanges<Of extends Order>(
  before: Order,
  after: Of,
  at: Date,
): { readonly order: Of; readonly changes: readonly ReturnChange[] } {
  const { returns } = after;
  if (!returns) return { order: after, changes: [] };
  const known = new Map(before.returns?.map((each) => [each.id, each]));
  const results = returns.map((each) => {
    const earlier = known.get(each.id);
    if (!earlier) return begun(before, each);
    const fields = changedFields(earlier, each, pendingOf(before, each) !== pendingOf(after, each));
    if (fields.length === 0) return { of: earlier, changes: [] };
    const changed = { ...each, version: earlier.version + 1, updatedAt: at };
    return { of: changed, changes: eventsOf(earlier, changed).map((type) => ({ type, of: changed, changed: fields })) };
  });
  return {
    order: { ...after, returns: results.map(({ of }) => of) },
    changes: results.flatMap(({ changes }): readonly ReturnChange[] => changes),
  };
}

/** One whose creation the record showed as pending had its first version then. */
function begun(before: Order, each: Return) {
  const created = { ...each, version: pendingOf(before, each) === null ? 1 : 2 };
  return { of: created, changes: [{ type: 'return.created' as const, of: created, changed: [] }] };
}

/** The pending step of a return as records show it. */
function pendingOf(order: Order, { id }: Return) {
  return shownReturnId(order) === id ? shownTransition(order) : null;
}

/** Fields of the record by the facts that they show. */
const FIELDS = {
  status: 'status',
  lines: 'lines',
  note: 'note',
  reason: 'reason',
  approvedAt: 'approved_at',
  receivedAt: 'received_at',
  endedAt: 'ended_at',
} as const satisfies Partial<Record<keyof Return, string>>;

function changedFields(before: Return, after: Return, pendingMoved: boolean): string[] {
  const differs = (fact: string): boolean => contentHash([Reflect.get(before, fact)]) !== contentHash([Reflect.get(after, fact)]);
  const facts = Object.entries(FIELDS).flatMap(([fact, field]) => (differs(fact) ? [field] : []));
  return pendingMoved ? [...facts, 'pending_transition'] : facts;
}

const came = ({ lines }: Return): number => lines.reduce((sum, line) => sum + receivedOf(line) + line.missing, 0);

function eventsOf(before: Return, after: Return): ReturnEventType[] {
  const received: ReturnEventType[] = came(before) === came(after) ? [] : ['return.received'];
  const hasEnded = before.status !== after.status && (after.status === 'closed' || after.status === 'cancelled');
  const ended: ReturnEventType[] = hasEnded ? [after.status === 'closed' ? 'return.closed' : 'return.cancelled'] : [];
  const told = [...received, ...ended];
  return told.length > 0 ? told : ['return.updated'];
}
