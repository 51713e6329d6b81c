import { type Clock, newId, tenantKey } from '@fulfilment/kernel';
import type { ChangeOrder } from '../saga/change-order.ts';
import { decideErasure } from '../saga/erase-order.ts';
import type { EndedOrder, LimitedTenant, RetentionStore } from './retention-ports.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Orders that are looked at before it is stored that they were. */
const AT_ONCE = 100;
/** Orders of a tenant in one pass: while one has millions, those of others have their turn. */
const OF_A_PASS = 1_000;
/** Erasures whose copies wait, beyond which no more orders are erased: events, outbox and receivers set the speed. */
const MOST_WAITING = 1_000;
/** The actor of these erasures in the history of orders: the service. */
const ACTOR = 'orders';

export interface EraseExpiredParts {
  readonly retentions: Pick<RetentionStore, 'limited' | 'endedBefore' | 'reach'>;
  readonly change: ChangeOrder;
  /** Erasures whose copies are not done, counted up to a bound. */
  readonly countWaiting: (bound: number) => Promise<number>;
  readonly now: Clock;
  /** Called with the failure of a tenant, whose orders the next pass takes up where this one ended. */
  readonly onError: (error: unknown, tenant: string) => void;
}

/**
 * Erases persons' data of orders whose tenant's retention is over. It may run twice, and end at any place.
 *
 * @param mark is called after each 100 orders. @returns the number of orders that were looked at.
 */
export type EraseExpired = (mark: () => void, stopping: AbortSignal) => Promise<number>;

export function makeEraseExpired({ retentions, change, countWaiting, now, onError }: EraseExpiredParts): EraseExpired {
  const erase = ({ tenant }: LimitedTenant, { id, returnId }: EndedOrder, before: Date): Promise<unknown> =>
    change(
      returnId === undefined ? { type: 'order', id } : { type: 'return', id: returnId },
      { tenant, actor: ACTOR, requestId: newId('req') },
      (order, origin, at) => {
        if (order.updatedAt >= before) return { type: 'unchanged' };
        const decision = decideErasure(order, origin, at);
        // Answers that show an order which rested for a month are of requests that changed nothing, and are kept for a day.
        return decision.type === 'changed' ? { ...decision, erases: { keptAnswers: false } } : decision;
      },
    );

  const ofTenant = async (limited: LimitedTenant, mark: () => void, stopping: AbortSignal): Promise<number> => {
    const before = new Date(now().getTime() - limited.shipToDays * DAY_MS);
    let { reached } = limited;
    let sum = 0;
    while (sum < OF_A_PASS && !stopping.aborted && (await countWaiting(MOST_WAITING)) < MOST_WAITING) {
      const due = await retentions.endedBefore({ ...limited, reached }, before, AT_ONCE);
      reached = due.at(-1);
      if (!reached) break;
      await Promise.all(due.map((order) => erase(limited, order, before)));
      await retentions.reach(limited.tenant, reached);
      sum += due.length;
      mark();
    }
    return sum;
  };

  return async (mark, stopping) => {
    let sum = 0;
    for (const limited of await retentions.limited())
      sum += await ofTenant(limited, mark, stopping).catch((error: unknown) => {
        onError(error, tenantKey(limited.tenant));
        return 0;
      });
    return sum;
  };
}
