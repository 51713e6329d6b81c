import type { EventToSend } from '../deliveries/delivery-ports.ts';

/** An event as it is sent. */
export interface EventRow extends EventToSend {
  readonly id: string;
  readonly tenant: string;
}

export const EVENT_FIELDS = { _id: 0, id: '$_id', tenant: 1, type: 1, body: 1, traceparent: 1, requestId: '$request_id' };
