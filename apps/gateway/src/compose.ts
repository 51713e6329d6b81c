import { embedApi, startInternal } from '@fulfilment/http';
import type { Running } from '@fulfilment/service/run-process';
import { makeVerifyIdentity } from '@fulfilment/identity';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { asUnavailable, connectMongo, ensureIndexes } from '@fulfilment/mongo';
import { makeLogger, Metrics } from '@fulfilment/observability';
import { composeAccounts } from './accounts/compose.ts';
import type { Settings } from './config.ts';
import { openEdge } from './compose-edge.ts';
import { openGate } from './compose-gate.ts';
import { openLimiter } from './compose-limiter.ts';
import { EDGE_TIMES, type EdgeTimes } from './edge/edge-server.ts';
import type { House } from './house.ts';
import { AUDIENCE } from './accounts/account-routes.ts';
import { INDEXES } from './accounts/account-documents.ts';
import { MEMBER_INDEXES, SINGLE_SIGN_ON_INDEXES } from './members/member-documents.ts';

/** A gateway that runs. */
export interface Gateway extends Required<Running> {
  readonly port: number;
  readonly internalPort: number;
}

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
    metrics: new Metrics({ service: 'gateway' }),
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
  await ensureIndexes(mongo.db, [...INDEXES, ...MEMBER_INDEXES, ...SINGLE_SIGN_ON_INDEXES]);
  const { limiter, watch } = await openLimiter(house);
  const gate = openGate(house, mongo, limiter);
  const accounts = composeAccounts(house, mongo, limiter);
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
