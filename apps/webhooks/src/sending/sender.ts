import type { Stoppable } from '@fulfilment/kernel';
import { Agent } from 'undici';
import type { Send, WebhookRequest } from '../deliveries/delivery-ports.ts';
import type { Exchange } from '../deliveries/domain/exchange.ts';
import { deliveryHeaders } from './delivery-headers.ts';
import { exchangeFault } from './exchange-fault.ts';
import { type ExchangeObserver, observeExchange } from './exchange.ts';
import { type Guard, makeGuardedLookup, vetLiteral } from './ssrf-guard.ts';
import { trackLookUps } from './resolve-host.ts';

export interface SenderOptions extends Guard {
  /** Milliseconds for one whole exchange, from the look-up of the host to the end of the answer. */
  readonly deadlineMs: number;
  readonly connectMs: number;
  /** PEM of authorities that are trusted instead of the usual ones. */
  readonly ca?: string;
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
export function makeSender({ deadlineMs, connectMs, ca, ...guard }: SenderOptions): Sender {
  const underway = new Set<ExchangeObserver>();
  const lookUps = trackLookUps(guard.resolve);
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    clientTtl: CONNECTION_LIFE_MS,
    // The sender has the one deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: makeGuardedLookup({ ...guard, resolve: lookUps.resolve }), timeout: connectMs, ...(ca ? { ca } : {}) },
  });
  let stopped = false;

  const exchange = async (url: URL, request: WebhookRequest, at: Date): Promise<Exchange> => {
    const watch = observeExchange();
    underway.add(watch);
    const deadline = setTimeout(() => {
      const resolving = watch.phase() === 'connecting' && lookUps.isLookingUp(url.hostname);
      watch.breakOff('timeout', resolving ? 'looking_up_host' : watch.phase());
    }, deadlineMs);
    const { origin, pathname, search } = url;
    const headers = deliveryHeaders(request, at);
    agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body: request.event.body }, watch.handler);
    try {
      return await watch.ended;
    } finally {
      clearTimeout(deadline);
      underway.delete(watch);
    }
  };
  return {
    send: async (request, at) => {
      if (stopped) return { type: 'interrupted' };
      const url = new URL(request.url);
      try {
        vetLiteral(url.hostname, guard.refuse);
      } catch (error) {
        return { type: 'broken', ...exchangeFault(error), status: null, headers: {}, excerpt: null };
      }
      const came = await exchange(url, request, at);
      // What broke because it was broken off says nothing about the receiver.
      return stopped && came.type === 'broken' ? { type: 'interrupted' } : came;
    },
    stop: async () => {
      stopped = true;
      for (const watch of underway) watch.breakOff('connection_lost');
      await agent.destroy();
    },
  };
}
