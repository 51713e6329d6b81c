import { Socket } from 'node:net';
import { ACCOUNT_OPERATIONS, OPERATIONS, type ServiceName } from '@fulfilment/contracts';
import { type EmbeddedApi, listen, stopServer } from '@fulfilment/http';
import { makeSignIdentity } from '@fulfilment/identity';
import { makeRequestLogger } from '@fulfilment/observability';
import { makeIdentityFor, TOKEN_LIFETIME_SECONDS } from './authentication/identity-token.ts';
import type { Limiter } from './rate-limiting/limiter.ts';
import { makeAnswerHere } from './edge/answer-here.ts';
import { makeAuthorise } from './authentication/authorise.ts';
import { makeLogAccess } from './edge/access-log.ts';
import { makeAnswerBrokenRequest } from './edge/broken-request.ts';
import { makeClientAddress } from './rate-limiting/client-address.ts';
import { makeCors } from './edge/cors.ts';
import { makeSendDocument } from './reference/send-document.ts';
import { type EdgeTimes, makeEdgeServer } from './edge/edge-server.ts';
import type { Gate } from './edge/gate.ts';
import { makeProxy, type ProxyParts } from './edge/proxy.ts';
import { publishedDocuments } from './reference/published-documents.ts';
import { makeRouteTable } from './edge/route-table.ts';
import { makeCheckOrigin } from './authentication/same-origin.ts';
import { makeServe, refuse } from './edge/serve.ts';
import { standingHeaders } from './edge/security-headers.ts';
import type { House } from './house.ts';
import { countUpstream, showInstances } from './metrics.ts';
import { forward } from './proxy/forward.ts';
import { makeInstances } from './proxy/instances.ts';

/** What the edge stands on. */
export interface EdgeOptions {
  readonly gate: Gate;
  readonly limiter: Limiter;
  readonly times: EdgeTimes;
  readonly accountApi: EmbeddedApi;
  readonly isDraining: () => boolean;
}

/** Starts the server that clients reach. @returns its port. */
export async function openEdge(house: House, { gate, limiter, times, accountApi, isDraining }: EdgeOptions): Promise<number> {
  const { settings, logger, metrics, publicUrl, own } = house;
  const sign = await makeSignIdentity({ key: settings.JWT_PRIVATE_KEY, lifetimeSeconds: TOKEN_LIFETIME_SECONDS });
  const requestLogger = makeRequestLogger({ service: 'gateway', level: settings.LOG_LEVEL });
  const clientAddress = makeClientAddress(settings.TRUSTED_PROXIES);
  const standing = standingHeaders(publicUrl);
  const checkOrigin = makeCheckOrigin(publicUrl);
  const parts = {
    publicUrl,
    logger,
    standingHeaders: standing,
    clientAddress,
    isDraining,
    cors: makeCors(settings.CORS_ORIGINS),
    gate,
    routes: makeRouteTable([...OPERATIONS, ...ACCOUNT_OPERATIONS]),
    openRoutes: makeRouteTable(ACCOUNT_OPERATIONS.filter(({ access }) => access === 'open')),
    checkOrigin,
    authorise: makeAuthorise({ checkOrigin }),
    answerHere: makeAnswerHere(accountApi),
    proxy: makeProxy({
      identityFor: makeIdentityFor({ sign, nowMs: () => performance.now() }),
      charge: gate.charge,
      forwardTo: openUpstreams(house),
      isDraining,
    }),
    sendDocument: makeSendDocument(publishedDocuments(publicUrl)),
  };
  const server = makeEdgeServer({
    serve: makeServe(parts),
    logAccess: makeLogAccess({ logger: requestLogger, metrics }),
    answerBroken: makeAnswerBrokenRequest({ publicUrl, limiter, standingHeaders: standing, logger }),
    addressOf: (socket) => clientAddress({ socket: socket instanceof Socket ? socket : {}, headers: {} }).bucket,
    giveUp: (exchange, error) => void refuse(parts, exchange, error),
    times,
  });
  const port = await listen(server, { host: settings.HOST, port: settings.PORT });
  own({ stop: () => stopServer(server) });
  return port;
}

function openUpstreams({ settings, metrics, own }: House): ProxyParts['forwardTo'] {
  const { UPSTREAM_TIMEOUT_MS: answerMs, UPSTREAM_PATIENCE_MS: patienceMs, UPSTREAM_MAX_IN_FLIGHT: maxInFlight } = settings;
  const count = countUpstream(metrics);
  const show = showInstances(metrics);
  const upstream = (service: ServiceName, origins: readonly string[]) => {
    const instances = own(makeInstances({ origins, maxInFlight, answerMs }));
    show(service, () => instances.fit());
    return { instances, patienceMs, onOutcome: (outcome: string) => count(service, outcome) };
  };
  const upstreams = {
    inventory: upstream('inventory', settings.UPSTREAM_INVENTORY),
    orders: upstream('orders', settings.UPSTREAM_ORDERS),
    scans: upstream('scans', settings.UPSTREAM_SCANS),
    webhooks: upstream('webhooks', settings.UPSTREAM_WEBHOOKS),
  } satisfies Record<ServiceName, unknown>;
  return (service, request) => forward(request, upstreams[service]);
}
