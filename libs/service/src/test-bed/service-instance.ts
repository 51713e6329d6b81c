import { IDENTITY_HEADER } from '@fulfilment/contracts';
import type { Stoppable } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, identityOf } from './callers.ts';

/** Where a process of a service listens. */
export interface InstanceAddress {
  readonly port: number;
  readonly internalPort: number;
}

/** A service as its `compose` gives it. */
export type RunningInstance = InstanceAddress & Stoppable;

/** An answer, its JSON parsed; another body as its text. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A request, except for where it goes. */
export interface Sent {
  /** The identity that it is sent under. */
  readonly token: string;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Sent beside the usual ones, or in their place. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A running service from the outside. */
export interface ServiceInstance extends Stoppable {
  /** Its loopback port, for what {@link ServiceInstance.send} cannot do. */
  readonly port: number;
  /**
   * Calls the public API as the gateway does for the holder of a key.
   *
   * @param to method and path below the version: `GET /orders?limit=1`.
   * @param body text is sent as it is, anything else as JSON.
   */
  call(by: Caller, to: string, body?: unknown): Promise<Reply>;
  /** Sends a request of any kind. @param to method and whole path: `GET /operator/v1/webhooks`. */
  send(to: string, sent: Sent): Promise<Reply>;
  /** Reads a path of the internal port. */
  internal(path: '/readyz' | '/metrics'): Promise<string>;
}

/** Generous, since a test's machine may be busy: no test is slower for it. */
const PATIENCE = { withinMs: 30_000 };

/**
 * Waits until a process has its partitions, for half a minute at most.
 *
 * @throws what `/readyz` said last, when the time is over.
 */
export async function untilReady(internalPort: number): Promise<void> {
  await eventually(async () => {
    const report = await readInternal(internalPort, '/readyz');
    if (!report.includes('"status":"ready"')) throw new Error(report);
  }, PATIENCE);
}

/** Gives a service once it is ready. @param service the audience of the identities that it takes. */
export async function reachInstance(running: RunningInstance, service: string): Promise<ServiceInstance> {
  const { port, internalPort } = running;
  await untilReady(internalPort);
  const send: ServiceInstance['send'] = async (to, { token, body, headers }) => {
    const [method = '', path = ''] = to.split(' ');
    const content = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { [IDENTITY_HEADER]: token, 'content-type': 'application/json', ...headers },
      ...content,
    });
    const isJson = /^application\/(?:problem\+)?json/.test(reply.headers.get('content-type') ?? '');
    return { status: reply.status, headers: reply.headers, body: await (isJson ? reply.json() : reply.text()) };
  };
  return {
    port,
    send,
    call: async (by, to, body) =>
      send(to.replace(' ', ' /v1'), { token: await identityOf(by, service), body, headers: by.headers }),
    internal: (path) => readInternal(internalPort, path),
    stop: () => running.stop(),
  };
}

async function readInternal(internalPort: number, path: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${internalPort}${path}`);
  return await reply.text();
}
