import { randomUUID } from 'node:crypto';
import { embedApi, makeVerifyIdentity, type Running, startInternal } from '@fulfilment/http';
import { delay, type Stoppable, systemClock } from '@fulfilment/kernel';
import { asUnavailable, connectMongo, ensureIndexes, type Mongo } from '@fulfilment/mongo';
import { makeLogger, makeMetrics } from '@fulfilment/observability';
import { connectRedis } from '@fulfilment/redis';
import { makeAuthenticate } from './access/authenticate.ts';
import { makeKeyCache } from './access/key-cache.ts';
import { makeDigestKey, makeDigestsOfKey } from './access/key-digest.ts';
import { type Limiter, makeLimiter } from './access/limiter.ts';
import { makeLocalBuckets } from './access/local-buckets.ts';
import { startStoreWatch, type StoreWatch } from './access/store-watch.ts';
import { composeAccounts } from './compose-accounts.ts';
import type { Settings } from './config.ts';
import { openEdge } from './compose-edge.ts';
import { EDGE_TIMES, type EdgeTimes } from './edge/edge-server.ts';
import { type Gate, makeGate } from './edge/gate.ts';
import type { House } from './house.ts';
import { AUDIENCE } from './http/operator-routes.ts';
import { countDecisions, countLookUps } from './metrics.ts';
import { INDEXES } from './store/documents.ts';
import { startGatewayCensus } from './store/gateway-census.ts';
import { startLastUseLog } from './store/last-use-log.ts';
import { makeLookUpKey } from './store/look-up-key.ts';
import { watchPrimary } from './store/primary-watch.ts';
import { makeSharedBuckets } from './store/shared-buckets.ts';

/** A gateway that runs. */
export interface Gateway extends Required<Running> {
  readonly port: number;
  readonly internalPort: number;
}

/** Milliseconds to wait for Redis at the start. It can do without. */
const REDIS_GREETING_MS = 1_000;

/** Starts everything, in the order in which it is needed. @param times shorter ones for tests. */
export async function compose(settings: Settings, times: EdgeTimes = EDGE_TIMES): Promise<Gateway> {
  const started: Stoppable[] = [];
  const stop = async (): Promise<void> => {
    for (const part of started.splice(0).toReversed()) await part.stop();
  };
  const house: House = {
    settings,
    publicUrl: settings.PUBLIC_URL.replace(/\/+$/, ''),
    logger: makeLogger({ service: 'gateway', level: settings.LOG_LEVEL }),
    metrics: makeMetrics({ service: 'gateway' }),
    own: (part) => {
      started.push(part);
      return part;
    },
  };
  try {
    const { drain, ...ports } = await start(house, times);
    house.logger.info(ports, 'listening');
    return { ...ports, drain, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(house: House, times: EdgeTimes): Promise<Omit<Gateway, 'stop'>> {
  const { settings, metrics, own } = house;
  const mongo = own(await connectMongo({ url: settings.MONGODB_URL, database: settings.MONGODB_DATABASE, appName: 'gateway' }));
  await ensureIndexes(mongo.db, INDEXES);
  const { limiter, watch } = await openLimiter(house);
  const gate = openGate(house, mongo, limiter);
  const accounts = composeAccounts(settings, mongo);
  const api = { publicUrl: house.publicUrl, logger: house.logger, translate: asUnavailable };

  const internal = own(
    await startInternal({
      host: settings.INTERNAL_HOST,
      port: settings.INTERNAL_PORT,
      metrics,
      checks: [
        { name: 'mongodb', optional: true, check: () => mongo.healthy() },
        { name: 'redis', optional: true, check: () => !watch.away() },
      ],
      operator: {
        ...api,
        routes: accounts.operator,
        verify: makeVerifyIdentity({ keys: settings.JWT_PUBLIC_KEYS, audience: AUDIENCE }),
      },
    }),
  );
  const draining = { yes: false };
  const accountApi = embedApi({ ...api, routes: accounts.own, caching: 'no-store' });
  const port = await openEdge(house, { gate, limiter, times, accountApi, isDraining: () => draining.yes });
  const leave = (): void => {
    draining.yes = true;
    internal.drain();
  };
  own({ stop: async () => leave() });
  const drain = async (): Promise<void> => {
    leave();
    await delay(settings.DRAIN_NOTICE_MS);
  };
  return { port, internalPort: internal.port, drain };
}

async function openLimiter({ settings, logger, metrics, own }: House): Promise<{ limiter: Limiter; watch: StoreWatch }> {
  const budgetMs = settings.RATE_LIMIT_BUDGET_MS;
  const connection = own(
    connectRedis({
      url: settings.REDIS_URL,
      prefix: settings.REDIS_PREFIX,
      // Decisions have their own, shorter budget; this one only clears away what nobody waits for.
      commandTimeoutMs: 2_000,
      onError: (error) => logger.debug({ err: error }, 'redis connection'),
    }),
  );
  const { redis } = connection;
  await Promise.race([new Promise((resolve) => redis.once('ready', resolve)), delay(REDIS_GREETING_MS)]);
  const watch: StoreWatch = own(
    startStoreWatch({
      ping: () => redis.ping(),
      reconnect: () => redis.disconnect(true),
      budgetMs,
      onChange: (away, cause) =>
        away
          ? logger.warn({ err: cause }, 'redis is away: rate limits are decided on this gateway’s share')
          : logger.info('redis is back'),
    }),
  );
  const census = own(startGatewayCensus(connection, randomUUID()));
  const limiter = makeLimiter({
    shared: makeSharedBuckets(connection),
    local: makeLocalBuckets(),
    watch,
    budgetMs,
    gateways: census.count,
  });
  return { limiter: countDecisions(metrics, limiter, watch), watch };
}

function openGate({ settings, logger, metrics, own }: House, { client, db }: Mongo, limiter: Limiter): Gate {
  const lastUse = own(startLastUseLog(db, (error) => logger.warn({ err: error }, 'last use of keys was not written')));
  const find = makeKeyCache({
    lookUp: countLookUps(
      metrics,
      makeLookUpKey(db, (error) => logger.warn({ err: error }, 'a key was not moved to the current pepper')),
    ),
    primaryKnown: watchPrimary(client),
    nowMs: () => performance.now(),
  });
  const authenticate = makeAuthenticate({
    digestsOf: makeDigestsOfKey(makeDigestKey(settings.KEY_PEPPER), settings.KEY_PEPPERS_OLD.map(makeDigestKey)),
    find,
    now: systemClock,
  });
  return makeGate({ authenticate, limiter, noteUse: lastUse.note });
}
