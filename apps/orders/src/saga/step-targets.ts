import { errors } from '@fulfilment/contracts';
import { type AppError, meetsCondition, type RequestContext, type Tenant, versionConflict } from '@fulfilment/kernel';
import { type Order, recordVersion } from '../orders/domain/order.ts';
import { fulfilmentOf, toFulfilmentRecord } from '../orders/fulfilment-messages.ts';
import { toOrderRecord } from '../orders/order-messages.ts';
import type { OrderStore } from '../orders/order-ports.ts';

/** The record that a request changes: its version is the one that `If-Match` names. */
export interface Target {
  readonly type: 'order' | 'fulfilment';
  readonly id: string;
}

/** The order of a target as it is stored, and as this process remembers it; a fulfilment is looked for once. */
export async function openTarget(
  orders: Pick<OrderStore, 'find' | 'lastCommitted' | 'findByFulfilment'>,
  tenant: Tenant,
  { type, id }: Target,
): Promise<OpenTarget> {
  if (type === 'order') {
    const key = { tenant, id };
    return { remembered: orders.lastCommitted(key), read: () => orders.find(key) };
  }
  const found = await orders.findByFulfilment(tenant, id);
  return { remembered: found, read: () => (found ? orders.find(found) : Promise.resolve(undefined)) };
}

export interface OpenTarget {
  /** A refusal is decided on what {@link read} finds. */
  readonly remembered: Order | undefined;
  readonly read: () => Promise<Order | undefined>;
}

/** The refusal of a request whose target is not there, or has another version than `If-Match` names. */
export function refusedTarget(order: Order, { type, id }: Target, { ifMatch }: RequestContext): AppError | undefined {
  if (type === 'order') return meetsCondition(ifMatch, recordVersion(order)) ? undefined : versionConflict(toOrderRecord(order));
  const fulfilment = fulfilmentOf(order, id);
  if (!fulfilment) return missing({ type });
  return meetsCondition(ifMatch, fulfilment.version) ? undefined : versionConflict(toFulfilmentRecord(fulfilment, order));
}

/** The refusal of a request whose target is not there. */
export function missing({ type }: Pick<Target, 'type'>): AppError {
  return errors.notFound(`There is no such ${type}.`);
}

/** Shuts out processes of code that does not know what is to be stored. @returns false while one of them runs. */
export type Admit = () => Promise<boolean>;

/** The refusal of what processes of an earlier release would damage. */
export function olderProcesses(): AppError {
  return errors.upstreamUnavailable(
    'Processes of an earlier release run, which do not know what this needs. Try again once they have ended.',
  );
}
