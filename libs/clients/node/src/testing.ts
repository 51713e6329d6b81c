import { createHmac } from 'node:crypto';
import { SAMPLES } from './generated/samples.ts';
import type { EventsByType } from './generated/schemas.ts';

/** The parts of an event that a delivery is made of; it may have any others, and a type of a later version. */
export interface DeliverableEvent {
  readonly id: string;
  readonly type: string;
}

/** Facts of a delivery. */
export interface SignOptions {
  /** `dlv_…`; one of the documentation by default. */
  readonly deliveryId?: string | undefined;
  /** Number of the attempt, from 1, which is the default. */
  readonly attempt?: number | undefined;
  /** Time of the signature; now by default. One more than 5 minutes off is refused by receivers. */
  readonly at?: Date | undefined;
}

/** A request to an endpoint, ready to be posted. */
export interface SignedDelivery {
  /** JSON: the event, or `{"batch": […]}` of several. */
  readonly body: string;
  /** Header fields of the service, with the signatures of both forms. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * An event of a type as the API documents it, for tests. Each call gives one of its own, which may be changed.
 *
 * @throws TypeError for a type that this version does not know.
 */
export function sampleEvent<T extends keyof EventsByType>(type: T): EventsByType[T] {
  const { [type]: sample } = SAMPLES;
  if (!Object.hasOwn(SAMPLES, type)) throw new TypeError(`There is no sample of ${type}.`);
  return structuredClone(sample);
}

/**
 * A delivery as the service sends it, for tests of a receiver.
 *
 * ```ts
 * const { body, headers } = signDelivery(sampleEvent('order.shipped'), secret);
 * await fetch(url, { method: 'POST', headers, body });
 * ```
 *
 * @param events one, or the several of a batch.
 * @param secrets of the endpoint, `whsec_` and base64: one, or several during a rotation, each of which signs.
 */
export function signDelivery(
  events: DeliverableEvent | readonly DeliverableEvent[],
  secrets: string | readonly string[],
  { deliveryId = 'dlv_01KAJ71C5V8X2N6R4TPBD3V001', attempt = 1, at = new Date() }: SignOptions = {},
): SignedDelivery {
  const event = 'id' in events ? events : { id: deliveryId, type: 'batch' };
  const body = JSON.stringify('id' in events ? events : { batch: events });
  const seconds = Math.floor(at.getTime() / 1_000);
  const keys = [secrets].flat();
  const service = keys.map((key) => `v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`);
  const standard = keys.map((key) => {
    const bytes = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', bytes).update(`${event.id}.${seconds}.${body}`).digest('base64')}`;
  });
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Fulfilment-Webhooks/1',
    'Service-Event-Id': event.id,
    'Service-Event-Type': event.type,
    'Service-Delivery-Id': deliveryId,
    'Service-Attempt': String(attempt),
    'Service-Signature': [`t=${seconds}`, ...service].join(','),
    'webhook-id': event.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standard.join(' '),
  };
  return { body, headers };
}
