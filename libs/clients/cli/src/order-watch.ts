import { type CallOptions, type Event, NotModifiedError, type Order, Outages } from '@fulfilment/client';
import { setTimeout as delay } from 'node:timers/promises';
import { outagesOf, readFeed, showEvent } from './feed.ts';
import type { Output } from './terminal/output.ts';
import type { Session } from './session.ts';
import { textTime } from './terminal/text-table.ts';

const POLL_MS = 1_000;
const ENDS: ReadonlySet<string> = new Set(['shipped', 'cancelled', 'rejected']);

/** Prints each state of an order until it is shipped, cancelled or rejected. */
export async function watchOrder(session: Session, id: string): Promise<void> {
  const client = await session.client();
  const outages = new Outages('getOrder', outagesOf(session));
  let known: Order | null = null;
  for (;;) {
    try {
      const version: number | undefined = known?.version;
      const look = (options: CallOptions): Promise<Order> => client.orders.get(id, { ...options, ifNoneMatch: version });
      // A wrong address is told at once.
      const order: Order = known === null ? await look(session.call) : await outages.outlive(look);
      await showState(session.out, order, known);
      known = order;
      if (ENDS.has(order.status)) return;
    } catch (error) {
      if (!(error instanceof NotModifiedError)) throw error;
    }
    await delay(POLL_MS, undefined, { signal: session.signal });
  }
}

async function showState(out: Output, order: Order, before: Order | null): Promise<void> {
  if (out.json) return out.document(order);
  const { status, allocation, pending_transition: step, refusal, carrier, tracking_number: number } = order;
  const facts = [
    status,
    ENDS.has(status) ? null : allocation,
    step === null ? null : `${step} is under way`,
    refusal === null || refusal.at === before?.refusal?.at ? null : `refused: ${refusal.detail}`,
    status === 'shipped' && carrier !== null ? `with ${carrier} ${number ?? ''}`.trim() : null,
  ];
  await out.line(`${textTime(order.updated_at)}  ${facts.filter((fact) => fact !== null).join(', ')}`);
}

const ORDER_TYPES = ['order.created', 'order.updated', 'order.packed', 'order.shipped', 'order.cancelled'] as const;

/** Prints what happens to all orders, until it is interrupted. */
export async function watchOrders(session: Session, since: string | undefined): Promise<void> {
  await readFeed(session, { since, types: ORDER_TYPES, follow: true }, (event: Event) => showEvent(session.out, event));
}
