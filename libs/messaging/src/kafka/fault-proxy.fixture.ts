import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type Api, apiOf, endless, type Fault, nonsense, withError } from './group-answers.fixture.ts';
import type { BrokerAddress } from './sockets.ts';

/** Stands between a client and a broker, for tests: rewrites and loses answers, falls silent, breaks connections. */
export interface FaultProxy {
  /** Leads every connection of a client through here. */
  readonly dial: (broker: BrokerAddress) => BrokerAddress;
  /** The next reply to a Produce request is lost; the broker has done what was asked. */
  readonly loseNextProduceReply: () => void;
  /** The next `times` requests of the API meet the fault; after those of faults that were planted for it before. */
  readonly plant: (api: Api, fault: Fault, times: number) => void;
  /** The APIs of the planted faults that no request has met yet. */
  readonly planted: () => readonly Api[];
  /** Every connection that is open falls silent, both ways, and stays open. New ones work. */
  readonly freeze: () => void;
  /** As `freeze`, and new connections are silent too, from now on. */
  readonly sever: () => void;
  /** Breaks every connection, and refuses new ones until `connectAgain`. */
  readonly disconnect: () => void;
  readonly connectAgain: () => void;
  /** The number of requests since the last call, by the name of their API. */
  readonly takeCounts: () => Readonly<Record<CountedApi, number>>;
  /** The most fetches that were sent within one second of the clock. */
  readonly busiestSecond: () => number;
  readonly stop: () => Promise<void>;
}

interface Link {
  readonly client: Socket;
  readonly broker: Socket;
  silent: boolean;
}

const PRODUCE = 0;
/** API keys of the Kafka protocol. */
const COUNTED = { produce: PRODUCE, fetch: 1, metadata: 3, commit: 8, heartbeat: 12 } as const;
type CountedApi = keyof typeof COUNTED | 'other';
const noCounts = (): Record<CountedApi, number> => ({ produce: 0, fetch: 0, metadata: 0, commit: 0, heartbeat: 0, other: 0 });
const LENGTH_BYTES = 4;

export async function startFaultProxy(target: BrokerAddress): Promise<FaultProxy> {
  const links = new Set<Link>();
  const faults = new Map<Api, Fault[]>();
  const fetches = new Map<number, number>();
  const state = { repliesToLose: 0, severed: false, refusing: false, counts: noCounts(), faults, fetches };
  const server = createServer((client) => {
    if (state.refusing) client.destroy();
    else links.add(join(client, target, state));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy listens on no port');
  const breakAll = (): void => {
    for (const { client, broker } of links) for (const socket of [client, broker]) socket.destroy();
    links.clear();
  };
  const freeze = (): void => {
    for (const link of links) link.silent = true;
  };
  return {
    dial: () => ({ host: '127.0.0.1', port: address.port }),
    loseNextProduceReply: () => {
      state.repliesToLose += 1;
    },
    plant: (api, fault, times) => faults.set(api, [...(faults.get(api) ?? []), ...Array.from({ length: times }, () => fault)]),
    planted: () => Array.from(faults).flatMap(([api, left]) => left.map(() => api)),
    busiestSecond: () => Math.max(0, ...fetches.values()),
    freeze,
    sever: () => {
      state.severed = true;
      freeze();
    },
    disconnect: () => {
      state.refusing = true;
      breakAll();
    },
    connectAgain: () => {
      state.refusing = false;
    },
    takeCounts: () => {
      const { counts } = state;
      state.counts = noCounts();
      return counts;
    },
    stop: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

interface ProxyState {
  repliesToLose: number;
  readonly severed: boolean;
  readonly counts: Record<CountedApi, number>;
  readonly faults: ReadonlyMap<Api, Fault[]>;
  /** Fetches by the second in which they were sent. */
  readonly fetches: Map<number, number>;
}

/** A request, as its header has it (Kafka protocol, request header v1). */
interface RequestHead {
  readonly apiKey: number;
  readonly version: number;
  /** The id that its reply carries. */
  readonly correlation: number;
}

function headOf(frame: Buffer): RequestHead {
  const [apiKey, version] = [frame.readInt16BE(LENGTH_BYTES), frame.readInt16BE(LENGTH_BYTES + 2)];
  return { apiKey, version, correlation: frame.readInt32BE(LENGTH_BYTES + 4) };
}

function join(client: Socket, target: BrokerAddress, state: ProxyState): Link {
  const link = { client, broker: connect(target), silent: state.severed };
  const produces = new Set<number>();
  /** Fates of replies that are under way, by correlation. */
  const fates = new Map<number, (reply: Buffer) => void>();
  const requests = frameReader((frame) => {
    const head = headOf(frame);
    count(head, state);
    if (head.apiKey === PRODUCE) produces.add(head.correlation);
    const fault = faultOf(head, state);
    if (fault === 'request lost') return;
    if (fault === 'cut before') client.destroy();
    else {
      if (fault !== undefined) fates.set(head.correlation, (reply) => meet(fault, head, { reply, client }));
      if (!link.silent) link.broker.write(frame);
    }
  });
  const replies = frameReader((frame) => {
    const correlation = frame.readInt32BE(LENGTH_BYTES);
    const fate = fates.get(correlation);
    fates.delete(correlation);
    const ofProduce = produces.delete(correlation);
    if (ofProduce && state.repliesToLose > 0) state.repliesToLose -= 1;
    else if (fate) fate(frame);
    else if (!link.silent) link.client.write(frame);
  });
  client.on('data', requests);
  link.broker.on('data', replies);
  for (const [one, other] of [
    [client, link.broker],
    [link.broker, client],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
  return link;
}

function count({ apiKey }: RequestHead, { counts, fetches }: ProxyState): void {
  const api = countedOf(apiKey);
  counts[api] += 1;
  if (api !== 'fetch') return;
  const second = Math.floor(performance.now() / 1_000);
  fetches.set(second, (fetches.get(second) ?? 0) + 1);
}

function faultOf({ apiKey }: RequestHead, { faults }: ProxyState): Fault | undefined {
  const api = apiOf(apiKey);
  return api && faults.get(api)?.shift();
}

function meet(fault: Fault, head: RequestHead, { reply, client }: { readonly reply: Buffer; readonly client: Socket }): void {
  if (fault === 'cut after') client.destroy();
  else if (fault === 'nonsense') client.write(nonsense(reply));
  else if (fault === 'endless') client.write(endless(reply));
  else if (typeof fault === 'number') client.write(withError(fault, head, reply));
}

function countedOf(apiKey: number): CountedApi {
  for (const api of ['produce', 'fetch', 'metadata', 'commit', 'heartbeat'] as const) if (COUNTED[api] === apiKey) return api;
  return 'other';
}

/** Cuts a stream into frames, each with the four bytes of length that it begins with. */
function frameReader(onFrame: (frame: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= LENGTH_BYTES && rest.length >= LENGTH_BYTES + rest.readInt32BE(0)) {
      const end = LENGTH_BYTES + rest.readInt32BE(0);
      onFrame(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  };
}
