import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NDJSON, READINESS_PATH } from '@fulfilment/contracts';
import type { Stoppable } from '@fulfilment/kernel';
import type { Logger, Metrics } from '@fulfilment/observability';
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { access } from './access.ts';
import { accessLog } from './access-log.ts';
import { cacheControl, NOWHERE, OF_TENANTS } from './cache-control.ts';
import { failures, notFound } from './failures.ts';
import type { VerifyIdentity } from '@fulfilment/identity';
import { mountRoutes } from './mount-routes.ts';
import { requestIds } from './request-ids.ts';
import type { BoundRoute } from './route.ts';
import { stopServer } from './stop-server.ts';

/** What an API server is made of. */
export interface ApiOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly publicUrl: string;
  readonly routes: readonly BoundRoute[];
  readonly verify: VerifyIdentity;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Turns a store's errors that may pass with time into `AppError`s; others stay what they are. */
  readonly translate: (error: unknown) => unknown;
}

/** A server that listens. */
export interface RunningServer extends Stoppable {
  readonly port: number;
}

/** The HTTP side of a service. */
export interface ApiServer extends RunningServer {
  /** From now on it says that it is leaving, at its readiness path and by closing each connection with its next answer. */
  drain(): void;
}

/** Keep-alive towards the gateway, in milliseconds: longer than the gateway keeps an idle connection, so that the gateway closes first. */
const KEEP_ALIVE_MS = 65_000;

/** Starts the HTTP side of a service: it takes requests from the gateway (and the operator) and from nobody else. */
export async function startApi(options: ApiOptions): Promise<ApiServer> {
  const leaving = { yes: false };
  const server = createServer(apiApp(options, leaving));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // An import may come slowly; the gateway says how slowly, for each operation.
  server.requestTimeout = 0;
  const port = await listen(server, options);
  const drain = (): void => {
    leaving.yes = true;
  };
  return { port, drain, stop: () => stopServer(server) };
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

interface Leaving {
  readonly yes: boolean;
}

function closeIfLeaving(leaving: Leaving): RequestHandler {
  return (_request, response, next) => {
    if (leaving.yes) response.set('Connection', 'close');
    next();
  };
}

/** What the library knows to be text, and NDJSON, which it does not know. */
function isCompressible(request: Request, response: Response): boolean {
  return String(response.get('content-type')).startsWith(NDJSON) || compression.filter(request, response);
}

function apiApp(options: ApiOptions, leaving: Leaving): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.get(READINESS_PATH, (_request, response) => {
    response.status(leaving.yes ? 503 : 200).end();
  });
  app.use(
    closeIfLeaving(leaving),
    cacheControl(OF_TENANTS),
    requestIds,
    accessLog(options),
    compression({ threshold: 1_024, filter: isCompressible }),
    access(options.verify),
  );
  app.use('/account', cacheControl(NOWHERE));
  mountRoutes(app, options.routes);
  app.use(notFound);
  app.use(failures(options));
  return app;
}
