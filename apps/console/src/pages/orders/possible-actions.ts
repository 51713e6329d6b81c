import { PERSONAL_PATHS } from '../../api/contracts/constants.ts';
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

/** The fields of an order by which texts that its record lacks may name persons. */
interface NamesPersons extends Pick<OrderRecord, 'erased_at'> {
  readonly ship_to: object | null;
  readonly fulfilments: readonly object[];
  readonly returns: readonly object[];
}

/** True where an erasure may find something. Notes of fulfilments and returns are in records of their own, and the country of an address stays. */
export function hasPersonalData(order: NamesPersons): boolean {
  const { ship_to: to, erased_at: erasedAt, fulfilments, returns } = order;
  const mayStandElsewhere = to !== null || fulfilments.length > 0 || returns.length > 0;
  const isFilled = PERSONAL_PATHS.order.some((path) => path !== 'ship_to' && valuesAt(order, path).some(saysSomething));
  return isFilled || (mayStandElsewhere && erasedAt === null);
}

/** The values at a path of a record, that of each item of a list. */
const valuesAt = (record: object, path: string): readonly unknown[] =>
  path
    .split('.')
    .reduce<readonly unknown[]>((values, name) => values.flatMap((each): unknown => Reflect.get(Object(each), name)), [record]);

const saysSomething = (value: unknown): boolean => Object.keys(Object(value)).length > 0;

/** True for an order that has a packing slip as a whole: one that is packed or shipped, and was never divided into fulfilments. */
export function hasWholeSlip({ status, fulfilments }: Pick<OrderRecord, 'status' | 'fulfilments'>): boolean {
  return (status === 'packed' || status === 'shipped') && fulfilments.length === 0;
}
