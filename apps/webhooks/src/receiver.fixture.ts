import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Stoppable } from '@fulfilment/kernel';

/** One request that a receiver got whole. */
export interface ReceivedPost {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

/** The reaction of a receiver to a request. */
export type Behaviour = (response: ServerResponse, post: ReceivedPost, requests: number) => void;

/** A subscriber's receiver: a real HTTP server on the loopback address. */
export interface Receiver extends Stoppable {
  readonly port: number;
  readonly url: string;
  readonly received: readonly ReceivedPost[];
  /** The most requests that were open at once. */
  mostAtOnce(): number;
  /** From the next request on. */
  behave(behaviour: Behaviour): void;
}

export const answers =
  (status: number, { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {}): Behaviour =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

/** Answers 204 after `ms` milliseconds. */
export const answersAfter =
  (ms: number): Behaviour =>
  (response) =>
    void setTimeout(() => response.writeHead(204).end(), ms);

/** Takes the request and says nothing. */
export const hangs: Behaviour = () => undefined;

/** Says 200 and then a byte now and then, for ever. */
export const drips: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '1000000' });
  const dripping = setInterval(() => response.write('.'), 20);
  response.once('close', () => clearInterval(dripping));
};

/** Promises a body, sends a part of it and closes the connection. */
export const breaksOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('the beginning', () => response.destroy());
};

/** Behaves in turn, and then as the last for good. */
export const inTurn =
  (...behaviours: readonly Behaviour[]): Behaviour =>
  (response, post, requests) =>
    (behaviours[requests - 1] ?? behaviours.at(-1))?.(response, post, requests);

export interface ReceiverOptions {
  /** By default a free one. */
  readonly port?: number;
  /** PEM: then it is asked by `https`. */
  readonly certificate?: { readonly key: string; readonly cert: string };
}

export async function startReceiver(
  behaviour: Behaviour = answers(204),
  { port = 0, certificate }: ReceiverOptions = {},
): Promise<Receiver> {
  const received: ReceivedPost[] = [];
  let behave = behaviour;
  let open = 0;
  let mostAtOnce = 0;
  const listener: RequestListener = (request, response) => {
    open += 1;
    mostAtOnce = Math.max(mostAtOnce, open);
    response.once('close', () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const post = { method, path, headers, body: Buffer.concat(chunks).toString(), atMs: performance.now() };
      received.push(post);
      behave(response, post, received.length);
    });
  };
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port');
  return {
    port: address.port,
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${address.port}/hook`,
    received,
    mostAtOnce: () => mostAtOnce,
    behave: (next) => {
      behave = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
