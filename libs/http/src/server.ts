import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { assertNever, type Stoppable } from '@fulfilment/kernel';
import express, { type Express, type RequestHandler } from 'express';
import { answer } from './answer.ts';
import { answerDownload } from './answer-download.ts';
import { answerUpload } from './answer-upload.ts';
import { methodNotAllowed } from './problem.ts';
import type { BoundRoute } from './route.ts';

/** A server that listens. */
export interface RunningServer extends Stoppable {
  readonly port: number;
}

/** @returns the port it listens on. @throws Error `EADDRINUSE` where the port is taken. */
export async function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<AddressInfo>();
  server.once('error', reject);
  server.listen(port, host, () => {
    const address = server.address();
    if (address === null || typeof address === 'string') reject(new Error('The server has no TCP address'));
    else resolve(address);
  });
  const address = await promise;
  server.off('error', reject);
  return address.port;
}

/** Milliseconds in which answers under way may finish. */
const DRAIN_MS = 15_000;
/** Interval for closing connections whose answer has ended. */
const CLOSE_IDLE_EVERY_MS = 50;

/** Refuses new connections, lets answers under way finish, and closes the rest after 15 s. */
export async function stopServer(server: Server): Promise<void> {
  // Right after the event loop has read its sockets hardly any request is unread.
  await setImmediate();
  if (!server.listening) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await promise;
  clearInterval(closing);
  clearTimeout(cut);
}

/** An Express app with the settings of every API: exact paths, plain queries, and neither `X-Powered-By` nor a generated `ETag`. */
export function apiExpress(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  return app;
}

/** Adds routes to an app, and 405 with `Allow` for the other methods of their paths. */
export function mountRoutes(app: Express, routes: readonly BoundRoute[]): void {
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const target = app.route(path);
    for (const route of ofPath) target[verbOf(route)](handlerOf(route));
    target.all(({ method }) => {
      throw methodNotAllowed(
        method,
        ofPath.map((route) => route.method),
      );
    });
  }
}

function handlerOf(route: BoundRoute): RequestHandler {
  switch (route.type) {
    case 'json':
      return answer(route);
    case 'download':
      return answerDownload(route);
    case 'upload':
      return answerUpload(route);
    default:
      return assertNever(route);
  }
}

function verbOf({ method }: BoundRoute): 'get' | 'post' | 'patch' | 'delete' {
  switch (method) {
    case 'GET':
      return 'get';
    case 'POST':
      return 'post';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return 'delete';
  }
}

/** For tenants' records: only the client may keep a copy, and revalidates it before use (RFC 9111 section 5.2.2). */
export const PRIVATE_REVALIDATED = 'private, no-cache';

/** For settings of accounts, which may hold secrets: no copy (RFC 9111 section 5.2.2.5). */
export const NOT_STORED = 'no-store';

/** Sets the `Cache-Control` of every answer. */
export function cacheControl(value: string): RequestHandler {
  return (_request, response, next) => {
    response.set('Cache-Control', value);
    next();
  };
}
