import { useQuery } from '@tanstack/react-query';
import { reading } from './call.ts';
import { accountOperations } from './callable-operations.ts';
import { useEnvironment, usePermissions } from './session.ts';
import type { OrdersOverview } from './types.ts';

type Created = Pick<OrdersOverview['created'], 'allocated'> & Partial<Pick<OrdersOverview['created'], 'on_hold'>>;

/** Allocated orders on hold; a process of before tells of none during an upgrade. */
export function heldOf({ on_hold: held = 0 }: Created): number {
  return held;
}

/** Orders that can be packed now: allocated, and not on hold. */
export function readyOf(created: Created): number {
  return created.allocated - heldOf(created);
}

/** Orders in views of their list; undefined until they are counted, and for a role that does not include the overview. */
export function useOrderCounts(): Readonly<Record<'open' | 'ready' | 'waiting' | 'packed', number>> | undefined {
  const query = { environment: useEnvironment() };
  const enabled = usePermissions()('account:read');
  const { data } = useQuery({ ...reading(accountOperations.getOrdersOverview, { query }), refetchInterval: 10_000, enabled });
  if (data === undefined) return undefined;
  const { created, packed } = data;
  const waiting = created.partial + created.backordered;
  return { open: created.allocated + waiting + packed, ready: readyOf(created), waiting, packed };
}
