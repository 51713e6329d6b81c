import { contentHash } from '@fulfilment/kernel';
import { type Fulfilment, type FulfilmentStatus, isSameFulfilment } from './fulfilment.ts';
import { type Order, shownFulfilmentId, shownTransition } from './order.ts';

export type FulfilmentEventType = `fulfilment.${'created' | 'updated' | 'packed' | 'unpacked' | 'shipped' | 'cancelled'}`;

/** A change of a fulfilment, for subscribers. */
export interface FulfilmentChange {
  readonly type: FulfilmentEventType;
  readonly fulfilment: Fulfilment;
  /** The changed fields of its record, which a `fulfilment.updated` names. */
  readonly changed: readonly string[];
}

/** Gives the fulfilments that a change of their order changed their versions, and says what is told of them. */
export function withFulfilmentChanges<Of extends Order>(
  before: Order,
  after: Of,
  at: Date,
): { readonly order: Of; readonly changes: readonly FulfilmentChange[] } {
  const { fulfilments } = after;
  if (!fulfilments) return { order: after, changes: [] };
  const known = new Map(before.fulfilments?.map((each) => [each.id, each]));
  const results = fulfilments.map((fulfilment) => {
    const earlier = known.get(fulfilment.id);
    if (!earlier) return begun(before, fulfilment);
    const fields = changedFields(earlier, fulfilment, pendingOf(before, fulfilment) !== pendingOf(after, fulfilment));
    if (fields.length === 0)
      return { fulfilment: { ...fulfilment, version: earlier.version, updatedAt: earlier.updatedAt }, changes: [] };
    const changed = { ...fulfilment, version: earlier.version + 1, updatedAt: at };
    return {
      fulfilment: changed,
      changes: [{ type: eventOf(earlier.status, changed.status), fulfilment: changed, changed: fields }],
    };
  });
  return {
    order: { ...after, fulfilments: results.map(({ fulfilment }) => fulfilment) },
    changes: results.flatMap(({ changes }) => changes),
  };
}

/** One whose creation the record showed as pending had its first version then. */
function begun(before: Order, fulfilment: Fulfilment) {
  const version = pendingOf(before, fulfilment) === null ? 1 : 2;
  const created = { ...fulfilment, version };
  const types: FulfilmentEventType[] =
    fulfilment.status === 'packed' ? ['fulfilment.created', 'fulfilment.packed'] : ['fulfilment.created'];
  return { fulfilment: created, changes: types.map((type) => ({ type, fulfilment: created, changed: [] })) };
}

/** The pending step of a fulfilment as records show it. */
function pendingOf(order: Order, { id }: Fulfilment) {
  return shownFulfilmentId(order) === id ? shownTransition(order) : null;
}

/** Fields of the record by the facts that they show. */
const FIELDS = {
  status: 'status',
  lines: 'lines',
  packages: 'packages',
  note: 'note',
  packedAt: 'packed_at',
  shippedAt: 'shipped_at',
  deliveredAt: 'delivered_at',
  cancelledAt: 'cancelled_at',
  cancelReason: 'cancel_reason',
} as const satisfies Partial<Record<keyof Fulfilment, string>>;
const WAREHOUSE_FIELDS = { id: 'warehouse_id', code: 'warehouse' } as const;
const SHIPMENT_FIELDS = { carrier: 'carrier', trackingNumber: 'tracking_number', trackingUrl: 'tracking_url' } as const;

function changedFields(before: Fulfilment, after: Fulfilment, pendingMoved: boolean): string[] {
  const pending = pendingMoved ? ['pending_transition'] : [];
  if (isSameFulfilment(before, after)) return pending;
  const facts = fieldsThatDiffer(FIELDS, before, after);
  const warehouse = fieldsThatDiffer(WAREHOUSE_FIELDS, before.warehouse ?? {}, after.warehouse ?? {});
  return [...facts, ...warehouse, ...fieldsThatDiffer(SHIPMENT_FIELDS, before.shipment, after.shipment), ...pending];
}

function fieldsThatDiffer(fields: Readonly<Record<string, string>>, before: object, after: object): string[] {
  return Object.entries(fields).flatMap(([fact, field]) => (differ(before, after, fact) ? [field] : []));
}

function differ(before: object, after: object, name: string): boolean {
  return contentHash([Reflect.get(before, name)]) !== contentHash([Reflect.get(after, name)]);
}

function eventOf(before: FulfilmentStatus, after: FulfilmentStatus): FulfilmentEventType {
  if (before === after) return 'fulfilment.updated';
  return after === 'open' ? 'fulfilment.unpacked' : `fulfilment.${after}`;
}
