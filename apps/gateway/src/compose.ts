import { setMaxListeners } from 'node:events';
import { Socket } from 'node:net';
import { readRedisTls } from '@fulfilment/config';
import { ACCOUNT_OPERATIONS, OPERATIONS, type ServiceName } from '@fulfilment/contracts';
import { type Check, embedApi, listen, startInternal, stopServer } from '@fulfilment/http';
import { makeKeepReply, makeReceipts } from '@fulfilment/idempotency';
import { makeSealedText, makeSignIdentity, makeVerifyIdentity } from '@fulfilment/identity';
import { delay, Steps, type Stoppable, systemClock } from '@fulfilment/kernel';
import { asUnavailable, connectMongo, mongoAnswers, type Mongo, openFence, type SchemaFence } from '@fulfilment/mongo';
import { makeLogger, makeRequestLogger, Metrics, observeCheckouts, openTracing } from '@fulfilment/observability';
import { connectRedis, oldRedisFault, redisAnswers, redisErrorLog } from '@fulfilment/redis';
import { EngineWaits } from '@fulfilment/service/await-engine';
import { watchProgress } from '@fulfilment/service/progress';
import type { Running } from '@fulfilment/service/run-process';
import { AUDIENCE } from './accounts/account-routes.ts';
import { AddressReads } from './accounts/address-reads.ts';
import { makeNoteInAuditLog, makePutInAuditLog } from './accounts/audit-store.ts';
import { accountApiOf, type AppContext, composeApplication } from './compose-application.ts';
import { makeAuthenticate } from './authentication/authenticate.ts';
import { makeAuthorise, makeCheckOrigin, makeIdentityTokenFor, TOKEN_LIFETIME_SECONDS } from './authentication/authorise.ts';
import { makeLookUpKey, makeLookUpSession, watchPrimary } from './authentication/credential-store.ts';
import { makeDigestKey, makeDigestsOfKey } from './authentication/key-digest.ts';
import { LastUseLog } from './authentication/last-use-store.ts';
import type { KeyDigests } from './authentication/principal.ts';
import { ReadThroughCache } from './authentication/read-through-cache.ts';
import { makeSemaphore } from './authentication/semaphore.ts';
import type { Settings } from './config.ts';
import { makeLogAccess } from './edge/access-log.ts';
import { refuse, serve, type ServeParts } from './edge/serve.ts';
import { isOfConsole, makeSendConsole } from './console/console-documents.ts';
import { makeAnswerBrokenRequest } from './edge/broken-request.ts';
import { ConnectionBound } from './edge/connection-bound.ts';
import { Gate } from './edge/gate.ts';
import { makeCors, securityHeaders } from './edge/response-headers.ts';
import { makeRouteTable } from './edge/route-table.ts';
import { EDGE_TIMES, type EdgeTimes, makeServer } from './edge/server.ts';
import { countConnections, countDecisions, countLookUps, countUpstream, showInstances } from './metrics.ts';
import { ArrivingBodies } from './proxy/arriving-bodies.ts';
import { forward } from './proxy/forward.ts';
import { Instances } from './proxy/instances.ts';
import { SlowAnswers } from './proxy/slow-answers.ts';
import { TenantShares } from './proxy/tenant-shares.ts';
import { WorkTurns } from './proxy/work-turns.ts';
import { makeClientAddress, makePeerOf } from './authentication/client-address.ts';
import { GatewayCensus } from './rate-limiting/gateway-census.ts';
import { Limiter, type RateLimiter } from './rate-limiting/limiter.ts';
import { makeRedisBuckets } from './rate-limiting/redis-buckets.ts';
import { SCHEMA } from './schema.ts';
import { pageOfSignIn } from './single-sign-on/sign-in-page.ts';
import { isOfDownloads, makeSendDownloads } from './reference/downloads.ts';
import type { SendDocument } from './reference/send-document.ts';
import { ServedDocuments } from './reference/served-documents.ts';

export interface Gateway extends Required<Running> {
  readonly port: number;
  readonly internalPort: number;
}

export interface ComposeOptions {
  /** Shorter ones for tests. */
  readonly times?: EdgeTimes;
  /** Called where the process cannot go on and has to end. */
  readonly onFatal?: (error: unknown) => void;
  /** Milliseconds between two looks for parts that stand still, for tests. */
  readonly lookEveryMs?: number;
  /** Of this public URL, rendered once for several gateways of tests; each gateway renders its own by default. */
  readonly documents?: Pick<ServedDocuments, 'send'>;
}

/** Starts all parts in the order of their dependencies. */
export async function compose(settings: Settings, options: ComposeOptions = {}): Promise<Gateway> {
  const started: Stoppable[] = [];
  const stop = async (): Promise<void> => {
    for (const part of started.splice(0).toReversed()) await part.stop();
  };
  const logger = makeLogger({ service: 'gateway', level: settings.LOG_LEVEL });
  const tracing = await openTracing({ service: 'gateway', settings, logger });
  if (tracing) started.push(tracing);
  const metrics = new Metrics({ service: 'gateway' });
  const { watch, checks } = openWatch(settings, { logger, metrics, ...options });
  started.push(watch);
  const context: AppContext = {
    settings,
    publicUrl: settings.PUBLIC_URL.replace(/\/+$/, ''),
    logger,
    metrics,
    tracing,
    progress: watch,
    own: (part) => {
      started.push(part);
      return part;
    },
  };
  try {
    const { drain, ...ports } = await start(context, { times: EDGE_TIMES, documents: undefined, ...options, checks });
    context.logger.info(ports, 'listening');
    const stopAll = async (): Promise<void> => {
      await watch.stop();
      await stop();
    };
    return { ...ports, drain, stop: stopAll };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Watches the parts of the process. */
function openWatch(
  settings: Settings,
  { onFatal = () => undefined, lookEveryMs, ...observed }: ComposeOptions & Pick<AppContext, 'logger' | 'metrics'>,
) {
  const { MONGODB_URL: url, MONGODB_DATABASE: database, REDIS_URL, DRAIN_NOTICE_MS: noticeMs } = settings;
  return watchProgress({
    ...observed,
    engines: {
      mongodb: () => mongoAnswers({ url, database, appName: 'gateway' }),
      redis: () => redisAnswers({ url: REDIS_URL, tls: readRedisTls(settings) }),
    },
    noticeMs,
    onFatal,
    ...(lookEveryMs === undefined ? {} : { everyMs: lookEveryMs }),
  });
}

interface StartParts {
  readonly times: EdgeTimes;
  /** Of progress. */
  readonly checks: readonly Check[];
  readonly documents: ComposeOptions['documents'];
}

async function start(context: AppContext, { times, checks, documents }: StartParts): Promise<Omit<Gateway, 'stop'>> {
  const { settings, publicUrl, logger, metrics, own } = context;
  const { MONGODB_URL: url, MONGODB_DATABASE: database } = settings;
  const waits = new EngineWaits({ seconds: settings.START_WAIT_SECONDS, logger });
  const connect = () => connectMongo({ url, database, appName: 'gateway', onCheckout: observeCheckouts(metrics) });
  const mongo = own(await waits.await(connect));
  const fence = await openFence(mongo.db, SCHEMA);
  const { limiter, isWithoutRedis } = await openLimiter(context);
  const { gate, lastUse } = openGate(context, { mongo, limiter, fence });
  const accountApi = accountApiOf(composeApplication(context, mongo, limiter), publicUrl);
  const api = { publicUrl, logger, translate: asUnavailable, serves: fence.serves };
  const internal = own(
    await startInternal({
      host: settings.INTERNAL_HOST,
      port: settings.INTERNAL_PORT,
      metrics,
      checks: [
        { name: 'mongodb', optional: true, check: () => fence.look() },
        { name: 'schema', check: () => fence.look().then(() => fence.mayWrite()) },
        { name: 'redis', optional: true, check: () => !isWithoutRedis() },
        ...checks,
      ],
      operator: {
        ...api,
        routes: accountApi.operator,
        verify: makeVerifyIdentity({ keys: settings.JWT_PUBLIC_KEYS, audience: AUDIENCE }),
      },
    }),
  );
  const leaving = new AbortController();
  // Each answer without an end of its own listens.
  setMaxListeners(0, leaving.signal);
  const port = await openEdge(context, {
    gate,
    limiter,
    times,
    documents,
    noteInAuditLog: makeNoteInAuditLog(mongo),
    addressReads: noteAddressReads(context, mongo),
    accountApi: embedApi({
      ...api,
      routes: accountApi.own,
      caching: 'no-store',
      pageOf: pageOfSignIn,
      keepReply: keepReplyOf(mongo, settings),
    }),
    isDraining: () => leaving.signal.aborted,
    leaving: leaving.signal,
  });
  const announceDrain = (): void => {
    leaving.abort();
    internal.drain();
  };
  own({ stop: async () => announceDrain() });
  fence.onClosed((reason) => {
    logger.error(reason);
    internal.drain();
    void lastUse.stop();
  });
  const drain = async (): Promise<void> => {
    announceDrain();
    await delay(settings.DRAIN_NOTICE_MS);
  };
  return { port, internalPort: internal.port, drain };
}

function keepReplyOf({ client, db }: Mongo, { KEY_PEPPER: secret }: Settings) {
  return makeKeepReply({ client, receipts: makeReceipts(db), sealings: [makeSealedText({ secret, purpose: 'kept replies' })] });
}

/** Milliseconds to wait for Redis at the start. It is optional. */
const REDIS_GREETING_MS = 1_000;

/** Starts the rate limiter, with or without Redis. */
async function openLimiter(context: AppContext): Promise<{ limiter: RateLimiter; isWithoutRedis: () => boolean }> {
  const { settings, logger, metrics, own, progress } = context;
  const connection = own(
    connectRedis({
      url: settings.REDIS_URL,
      tls: readRedisTls(settings),
      prefix: settings.REDIS_PREFIX,
      // Decisions have their own, shorter budget; this one only clears commands that are no longer awaited.
      commandTimeoutMs: 2_000,
      onError: redisErrorLog(logger),
    }),
  );
  const { redis } = connection;
  await Promise.race([new Promise((resolve) => redis.once('ready', resolve)), delay(REDIS_GREETING_MS)]);
  // One that cannot be asked now is judged by the log of its connection, like one that answers later.
  const fault = connection.healthy() ? await oldRedisFault(redis).catch(() => undefined) : undefined;
  if (fault) throw fault;
  const census = own(new GatewayCensus(connection, settings.RATE_LIMIT_GATEWAYS, progress));
  const gateways = (): number => census.count();
  const limiter = own(
    new Limiter({
      redis: makeRedisBuckets(connection),
      budgetMs: settings.RATE_LIMIT_BUDGET_MS,
      gateways,
      progress,
      reconnect: () => redis.disconnect(true),
      onChange: (isAway, cause) =>
        isAway
          ? logger.warn({ err: cause }, 'redis is away: rate limits are decided on this gateway’s share')
          : logger.info('redis is back'),
    }),
  );
  if (!connection.healthy()) limiter.goWithoutRedis(new Error('Redis does not answer'));
  const isWithoutRedis = (): boolean => limiter.isWithoutRedis();
  return { limiter: countDecisions(metrics, limiter, { isWithoutRedis, gateways }), isWithoutRedis };
}

/** Milliseconds of a monotonic clock. */
const nowMs = (): number => performance.now();

/** Concurrent and waiting reads of keys and sessions that are not cached: thousands of callers return after a start. */
const FIRST_READS = { permits: 32, maxWaiting: 5_000 };

interface GateParts {
  readonly mongo: Mongo;
  readonly limiter: RateLimiter;
  readonly fence: SchemaFence;
}

function openGate(
  { settings, logger, metrics, own, progress }: AppContext,
  { mongo: { client, db }, limiter, fence }: GateParts,
) {
  const lastUse = own(
    new LastUseLog(db, {
      onWritten: () => void fence.look(),
      progress,
      onError: (error) => logger.warn({ err: error }, 'the time of last use could not be written'),
    }),
  );
  const lookUpKey = makeLookUpKey(db, (error) => logger.warn({ err: error }, 'a key was not moved to the current pepper'));
  const steps = new Steps(progress, { name: 'reads of keys', engines: ['mongodb'] });
  const shared = { semaphore: makeSemaphore(FIRST_READS), hasPrimary: watchPrimary(client), nowMs };
  const lookUp = countLookUps(metrics, lookUpKey);
  const keys = new ReadThroughCache({
    ...shared,
    read: (digests: KeyDigests) => steps.run(() => lookUp(digests)),
    keyOf: ([{ digest }]: KeyDigests) => digest,
  });
  const lookUpSession = makeLookUpSession(db);
  const sessions = new ReadThroughCache({
    ...shared,
    read: (digest: string) => steps.run(() => lookUpSession(digest)),
    keyOf: (digest) => digest,
  });
  const digestsOf = makeDigestsOfKey(makeDigestKey(settings.KEY_PEPPER), settings.KEY_PEPPERS_OLD.map(makeDigestKey));
  const gate = new Gate({
    authenticate: makeAuthenticate({ digestsOf, keys, sessions, now: systemClock }),
    limiter,
    noteUse: (principal, address) => {
      if (principal.type === 'key') return lastUse.note('key', principal.id, address);
      lastUse.note('session', principal.id);
      lastUse.note('member', principal.member.id);
    },
  });
  return { gate, lastUse };
}

function noteAddressReads({ logger, own, progress }: AppContext, { db }: Mongo): AddressReads {
  const onError = (error: unknown) => logger.warn({ err: error }, 'reads of addresses were not recorded, they will be retried');
  return own(new AddressReads({ write: makePutInAuditLog(db), now: systemClock, onError, progress }));
}

interface EdgeParts extends Pick<ServeParts, 'accountApi' | 'noteInAuditLog' | 'addressReads' | 'isDraining' | 'leaving'> {
  readonly gate: Gate;
  readonly limiter: RateLimiter;
  readonly times: EdgeTimes;
  readonly documents: ComposeOptions['documents'];
}

/** Starts the server that clients reach. @returns its port. */
async function openEdge(
  context: AppContext,
  { gate, limiter, times, documents, accountApi, noteInAuditLog, addressReads, isDraining, leaving }: EdgeParts,
): Promise<number> {
  const { settings, logger, metrics, tracing, publicUrl, own } = context;
  const sign = await makeSignIdentity({ key: settings.JWT_PRIVATE_KEY, lifetimeSeconds: TOKEN_LIFETIME_SECONDS });
  const clientAddress = makeClientAddress(settings.TRUSTED_PROXIES);
  const headers = securityHeaders(publicUrl);
  const checkOrigin = makeCheckOrigin(publicUrl);
  const parts = {
    publicUrl,
    logger,
    securityHeaders: Object.entries(headers),
    clientAddress,
    tracing,
    isDraining,
    leaving,
    times,
    cors: makeCors(settings.CORS_ORIGINS),
    gate,
    routes: makeRouteTable([...OPERATIONS, ...ACCOUNT_OPERATIONS]),
    openRoutes: makeRouteTable(ACCOUNT_OPERATIONS.filter(({ access }) => access === 'open')),
    checkOrigin,
    authorise: makeAuthorise(checkOrigin, systemClock),
    accountApi,
    noteInAuditLog,
    addressReads,
    identityTokenFor: makeIdentityTokenFor(sign, nowMs),
    ...openUpstreams(context),
    turns: new WorkTurns(leaving),
    sendDocument: openDocuments(context, documents),
  };
  const connections: ConnectionBound = new ConnectionBound({
    most: settings.MAX_CONNECTIONS_PER_CLIENT,
    mostOfProxy: settings.MAX_CONNECTIONS_PER_PROXY,
    peerOf: makePeerOf(settings.TRUSTED_PROXIES),
    onRefused: countConnections(metrics, () => connections.open),
  });
  const server = makeServer({
    connections,
    serve: (request, response) => serve(parts, request, response),
    noteDropped: (exchange) => gate.noteDropped(exchange),
    refuse: (exchange, error) => void refuse(parts, exchange, error),
    logAccess: makeLogAccess({ logger: makeRequestLogger({ service: 'gateway', level: settings.LOG_LEVEL }), metrics }),
    answerBroken: makeAnswerBrokenRequest({ publicUrl, limiter, securityHeaders: headers, logger }),
    networksOf: (socket) => clientAddress({ socket: socket instanceof Socket ? socket : {}, headers: {} }).networks,
    times,
  });
  const port = await listen(server, { host: settings.HOST, port: settings.PORT });
  own({ stop: () => stopServer(server) });
  return port;
}

/** Opens the documents that need no key: the reference and guides, the console, and the packages. */
function openDocuments({ settings, publicUrl, own }: AppContext, documents: ComposeOptions['documents']): SendDocument {
  const { send: sendReference } = documents ?? own(new ServedDocuments(publicUrl));
  const sendConsole = makeSendConsole(settings.CONSOLE_DIR);
  const sendDownload = makeSendDownloads(publicUrl);
  return (exchange, path) => {
    if (isOfDownloads(path)) return sendDownload(exchange, path);
    return (isOfConsole(path) ? sendConsole : sendReference)(exchange, path);
  };
}

function openUpstreams({
  settings,
  metrics,
  own,
  progress,
}: AppContext): Pick<ServeParts, 'forwardTo' | 'shares' | 'arriving' | 'slowAnswers'> {
  const { UPSTREAM_TIMEOUT_MS: answerMs, UPSTREAM_MAX_IN_FLIGHT: maxInFlight } = settings;
  const count = countUpstream(metrics);
  const show = showInstances(metrics);
  const upstream = (service: ServiceName, origins: readonly string[]) => {
    const instances = own(new Instances({ origins, maxInFlight, answerMs, progress }));
    show(service, instances);
    const onOutcome = (outcome: string): void => count(service, outcome);
    return { instances, retryBudgetMs: settings.UPSTREAM_PATIENCE_MS, onOutcome };
  };
  const upstreams = {
    inventory: upstream('inventory', settings.UPSTREAM_INVENTORY),
    orders: upstream('orders', settings.UPSTREAM_ORDERS),
    scans: upstream('scans', settings.UPSTREAM_SCANS),
    webhooks: upstream('webhooks', settings.UPSTREAM_WEBHOOKS),
  } satisfies Record<ServiceName, unknown>;
  const shares = new TenantShares((service, requestClass) => upstreams[service].instances.capacityOf(requestClass));
  return {
    shares,
    arriving: new ArrivingBodies(),
    slowAnswers: new SlowAnswers(),
    forwardTo: (service, request) => forward(request, upstreams[service]),
  };
}
