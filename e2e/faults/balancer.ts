import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { delay, type Stoppable } from '@fulfilment/kernel';
import type { RunningProcess } from '@fulfilment/dev-stack/run-file';
import { patient } from '@fulfilment/testing';

/** A request past the balancer. */
export interface BalancedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface BalancedAnswer {
  readonly status: number;
  readonly text: string;
}

/** Spreads requests over gateways as a load balancer does: over kept connections, to those that say they are ready. What was sent is never sent again. */
export interface Balancer extends Stoppable {
  /** @throws Error where the connection breaks. */
  send(request: BalancedRequest): Promise<BalancedAnswer>;
}

const ASK_EVERY_MS = 200;
const PATIENCE_MS = patient(20_000);
const CONNECTIONS = 16;

interface Target {
  readonly process: RunningProcess;
  readonly agent: Agent;
  isReady: boolean;
}

export function startBalancer(gateways: readonly RunningProcess[]): Balancer {
  const targets = gateways.map((process): Target => ({
    process,
    agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }),
    isReady: true,
  }));
  const stopping = new AbortController();
  const asking = targets.map((target) => keepAsking(target, stopping.signal));
  return {
    send: (request) => sendToAny(targets, request),
    stop: async () => {
      stopping.abort();
      await Promise.all(asking);
      for (const { agent } of targets) agent.destroy();
    },
  };
}

async function keepAsking(target: Target, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(`http://127.0.0.1:${target.process.internalPort}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    target.isReady = answer?.status === 200;
    // wait: between two health checks.
    await delay(ASK_EVERY_MS, signal);
  }
}

/** Sends to any ready gateway, and to another where the connection is refused: nothing of the request was received then. */
async function sendToAny(targets: readonly Target[], request: BalancedRequest): Promise<BalancedAnswer> {
  const ready = targets.filter(({ isReady }) => isReady);
  const target = ready[Math.floor(Math.random() * ready.length)];
  if (!target) throw new Error('no gateway is ready');
  try {
    return await sendTo(target, request);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) throw error;
    target.isReady = false;
    return await sendToAny(targets, request);
  }
}

async function sendTo({ process, agent }: Target, { method, path, headers, body }: BalancedRequest): Promise<BalancedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = httpRequest(`${process.baseUrl}${path}`, { method, agent, headers }, resolve);
  outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)));
  outgoing.on('error', reject);
  outgoing.end(body);
  const response = await promise;
  return { status: response.statusCode ?? 0, text: await text(response) };
}
