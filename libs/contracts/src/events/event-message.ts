import { type OutgoingMessage, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { z } from 'zod';
import type { endpointDisabled } from './delivered-events.ts';
import { type DomainEvent, EVENTS, type EventType } from './events.ts';

type AnyEvent = DomainEvent | z.output<typeof endpointDisabled>;
type InEnvelope = 'id' | 'type' | 'created_at' | 'api_version' | 'account_id' | 'environment';
type Known<Event> = { readonly [Name in keyof Event as string extends Name ? never : Exclude<Name, InEnvelope>]: Event[Name] };

/** The members of an event behind its envelope, by its type, in the order in which they are sent: `sequence`, `data`, and the rest. */
export type EventFacts<Type extends AnyEvent['type']> = Type extends unknown ? Known<Extract<AnyEvent, { type: Type }>> : never;

/** The envelope of an event. */
export interface EventOrigin<Type extends AnyEvent['type']> {
  readonly id: string;
  readonly type: Type;
  readonly tenant: Tenant;
  /** The moment of the change: `created_at`. */
  readonly at: Date;
}

/** The text of an event as it is sent: its envelope, and then its facts in their order. */
export function eventText<Type extends AnyEvent['type']>(origin: EventOrigin<Type>, facts: EventFacts<Type>): string {
  const { id, type, tenant, at } = origin;
  const { accountId: account_id, environment } = tenant;
  return JSON.stringify({ id, type, created_at: at.toISOString(), api_version: 'v1', account_id, environment, ...facts });
}

/** An event on its way to its topic, beside its facts. */
export interface EventMessage<Type extends EventType>
  extends EventOrigin<Type>, Pick<OutgoingMessage, 'subject' | 'version' | 'requestId' | 'traceparent'> {
  /** Its key within the tenant; its subject by default. */
  readonly orderedBy?: string;
  /** Order among the messages of one version; 0 by default. */
  readonly part?: number;
}

/** The message of an event for the outbox, on the topic of its type. */
export function eventMessage<Type extends EventType>(event: EventMessage<Type>, facts: EventFacts<Type>): OutgoingMessage {
  const { id, type, subject, at, version, part = 0, orderedBy = subject, requestId, traceparent } = event;
  const tenant = tenantKey(event.tenant);
  const { topic } = EVENTS[type];
  const value = eventText(event, facts);
  return { id, topic, key: `${tenant}|${orderedBy}`, type, tenant, subject, at, version, part, value, requestId, traceparent };
}
