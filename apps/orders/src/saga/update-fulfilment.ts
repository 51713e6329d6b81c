import { differingError, READ_ONLY_FULFILMENT_FIELDS, type UpdateFulfilmentBody } from '@fulfilment/contracts';
import { momentOf, type RequestContext } from '@fulfilment/kernel';
import type { Order, RequestOrigin } from '../orders/domain/order.ts';
import { type FulfilmentUpdate, updateFulfilment } from '../orders/domain/update-order.ts';
import { fulfilmentOf, toFulfilmentRecord } from '../orders/fulfilment-messages.ts';
import type { ChangeDecision, ChangeOrder } from './change-order.ts';
import { type FulfilmentReply, ofFulfilment } from './fulfil-in-parts.ts';
import { refusalError } from './run-step.ts';
import { missing } from './step-targets.ts';

/**
 * Changes tracking, delivery or note of a fulfilment.
 *
 * @throws AppError `not_found`; `version_conflict` where `If-Match` names another version; `invalid_transition` for one that is
 * cancelled, and for the delivery of one that is not shipped; `validation_failed` for read-only fields and packages that are others;
 * `upstream_unavailable` where its order kept changing; `idempotency_key_reused`.
 */
export type UpdateFulfilment = (id: string, body: UpdateFulfilmentBody, context: RequestContext) => Promise<FulfilmentReply>;

export function makeUpdateFulfilment(change: ChangeOrder): UpdateFulfilment {
  return async (id, body, context) => {
    const target = { type: 'fulfilment', id } as const;
    return ofFulfilment(await change(target, context, (order, origin, at) => decide(order, { id, body }, { origin, at })));
  };
}

function decide(
  order: Order,
  { id, body }: { readonly id: string; readonly body: UpdateFulfilmentBody },
  by: { readonly origin: RequestOrigin; readonly at: Date },
): ChangeDecision {
  const fulfilment = fulfilmentOf(order, id);
  if (!fulfilment) return { type: 'refused', error: missing({ type: 'fulfilment' }) };
  const error = differingError(body, toFulfilmentRecord(fulfilment, order), READ_ONLY_FULFILMENT_FIELDS);
  if (error) return { type: 'refused', error };
  const outcome = updateFulfilment(order, fulfilment, updateOf(body), by);
  if (outcome.type === 'unchanged') return outcome;
  return outcome.type === 'order-updated' ? { ...outcome, type: 'changed' } : { type: 'refused', error: refusalError(outcome) };
}

function updateOf({ note, delivered_at: deliveredAt, packages, ...body }: UpdateFulfilmentBody): FulfilmentUpdate {
  return {
    note,
    deliveredAt: deliveredAt === null ? null : momentOf(deliveredAt),
    carrier: body.carrier,
    trackingNumber: body.tracking_number,
    trackingUrl: body.tracking_url,
    packages,
  };
}
