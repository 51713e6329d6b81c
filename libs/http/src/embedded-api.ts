import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import type { ApiOptions } from './api-server.ts';
import { cacheControl } from './cache-control.ts';
import { failures, notFound } from './failures.ts';
import type { Caller } from '@fulfilment/identity';
import { mountRoutes } from './mount-routes.ts';

/** What the server that took a request knows of it already. */
export interface KnownRequest {
  readonly caller: Caller;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** Where it came from. */
  readonly clientAddress: string;
  /** Where a member sent it: by which session. */
  readonly sessionId?: string | undefined;
}

/** What an API inside another server is made of. */
export interface EmbeddedApiOptions extends Pick<ApiOptions, 'publicUrl' | 'routes' | 'logger' | 'translate'> {
  /** The `Cache-Control` of every answer. */
  readonly caching: string;
}

/** Characters that are kept of `User-Agent`. */
const MAX_USER_AGENT = 256;

/** Answers a request that somebody else has taken and let in. */
export type EmbeddedApi = (request: IncomingMessage, response: ServerResponse, known: KnownRequest) => void;

/** Routes for a process whose server is its own: they answer as those of {@link startApi} do, and ask for no identity. */
export function embedApi({ routes, caching, ...options }: EmbeddedApiOptions): EmbeddedApi {
  const known = new WeakMap<IncomingMessage, KnownRequest>();
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.use((request, response, next) => {
    Object.assign(response.locals, known.get(request), { userAgent: request.get('user-agent')?.slice(0, MAX_USER_AGENT) });
    next();
  }, cacheControl(caching));
  mountRoutes(app, routes);
  app.use(notFound, failures(options));
  return (request, response, about) => {
    known.set(request, about);
    app(request, response);
  };
}
