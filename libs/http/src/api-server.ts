import { createServer } from 'node:http';
import { NDJSON, READINESS_PATH } from '@fulfilment/contracts';
import type { Logger, Metrics } from '@fulfilment/observability';
import compression from 'compression';
import type { Express, Request, RequestHandler, Response } from 'express';
import { access } from './access.ts';
import { accessLog } from './access-log.ts';
import { failures, notFound } from './problem.ts';
import type { VerifyIdentity } from '@fulfilment/identity';
import { requestIds } from './request-ids.ts';
import type { BoundRoute } from './route.ts';
import {
  apiExpress,
  cacheControl,
  listen,
  mountRoutes,
  NOT_STORED,
  PRIVATE_REVALIDATED,
  type RunningServer,
  stopServer,
} from './server.ts';

/** Options of {@link startApi}. */
export interface ApiOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly publicUrl: string;
  readonly routes: readonly BoundRoute[];
  readonly verify: VerifyIdentity;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Turns a store's retryable errors into `AppError`s; returns any other value as it is. */
  readonly translate: (error: unknown) => unknown;
}

/** The HTTP side of a service. */
export interface ApiServer extends RunningServer {
  /** From now on it reports not ready, and closes each connection with its next answer. */
  drain(): void;
}

/** Keep-alive towards the gateway, in milliseconds: longer than the gateway keeps an idle connection, so that the gateway closes first. */
const KEEP_ALIVE_MS = 65_000;

/** Starts the HTTP side of a service, for the gateway and the operator alone. */
export async function startApi(options: ApiOptions): Promise<ApiServer> {
  const state = { isDraining: false };
  const server = createServer(apiApp(options, state));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // An import may be slow; the gateway bounds it for each operation.
  server.requestTimeout = 0;
  const port = await listen(server, options);
  const drain = (): void => {
    state.isDraining = true;
  };
  return { port, drain, stop: () => stopServer(server) };
}

interface State {
  readonly isDraining: boolean;
}

function closeIfDraining(state: State): RequestHandler {
  return (_request, response, next) => {
    if (state.isDraining) response.set('Connection', 'close');
    next();
  };
}

/** The text types of the library, and NDJSON, which it does not know. */
function isCompressible(request: Request, response: Response): boolean {
  return String(response.get('content-type')).startsWith(NDJSON) || compression.filter(request, response);
}

function apiApp(options: ApiOptions, state: State): Express {
  const app = apiExpress();
  app.get(READINESS_PATH, (_request, response) => {
    response.status(state.isDraining ? 503 : 200).end();
  });
  app.use(
    closeIfDraining(state),
    cacheControl(PRIVATE_REVALIDATED),
    requestIds,
    accessLog(options),
    compression({ threshold: 1_024, filter: isCompressible }),
    access(options.verify),
  );
  app.use('/account', cacheControl(NOT_STORED));
  mountRoutes(app, options.routes);
  app.use(notFound);
  app.use(failures(options));
  return app;
}
