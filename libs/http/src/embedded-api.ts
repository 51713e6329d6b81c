import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiExpress, type ApiOptions, cacheControl, mountRoutes, refusing } from './api-server.ts';
import type { Caller } from '@fulfilment/identity';
import { failures, notFound, type PageOf } from './problem.ts';
import type { Charge } from './reply-headers.ts';

/** The facts that the accepting server has established about a request. */
export interface KnownRequest {
  readonly caller: Caller;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** The client's address. */
  readonly clientAddress: string;
  /** The session of a signed-in member. */
  readonly sessionId?: string | undefined;
  /** The body, where it was read before. */
  readonly body?: Buffer | undefined;
  /** Charges what the answer costs beyond the one token of the request. */
  readonly charge: Charge;
}

/** Options of {@link embedApi}. */
export interface EmbeddedApiOptions extends Pick<
  ApiOptions,
  'publicUrl' | 'routes' | 'logger' | 'translate' | 'serves' | 'keepReply'
> {
  /** The page that a browser gets in place of a problem. */
  readonly pageOf?: PageOf;
  /** The `Cache-Control` of every answer. */
  readonly caching: string;
}

/** Characters that are kept of `User-Agent`. */
const MAX_USER_AGENT = 256;

/** Answers a request that another server has accepted and authorised. */
export type EmbeddedApi = (request: IncomingMessage, response: ServerResponse, known: KnownRequest) => void;

/** Makes an API for a process with a server of its own: it answers as {@link startApi} does, without verifying an identity. */
export function embedApi({ routes, caching, ...options }: EmbeddedApiOptions): EmbeddedApi {
  const known = new WeakMap<IncomingMessage, KnownRequest>();
  const app = apiExpress();
  app.use((request, response, next) => {
    Object.assign(response.locals, known.get(request), { userAgent: request.get('user-agent')?.slice(0, MAX_USER_AGENT) });
    next();
  }, cacheControl(caching));
  app.use(refusing(options.serves));
  mountRoutes(app, routes, options);
  app.use(notFound, failures(options));
  return (request, response, about) => {
    known.set(request, about);
    app(request, response);
  };
}
