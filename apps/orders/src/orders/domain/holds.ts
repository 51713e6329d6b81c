import type { StepRefusal } from './asked-steps.ts';
import { hasEnded, type HistoryEntry, type Order, type OrderStatus, type RequestOrigin } from './order.ts';
import type { Hold } from './steps.ts';

/** Holds of an order, at most. */
export const MAX_HOLDS = 20;

/** The holds of an order that have not ended at a moment. */
export function liveHolds({ holds = [] }: Pick<Order, 'holds'>, at: Date): readonly Hold[] {
  return holds.filter(({ until }) => until === null || until > at);
}

/** The order with one hold more. */
export function withHold<Of extends Order>(order: Of, hold: Hold): Of {
  return { ...order, holds: [...(order.holds ?? []), hold] };
}

/** The order without some of its holds. */
export function withoutHolds<Of extends Order>(order: Of, ids: readonly string[]): Of {
  const holds = (order.holds ?? []).filter(({ id }) => !ids.includes(id));
  return { ...order, holds: holds.length > 0 ? holds : undefined };
}

/** True where units are to stay given back for another hold than those that end. */
export function staysSuspended({ holds = [] }: Pick<Order, 'holds'>, ending: readonly string[]): boolean {
  return holds.some(({ id, releasesStock }) => releasesStock && !ending.includes(id));
}

/** The refusal of one hold more, where its time has passed or there is no room. */
export function refusedHold({ holds = [] }: Pick<Order, 'holds'>, { until }: Hold, at: Date): StepRefusal | undefined {
  if (until !== null && until <= at) {
    const errors = [{ pointer: '/until', code: 'out_of_range', message: 'The time has passed.' }];
    return { type: 'refused', code: 'validation_failed', detail: '1 field is invalid.', errors };
  }
  if (holds.length < MAX_HOLDS) return undefined;
  return { type: 'refused', code: 'validation_failed', detail: `An order has at most ${MAX_HOLDS} holds; release some first.` };
}

export type HoldOutcome =
  | {
      readonly type: 'changed';
      readonly order: Order;
      readonly history: readonly HistoryEntry[];
      readonly changed: readonly string[];
    }
  | { readonly type: 'wrong-status'; readonly status: OrderStatus }
  | StepRefusal
  | { readonly type: 'unknown' };

interface Asked {
  readonly origin: RequestOrigin;
  readonly at: Date;
}

/** Places a hold that leaves stock as it is: inventory is not asked, and a pending step goes on. */
export function placeHold(order: Order, hold: Hold, asked: Asked): HoldOutcome {
  if (hasEnded(order.status)) return { type: 'wrong-status', status: order.status };
  return refusedHold(order, hold, asked.at) ?? changed(withHold(order, hold), 'hold', { ...asked, reason: hold.reason });
}

/** Releases holds that left stock as it is; those that are not there are passed over, but not all of them. */
export function releaseHolds(order: Order, ids: readonly string[], asked: Asked): HoldOutcome {
  const known = (order.holds ?? []).filter(({ id }) => ids.includes(id));
  if (known.length === 0) return { type: 'unknown' };
  if (hasEnded(order.status)) return { type: 'wrong-status', status: order.status };
  return changed(withoutHolds(order, ids), 'release_hold', { ...asked, reason: reasonsOf(known) });
}

/** The reasons of holds, as the history names them. */
export function reasonsOf(holds: readonly Hold[]): string {
  return holds.map(({ reason }) => reason).join(' ');
}

function changed(
  order: Order,
  transition: 'hold' | 'release_hold',
  { origin: { actor, requestId }, at, reason }: Asked & { readonly reason: string },
): HoldOutcome {
  const after = { ...order, version: order.version + 1, updatedAt: at };
  const { status, version, unseenChanges } = after;
  const entry = { transition, status, version, unseenChanges, reason, actor, requestId, answer: null, at };
  return { type: 'changed', order: after, history: [entry], changed: ['holds'] };
}
