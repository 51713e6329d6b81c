import { type Fulfilment } from './fulfilment.ts';
import { type FulfilmentChange, withFulfilmentChanges } from './fulfilment-changes.ts';
import type { HistoryEntry, Order, RequestOrigin } from './order.ts';
import type { StepRefusal } from './asked-steps.ts';
import type { Shipment } from './steps.ts';
import { type Given, isNew, newShipment, packageFaults, packagesAfter, type ParcelUpdate } from './update-order.ts';

/** New facts of a fulfilment; those that are undefined stay. */
export interface FulfilmentUpdate extends Given<Pick<Fulfilment, 'note' | 'deliveredAt'> & Shipment> {
  readonly packages: readonly ParcelUpdate[] | undefined;
}

export type FulfilmentUpdateOutcome =
  | {
      readonly type: 'order-updated';
      readonly order: Order;
      readonly history: readonly HistoryEntry[];
      readonly fulfilments: readonly FulfilmentChange[];
      /** The changed fields of the order's record. */
      readonly changed: readonly string[];
    }
  | { readonly type: 'unchanged' }
  | StepRefusal;

/** Changes facts of a fulfilment that no decision of inventory depends on; a pending step goes on. */
export function updateFulfilment(
  order: Order,
  fulfilment: Fulfilment,
  update: FulfilmentUpdate,
  { origin, at }: { readonly origin: RequestOrigin; readonly at: Date },
): FulfilmentUpdateOutcome {
  const refused = refusalOf(fulfilment, update);
  if (refused) return refused;
  const { note, deliveredAt } = update;
  const next: Fulfilment = {
    ...fulfilment,
    ...(isNew(note, fulfilment.note) && { note }),
    ...(isNew(deliveredAt, fulfilment.deliveredAt) && { deliveredAt }),
    shipment: { ...fulfilment.shipment, ...newShipment(update, fulfilment.shipment) },
    packages: packagesAfter(update.packages, fulfilment.packages) ?? fulfilment.packages,
  };
  const fulfilments = order.fulfilments?.map((each) => (each.id === fulfilment.id ? next : each));
  const counted = { ...order, fulfilments, version: order.version + 1, updatedAt: at };
  const { order: after, changes } = withFulfilmentChanges(order, counted, at);
  if (changes.length === 0) return { type: 'unchanged' };
  const { status, version, unseenChanges } = after;
  const { actor, requestId } = origin;
  const facts = { status, version, unseenChanges, fulfilmentId: fulfilment.id, reason: null, actor, requestId, answer: null, at };
  return {
    type: 'order-updated',
    order: after,
    history: [{ ...facts, transition: 'update' }],
    fulfilments: changes,
    changed: ['fulfilments'],
  };
}

function refusalOf({ status, packages }: Fulfilment, update: FulfilmentUpdate): StepRefusal | null {
  const refused = { type: 'refused', currentStatus: status } as const;
  if (status === 'cancelled')
    return { ...refused, code: 'invalid_transition', detail: 'The fulfilment is cancelled; it cannot be changed any more.' };
  if (update.deliveredAt && status !== 'shipped')
    return { ...refused, code: 'invalid_transition', detail: `The fulfilment is ${status}; it cannot be delivered yet.` };
  const errors = packageFaults(update.packages, packages, 'fulfilment');
  if (errors.length === 0) return null;
  return { ...refused, code: 'validation_failed', detail: 'The packages do not match those of the fulfilment.', errors };
}
