import { setTimeout as wait } from 'node:timers/promises';
import {
  type ConnectionCheckedInEvent,
  type ConnectionClosedEvent,
  MongoClient,
  MongoErrorLabel,
  MongoNetworkError,
} from 'mongodb';

/** Parts of the driver (7.9) that it does not declare. */
declare module 'mongodb' {
  interface MongoClient {
    readonly topology?: {
      readonly s: {
        /** By `host:port`. */
        readonly servers: ReadonlyMap<string, { readonly monitor: UndeclaredMonitor | null; requestCheck(): void }>;
      };
    };
  }
}
interface UndeclaredMonitor {
  /** The server is unknown from now on, its pool is cleared as the labels of the error say, and the monitor connects again. */
  emit(event: 'resetServer', error: MongoNetworkError): boolean;
}

/** Milliseconds without an answer after which the server is asked about an operation, and then again. */
const SILENCE_MS = 2_000;
/** Microseconds that an operation which is silent for so long has run at the server at least, were it under way there. It may not tell. */
const RUNNING_US = 1_500_000;
/** Milliseconds in which a server that is well answers over a new connection. */
const ANSWER_MS = 1_500;
/** Milliseconds for answers that are on their way. */
const ARRIVAL_MS = 250;

/** The client whose connections are watched. */
interface Watched {
  readonly client: MongoClient;
  readonly url: string;
  /** Of the client, in the server's lists. */
  readonly appName: string;
}

/**
 * Replaces connections that are half-open: no byte arrives on them again, and neither end is told, as where a table of addresses was
 * forgotten. The driver's monitor misses its server after 15 s; until then each operation waits that gets such a connection.
 *
 * When an operation has had no answer for 2 s, the server is asked over a new connection which operations of this client it has run for
 * about as long. Where it answers and names none, and no answer has arrived, none is to come: all connections to it are closed, as after
 * the monitor's time, and the driver repeats what may be repeated. A server that hangs does not answer, and one that takes long names the
 * operation: both are waited for. Nothing is asked while operations are answered in time.
 */
export function replaceHalfOpen({ client, url, appName }: Watched): void {
  /** The beginnings of operations under way, the oldest first, by server and connection. */
  const underWay = new Map<string, number>();
  const look = async (): Promise<void> => {
    const latest = performance.now() - SILENCE_MS;
    const silent = [...underWay].filter(([, began]) => began <= latest);
    if (!(await runsNone(url, appName))) return;
    await wait(ARRIVAL_MS, undefined, { ref: false });
    if (silent.some(([place, began]) => underWay.get(place) !== began)) return;
    for (const server of new Set(silent.map(([place]) => serverOf(place)))) disconnect(client, server);
  };
  let isWatched = false;
  const watch = async (): Promise<void> => {
    for (let [oldest] = underWay.values(); oldest !== undefined; [oldest] = underWay.values()) {
      const restMs = oldest + SILENCE_MS - performance.now();
      // Where it fails, the driver's monitor is left.
      if (restMs <= 0) await look().catch(() => undefined);
      await wait(restMs > 0 ? restMs : SILENCE_MS, undefined, { ref: false });
    }
    isWatched = false;
  };
  client.on('connectionCheckedOut', ({ address, connectionId }) => {
    underWay.set(placeOf(address, connectionId), performance.now());
    if (isWatched) return;
    isWatched = true;
    void watch();
  });
  const ended = ({ address, connectionId }: ConnectionCheckedInEvent | ConnectionClosedEvent): void =>
    void underWay.delete(placeOf(address, connectionId));
  client.on('connectionCheckedIn', ended).on('connectionClosed', ended);
}

const placeOf = (address: string, connection: number | string): string => `${address} ${connection}`;
const serverOf = (place: string): string => place.slice(0, place.lastIndexOf(' '));

/** True where the primary answers over a new connection, and runs no operation of clients with this name for long but their monitors'. */
async function runsNone(url: string, appName: string): Promise<boolean> {
  const within = { serverSelectionTimeoutMS: ANSWER_MS, connectTimeoutMS: ANSWER_MS, socketTimeoutMS: ANSWER_MS };
  const client = new MongoClient(url, { maxPoolSize: 1, retryReads: false, ...within });
  try {
    const isMonitor = { $or: [{ 'command.hello': { $exists: true } }, { 'command.isMaster': { $exists: true } }] };
    const running = { appName, active: true, microsecs_running: { $not: { $lt: RUNNING_US } }, $nor: [isMonitor] };
    const found = client.db('admin').aggregate([{ $currentOp: {} }, { $match: running }, { $limit: 1 }], {
      readConcern: { level: 'local' },
      maxTimeMS: ANSWER_MS,
    });
    return (await found.toArray()).length === 0;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

/** Closes all connections to a server, those in use too, and the monitor's; it connects again at once. */
function disconnect(client: MongoClient, address: string): void {
  const server = client.topology?.s.servers.get(address);
  const error = new MongoNetworkError('The connections to the server are half-open');
  error.addErrorLabel(MongoErrorLabel.ResetPool);
  error.addErrorLabel(MongoErrorLabel.InterruptInUseConnections);
  server?.monitor?.emit('resetServer', error);
  server?.requestCheck();
}
