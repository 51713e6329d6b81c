import { type CreateHoldBody, errors } from '@fulfilment/contracts';
import { type AppError, type Clock, dueWork, newId, type Pass, type RequestContext, tenantKey } from '@fulfilment/kernel';
import { type HoldOutcome, placeHold, releaseHolds } from '../orders/domain/holds.ts';
import type { Order } from '../orders/domain/order.ts';
import type { Hold } from '../orders/domain/steps.ts';
import type { OrderLists, OrderStore } from '../orders/order-ports.ts';
import type { ChangeDecision, ChangeOrder } from './change-order.ts';
import type { OrderReply } from './order-answers.ts';
import { refusalError, type RunStep } from './run-step.ts';
import { type Admit, missing, olderProcesses } from './step-targets.ts';

/**
 * Places a hold on an order. One that gives stock back is a step that inventory is asked about.
 *
 * @throws AppError `not_found`; `version_conflict`; `invalid_transition` for an order that has ended; `validation_failed` for a time that
 * has passed and where there is no room; `transition_in_progress`; `upstream_unavailable`; `idempotency_key_reused`.
 */
export type HoldOrder = (orderId: string, body: CreateHoldBody, context: RequestContext) => Promise<OrderReply>;

/** Releases one hold. @throws AppError as {@link HoldOrder} does; `not_found` also where the order has no such hold. */
export type ReleaseHold = (orderId: string, holdId: string, context: RequestContext) => Promise<OrderReply>;

/**
 * Takes holds off orders that have ended by themselves, so that records and events tell of it and units that were given back are waited
 * for again. Whether an order may be packed never waits for it.
 */
export type ExpireHolds = Pass;

export interface HoldParts {
  readonly orders: Pick<OrderStore, 'find'>;
  readonly lists: Pick<OrderLists, 'nextHoldEnd' | 'dueHolds'>;
  readonly change: ChangeOrder;
  readonly run: RunStep;
  readonly admit: Admit;
  readonly now: Clock;
  /** Called with the failure of an order, which the next look finds again. */
  readonly onError: (error: unknown, tenant: string) => void;
}

/** Orders of one look for holds that have ended, of all tenants and of one: of some, inventory is asked to take units again. */
const AT_ONCE = { all: 20, ofTenant: 5 };
/** Between two looks. */
export const LOOK_EVERY_MS = 15_000;
/** The actor of these changes in the history of orders: the service. */
const ACTOR = 'orders';

export function makeHoldOrder({ change, run, admit, now }: HoldParts): HoldOrder {
  return async (orderId, body, context) => {
    const hold = holdOf(body, context, now());
    const target = { type: 'order', id: orderId } as const;
    if (hold.releasesStock) return run(target, { transition: 'hold', hold }, context);
    if (!(await admit('edits'))) throw olderProcesses();
    return change(target, context, (order, origin, at) => decisionOf(placeHold(order, hold, { origin, at })));
  };
}

export function makeReleaseHold({ orders, change, run }: HoldParts): ReleaseHold {
  return async (orderId, holdId, context) => {
    const order = await orders.find({ tenant: context.tenant, id: orderId });
    if (!order) throw missing({ type: 'order' });
    return release(order, [holdId], { change, run, context });
  };
}

export function makeExpireHolds({ lists, change, run, now, onError }: HoldParts): ExpireHolds {
  const end = async (order: Order, at: Date): Promise<number> => {
    const ended = (order.holds ?? []).flatMap(({ id, until }) => (until !== null && until <= at ? [id] : []));
    const context = { tenant: order.tenant, actor: ACTOR, requestId: newId('req') };
    try {
      await release(order, ended, { change, run, context });
      return 1;
    } catch (error) {
      onError(error, tenantKey(order.tenant));
      return 0;
    }
  };
  // Tenants take turns: one whose holds end all at once, or cannot be taken off, keeps no other waiting.
  let after = '';
  const nextDue = async (at: Date): Promise<readonly Order[]> => {
    const due: Order[] = [];
    while (due.length <= AT_ONCE.all - AT_ONCE.ofTenant) {
      const ofTenant = await lists.dueHolds(at, { after, atMost: AT_ONCE.ofTenant });
      after = ofTenant[0] ? tenantKey(ofTenant[0].tenant) : '';
      if (ofTenant.length === 0) break;
      due.push(...ofTenant);
    }
    return due;
  };
  const work = async (): Promise<number> => {
    const at = now();
    const isFirst = after === '';
    const due = await nextDue(at);
    const orders = due.length === 0 && !isFirst ? await nextDue(at) : due;
    const ends = await Promise.all(orders.map((order) => end(order, at)));
    return ends.reduce((sum, each) => sum + each, 0);
  };
  return dueWork({ everyMs: LOOK_EVERY_MS, next: () => lists.nextHoldEnd(), work, now });
}

/** Inventory is asked where units were given back for one of the holds. */
function release(
  order: Order,
  holdIds: readonly string[],
  { change, run, context }: Pick<HoldParts, 'change' | 'run'> & { readonly context: RequestContext },
): Promise<OrderReply> {
  const target = { type: 'order', id: order.id } as const;
  const given = (order.holds ?? []).some(({ id, releasesStock }) => releasesStock && holdIds.includes(id));
  if (given && order.status !== 'pending') return run(target, { transition: 'release_hold', holdIds }, context);
  return change(target, context, (now, origin, at) => decisionOf(releaseHolds(now, holdIds, { origin, at })));
}

function holdOf({ reason, note, until, release_stock: releasesStock }: CreateHoldBody, context: RequestContext, at: Date): Hold {
  return {
    id: newId('hld', at.getTime()),
    reason,
    note: note ?? null,
    releasesStock,
    until: until === undefined ? null : new Date(until),
    placedBy: context.actor,
    placedAt: at,
  };
}

function decisionOf(outcome: HoldOutcome): ChangeDecision {
  return outcome.type === 'changed' ? outcome : { type: 'refused', error: refusalOf(outcome) };
}

function refusalOf(outcome: Exclude<HoldOutcome, { type: 'changed' }>): AppError {
  switch (outcome.type) {
    case 'wrong-status':
      return errors.invalidTransition(`The order is ${outcome.status}; its holds cannot be changed any more.`, {
        facts: { current_status: outcome.status },
      });
    case 'refused':
      return refusalError(outcome);
    default:
      return errors.notFound('There is no such hold.');
  }
}
