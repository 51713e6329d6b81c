import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type DomainEvent, domainEvent, type EventType } from '@fulfilment/contracts';
import type { Stoppable } from '@fulfilment/kernel';
import { signatureFault } from './signature.ts';

/** One POST that a subscriber got. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
  readonly event: DomainEvent;
}

/** A webhook subscriber that keeps what it gets and trusts nothing. */
export interface Receiver extends Stoppable {
  readonly url: string;
  /** Everything that came whole and signed, repetitions included. */
  readonly deliveries: readonly Delivery[];
  /** The faults of the other requests; these got 400. */
  readonly faults: readonly string[];
  /** The secrets to verify with, one of which has to fit. What comes before they are told waits for them; told again, they are others. */
  trust(...secrets: readonly string[]): void;
}

/** Listens on a free port, at the address that deliveries of the system come to: the loopback's, but for a system in containers. */
export async function startReceiver(): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const faults: string[] = [];
  const told = Promise.withResolvers<void>();
  let trusted: readonly string[] = [];
  const answer = async (request: IncomingMessage): Promise<number> => {
    const rawBody = await text(request);
    await told.promise;
    const read = readDelivery(headersOf(request), rawBody, trusted);
    if (typeof read === 'string') faults.push(read);
    else deliveries.push(read);
    return typeof read === 'string' ? 400 : 204;
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    );
  });
  const host = process.env.RECEIVER_ADDRESS ?? '127.0.0.1';
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no TCP address');
  return {
    url: `http://${host}:${address.port}/hook`,
    deliveries,
    faults,
    trust: (...secrets) => {
      trusted = secrets;
      told.resolve();
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Each event once, in the order of first arrival. */
export function eventsOf({ deliveries }: Pick<Receiver, 'deliveries'>): DomainEvent[] {
  return [...new Map(deliveries.map(({ event }) => [event.id, event])).values()];
}

/** Those of one type. */
export function eventsOfType<Type extends EventType>(
  receiver: Pick<Receiver, 'deliveries'>,
  type: Type,
): Extract<DomainEvent, { type: Type }>[] {
  return eventsOf(receiver).filter((event): event is Extract<DomainEvent, { type: Type }> => event.type === type);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** @returns the delivery, or what is wrong with it. */
function readDelivery(headers: Readonly<Record<string, string>>, rawBody: string, secrets: readonly string[]): Delivery | string {
  const unsigned = secrets.map((secret) => signatureFault(headers['service-signature'] ?? '', rawBody, secret));
  if (!unsigned.includes(undefined)) return unsigned.join(', ');
  const parsed = domainEvent.safeParse(JSON.parse(rawBody));
  if (!parsed.success) return `the body is no event: ${parsed.error.message}\n${rawBody}`;
  const { id, type } = parsed.data;
  const wrong = Object.entries(expectedHeaders(id, type)).filter(([name, pattern]) => !pattern.test(headers[name] ?? ''));
  if (wrong.length > 0) return wrong.map(([name]) => `${name} is ${headers[name]}`).join(', ');
  return { headers, rawBody, event: parsed.data };
}

function expectedHeaders(id: string, type: string): Readonly<Record<string, RegExp>> {
  return {
    'content-type': /^application\/json$/,
    'service-event-id': new RegExp(`^${id}$`),
    'service-event-type': new RegExp(`^${type.replace('.', '\\.')}$`),
    'service-delivery-id': /^dlv_[0-9A-Z]{26}$/,
    'service-attempt': /^[1-9]\d*$/,
    'webhook-id': new RegExp(`^${id}$`),
    'webhook-timestamp': /^\d+$/,
    'webhook-signature': /^v1,/,
  };
}
