import { uniqueName } from '@fulfilment/testing';
import { delay } from '@fulfilment/kernel';
import type { Call } from '../system/call.ts';
import { type GoodClient, type Hearsay, makeGoodClient, type Route } from './good-client.ts';
import type { Load } from './kill-under-load.ts';

/** Clients that create orders and end them, one after another, and scan, until they are told to stop. */
export interface BusyClients extends Load {
  /** Lets each finish what it has begun. @throws what went wrong in any of them. */
  stop(): Promise<Work>;
}

/** The requests that clients made, by the names they gave them. */
export interface Work {
  /** The steps that each order was to take, by external id. */
  readonly routes: ReadonlyMap<string, Route>;
  readonly clientScanIds: ReadonlySet<string>;
  readonly heard: Hearsay;
}

export interface BusyOptions {
  readonly call: Call;
  readonly key: string;
  readonly clients: number;
  /** SKUs of which there is enough. */
  readonly skus: readonly string[];
  /** Milliseconds that each client waits after an order; none by default. */
  readonly pauseMs?: number;
}

/** Of so many orders, one is cancelled before it is packed, and one after; the others are shipped. */
const ROUND = 8;

export function startBusyClients({ call, key, clients, skus, pauseMs = 0 }: BusyOptions): BusyClients {
  const heard: Hearsay = { promised: new Set(), answers: new Map() };
  const routes = new Map<string, Route>();
  const clientScanIds = new Set<string>();
  const state = { stopping: false, finished: 0, pauseMs };

  const oneOrder = async (client: GoodClient, name: string, n: number): Promise<void> => {
    const route = routeOf(n);
    routes.set(name, route);
    clientScanIds.add(name);
    const order = await client.create({ external_id: name, lines: linesOf(n, skus) });
    await client.scan({ barcode: name, client_scan_id: name });
    await client.finish(order.id, route);
    state.finished += 1;
  };

  // A tenant may have had such clients before, whose orders keep their external ids.
  const run = uniqueName('run');
  const running = Array.from({ length: clients }, async (_, place) => {
    const client = makeGoodClient(call, key, heard);
    for (let n = 1; !state.stopping; n += 1) {
      await oneOrder(client, `${run} client ${place} order ${n}`, n);
      // wait: the rate of the load.
      if (state.pauseMs > 0) await delay(state.pauseMs);
    }
  });
  // A client's failure is reported when the clients are stopped, not before.
  const all = Promise.allSettled(running);
  return {
    finished: () => state.finished,
    rest: (ms) => {
      state.pauseMs = ms;
    },
    stop: async () => {
      state.stopping = true;
      const failures = (await all).flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
      return { routes, clientScanIds, heard };
    },
  };
}

/** Now one SKU, now two, now one twice. */
function linesOf(n: number, skus: readonly string[]) {
  const line = (place: number, quantity: number) => ({ sku: skus[place % skus.length] ?? '', quantity });
  return n % 3 === 0 ? [line(n, 1), line(n, 2)] : n % 3 === 1 ? [line(n, 3)] : [line(n, 1), line(n + 1, 2)];
}

function routeOf(n: number): Route {
  if (n % ROUND === 3) return ['cancel'];
  return n % ROUND === 6 ? ['pack', 'cancel'] : ['pack', 'ship'];
}
