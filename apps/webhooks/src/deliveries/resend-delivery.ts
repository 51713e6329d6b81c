import { assertNever, type Tenant } from '@fulfilment/kernel';
import { deliveryNotEnded, deliveryNotFound, eventExpired } from '../endpoints/endpoint-errors.ts';
import type { Author } from '../endpoints/endpoint-ports.ts';
import type { DeliveryFacts, DeliveryLog } from './delivery-ports.ts';

/** @throws AppError `not_found`; `delivery_not_ended`; `event_expired` where what it would send is past its keeping. */
export type ResendDelivery = (tenant: Tenant, id: string, by: Author) => Promise<DeliveryFacts>;

export function makeResendDelivery(deliveries: Pick<DeliveryLog, 'resend'>): ResendDelivery {
  return async (tenant, id, by) => {
    const resent = await deliveries.resend(tenant, id, by);
    switch (resent.type) {
      case 'resent':
        return resent.delivery;
      case 'not-found':
        throw deliveryNotFound();
      case 'not-ended':
        throw deliveryNotEnded(resent.state);
      case 'expired':
        throw eventExpired();
      default:
        return assertNever(resent);
    }
  };
}
