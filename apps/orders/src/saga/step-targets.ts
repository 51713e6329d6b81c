import { errors } from '@fulfilment/contracts';
import { type AppError, meetsCondition, type RequestContext, type Tenant, versionConflict } from '@fulfilment/kernel';
import { isUnlinked, type Order, recordVersion } from '../orders/domain/order.ts';
import { fulfilmentOf, toFulfilmentRecord } from '../orders/fulfilment-messages.ts';
import { toOrderRecord } from '../orders/order-messages.ts';
import type { OrderStore } from '../orders/order-ports.ts';
import { returnOf, toReturnRecord } from '../orders/return-messages.ts';

/** The record that a request changes: its version is the one that `If-Match` names. */
export interface Target {
  readonly type: 'order' | 'fulfilment' | 'return';
  readonly id: string;
}

/** The order of a target as it is stored, and as this process remembers it; a fulfilment or return is looked for once. */
export async function openTarget(
  orders: Pick<OrderStore, 'find' | 'lastCommitted' | 'findByFulfilment' | 'findByReturn'>,
  tenant: Tenant,
  { type, id }: Target,
): Promise<OpenTarget> {
  if (type === 'order') {
    const key = { tenant, id };
    return { remembered: orders.lastCommitted(key), read: () => orders.find(key) };
  }
  const found = await (type === 'return' ? orders.findByReturn(tenant, id) : orders.findByFulfilment(tenant, id));
  return { remembered: found, read: () => (found ? orders.find(found) : Promise.resolve(undefined)) };
}

export interface OpenTarget {
  /** A refusal is decided on what {@link read} finds. */
  readonly remembered: Order | undefined;
  readonly read: () => Promise<Order | undefined>;
}

/** The refusal of a request whose target is not there, or has another version than `If-Match` names. */
export function refusedTarget(order: Order, { type, id }: Target, { ifMatch }: RequestContext): AppError | undefined {
  if (type === 'order' && isUnlinked(order)) return missing({ type });
  if (type === 'order') return meetsCondition(ifMatch, recordVersion(order)) ? undefined : versionConflict(toOrderRecord(order));
  if (type === 'return') {
    const found = returnOf(order, id);
    if (!found) return missing({ type });
    return meetsCondition(ifMatch, found.version) ? undefined : versionConflict(toReturnRecord(found, order));
  }
  const fulfilment = fulfilmentOf(order, id);
  if (!fulfilment) return missing({ type });
  return meetsCondition(ifMatch, fulfilment.version) ? undefined : versionConflict(toFulfilmentRecord(fulfilment, order));
}

/** The refusal of a request whose target is not there. */
export function missing({ type }: Pick<Target, 'type'>): AppError {
  return errors.notFound(`There is no such ${type}.`);
}

/** Kinds of orders that earlier releases do not know. */
export type AdmittedKind = 'fulfilments' | 'edits' | 'returns' | 'sources' | 'unlinked';

/** Shuts out processes of code that does not know a kind of orders. @returns false while one of them runs. */
export type Admit = (kind: AdmittedKind) => Promise<boolean>;

/** The refusal of what processes of an earlier release would damage. */
export function olderProcesses(): AppError {
  return errors.upstreamUnavailable(
    'Processes of an earlier release run, which do not know what this needs. Try again once they have ended.',
  );
}
