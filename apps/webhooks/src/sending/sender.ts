import type { Stoppable } from '@fulfilment/kernel';
import { Agent, request } from 'undici';
import type { Exchange } from '../domain/exchange.ts';
import type { Send, Shipment } from '../use-cases/ports.ts';
import type { RefuseAddress } from './address-rules.ts';
import { deliveryHeaders } from './delivery-headers.ts';
import { exchangeFault } from './exchange-fault.ts';
import { type Guard, makeGuardedLookup, vetLiteral } from './guarded-lookup.ts';
import { type PartialAnswer, readAnswer } from './read-answer.ts';

export interface SenderOptions extends Guard {
  /** Milliseconds for one whole exchange, from the look-up of the host to the end of the answer. */
  readonly deadlineMs: number;
  readonly connectMs: number;
}

export interface Sender extends Stoppable {
  readonly send: Send;
}

/** Idle connections are kept for a moment only: one that the receiver closes first would cost an attempt. */
const KEEP_ALIVE_MS = 2_000;
/** A connection in steady use is given up after this, so that a change in DNS takes effect. */
const CONNECTION_LIFE_MS = 60_000;

/**
 * Posts deliveries. Redirects are not followed, no proxy is asked, and a connection goes to vetted addresses only.
 * Stopping breaks off what is under way.
 */
export function makeSender({ deadlineMs, connectMs, ...guard }: SenderOptions): Sender {
  const stopping = new AbortController();
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    clientTtl: CONNECTION_LIFE_MS,
    connect: { lookup: makeGuardedLookup(guard), timeout: connectMs },
  });
  return {
    send: async (shipment, at) => {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(deadlineMs)]);
      const exchange = await post(shipment, { at, agent, refuse: guard.refuse, signal });
      // What broke because it was broken off says nothing about the receiver.
      return stopping.signal.aborted && exchange.type === 'broken' ? { type: 'interrupted' } : exchange;
    },
    stop: async () => {
      stopping.abort();
      await agent.destroy();
    },
  };
}

interface PostContext {
  readonly at: Date;
  readonly agent: Agent;
  readonly refuse: RefuseAddress;
  readonly signal: AbortSignal;
}

async function post(shipment: Shipment, { at, agent, refuse, signal }: PostContext): Promise<Exchange> {
  let answer: PartialAnswer | undefined;
  try {
    const url = new URL(shipment.url);
    vetLiteral(url.hostname, refuse);
    const responding = request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: deliveryHeaders(shipment, at),
      body: shipment.event.body,
      signal,
      // The signal is the one deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const response = await Promise.race([responding, aborted(signal)]);
    answer = { status: response.statusCode, excerpt: '' };
    const complete = await readAnswer(response.body, answer);
    if (!complete) return { type: 'broken', fault: 'response_too_large', ...answer };
    return { type: 'answered', ...answer, retryAfter: single(response.headers['retry-after']) };
  } catch (error) {
    return { type: 'broken', fault: exchangeFault(error), status: answer?.status ?? null, excerpt: answer?.excerpt ?? null };
  }
}

/** Rejects with the signal's reason. undici itself does not let go of a request while it is connecting. */
function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
