import type { OrderRecord, Permission } from '../../api/types.ts';

/** The steps that a member can take with an order, a change of its details, its rank or its tracking, and the erasure of persons' data. */
export type Action = 'pack' | 'ship' | 'cancel' | 'edit' | 'rank' | 'tracking' | 'erase';

interface ActionRule {
  readonly permission: Permission;
  readonly statuses: readonly OrderRecord['status'][];
  readonly kind?: 'primary' | 'danger';
}

/** The permission for each action, and the statuses that allow it. */
export const RULES: Readonly<Record<Action, ActionRule>> = {
  edit: { permission: 'orders:create', statuses: ['created', 'packed', 'shipped'] },
  rank: { permission: 'orders:create', statuses: ['created', 'packed'] },
  tracking: { permission: 'orders:fulfil', statuses: ['created', 'packed', 'shipped'] },
  cancel: { permission: 'orders:cancel', statuses: ['created', 'packed'], kind: 'danger' },
  pack: { permission: 'orders:fulfil', statuses: ['created'], kind: 'primary' },
  ship: { permission: 'orders:fulfil', statuses: ['packed'], kind: 'primary' },
  erase: { permission: 'orders:erase', statuses: ['shipped', 'cancelled', 'rejected'], kind: 'danger' },
};

/** Steps of a whole order, of which an order in fulfilments takes some by each of those. */
const OF_WHOLE: readonly Action[] = ['pack', 'ship', 'tracking'];

/** True of an order whose state allows an action. */
export function isPossible(action: Action, order: OrderRecord): boolean {
  if (action === 'pack' && order.allocation !== 'allocated') return false;
  if (action === 'cancel' && order.fulfilment !== 'none') return false;
  if (action === 'erase' && !hasPersonalData(order)) return false;
  if (OF_WHOLE.includes(action) && order.fulfilments.length > 0) return false;
  return RULES[action].statuses.includes(order.status);
}

/** The fields of an order that may name persons, and those that lead to others. */
interface NamesPersons extends Pick<OrderRecord, 'note' | 'metadata' | 'erased_at'> {
  readonly ship_to: object | null;
  readonly holds: readonly Pick<OrderRecord['holds'][number], 'note'>[];
  readonly fulfilments: readonly object[];
  readonly returns: readonly object[];
}

/** True where an erasure may find something. Notes of fulfilments and returns are in records of their own. */
export function hasPersonalData(order: NamesPersons): boolean {
  const { ship_to: to, note, metadata, erased_at: erasedAt, holds, fulfilments, returns } = order;
  const ofOthers = to !== null || fulfilments.length > 0 || returns.length > 0;
  const noted = note !== null || holds.some((hold) => hold.note !== null);
  return noted || Object.keys(metadata).length > 0 || (ofOthers && erasedAt === null);
}

/** True for an order that has a packing slip as a whole: one that is packed or shipped, and was never divided into fulfilments. */
export function hasWholeSlip({ status, fulfilments }: Pick<OrderRecord, 'status' | 'fulfilments'>): boolean {
  return (status === 'packed' || status === 'shipped') && fulfilments.length === 0;
}
