import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { BrokerAddress } from './sockets.ts';

/** Stands between a client and a broker, for tests: loses replies, falls silent, breaks connections. */
export interface FaultProxy {
  /** Leads every connection of a client through here. */
  readonly dial: (broker: BrokerAddress) => BrokerAddress;
  /** The next reply to a Produce request is lost; the broker has done what was asked. */
  readonly loseNextProduceReply: () => void;
  /** Every connection that is open falls silent, both ways, and stays open. New ones work. */
  readonly freeze: () => void;
  /** As `freeze`, and new connections are silent too, from now on. */
  readonly sever: () => void;
  /** Breaks every connection, and refuses new ones until `connectAgain`. */
  readonly disconnect: () => void;
  readonly connectAgain: () => void;
  /** The number of requests since the last call, by the name of their API. */
  readonly takeCounts: () => Readonly<Record<CountedApi, number>>;
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
  const state = { repliesToLose: 0, severed: false, refusing: false, counts: noCounts() };
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
}

function join(client: Socket, target: BrokerAddress, state: ProxyState): Link {
  const link = { client, broker: connect(target), silent: state.severed };
  const produces = new Set<number>();
  const requests = frameReader((frame) => {
    // A request begins with its API key and version, then the id that its reply carries (Kafka protocol, request header v1).
    const apiKey = frame.readInt16BE(LENGTH_BYTES);
    state.counts[apiOf(apiKey)] += 1;
    if (apiKey === PRODUCE) produces.add(frame.readInt32BE(LENGTH_BYTES + 4));
    if (!link.silent) link.broker.write(frame);
  });
  const replies = frameReader((frame) => {
    const ofProduce = produces.delete(frame.readInt32BE(LENGTH_BYTES));
    if (ofProduce && state.repliesToLose > 0) state.repliesToLose -= 1;
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

function apiOf(apiKey: number): CountedApi {
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
