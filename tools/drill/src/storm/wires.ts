import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { delay, type Stoppable } from '@fulfilment/kernel';

/**
 * Faults of a network, by what they do to connections.
 *
 * - `cut`: they end in order (FIN), and new ones are refused.
 * - `reset`: they end by a RST; new ones work.
 * - `half-open`: neither side hears of the other again, nor that it is gone; new ones work.
 * - `silent`: nothing arrives, on new ones neither; afterwards all of it does, as what TCP sends again.
 * - `lossy`: each piece arrives late, one in twenty by a second more.
 */
export type NetworkFault = 'cut' | 'reset' | 'half-open' | 'silent' | 'lossy';

/** The connections that a fault is of: those of processes to a port. */
export interface Way {
  readonly from: (process: string) => boolean;
  readonly port: number;
}

/** The way of every connection that the processes of a system open, for faults to be planted on, and the clock of each of them. */
export interface Wires extends Stoppable {
  /** The `NODE_OPTIONS` of a process that is to use them, beside the drill's own. It is known by its `INSTANCE_NAME`. */
  readonly nodeOptions: string;
  /** @returns what ends the fault. */
  plant(fault: NetworkFault, way: Way): () => void;
  /** Sets the clock of a process off by milliseconds; 0 sets it right. One that is started again has the right one. */
  setClock(process: string, offMs: number): void;
}

/** A fault of a way. */
interface Planted {
  readonly fault: NetworkFault;
  readonly way: Way;
}

/** A connection of a process. */
interface Wire {
  readonly from: string;
  readonly port: number;
  readonly ends: readonly Socket[];
  isHalfOpen: boolean;
}

const LOADED = new URL('./wired-process.ts', import.meta.url);
const HOST = '127.0.0.1';
const LATE_MS = 40;
const LOST_MS = 1_000;
/** Of so many pieces one is lost, and sent again. */
const LOST_OF = 20;

/** Listens on a free port of this machine. */
export async function startWires(): Promise<Wires> {
  const faults = new PlantedFaults();
  const wires = new Set<Wire>();
  const clocks = new Map<string, Set<Socket>>();
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on('error', () => undefined).once('close', () => open.delete(socket));
  };
  const join = (way: Pick<Wire, 'from' | 'port'>, client: Socket): void => {
    if (faults.of(way).includes('cut')) {
      client.resetAndDestroy();
      return;
    }
    const target = keep(connect({ host: HOST, port: way.port, allowHalfOpen: true, noDelay: true }));
    const wire: Wire = { ...way, ends: [client, target], isHalfOpen: false };
    wires.add(wire);
    for (const end of wire.ends)
      end.once('close', () => {
        if (wire.ends.every(({ destroyed }) => destroyed)) wires.delete(wire);
      });
    carry(wire, [client, target], faults);
    carry(wire, [target, client], faults);
  };
  const follow = (process: string, client: Socket): void => {
    const told = clocks.get(process) ?? new Set();
    clocks.set(process, told.add(client));
    client.once('close', () => told.delete(client)).once('end', () => client.destroy());
    client.resume();
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    onFirstLine(keep(client), ([from = '', port = '']) => {
      if (port === 'clock') follow(from, client);
      else join({ from, port: Number(port) }, client);
    });
  });
  // A system that did not come up leaves nothing to wait for.
  server.listen(0, HOST).unref();
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The wires have no TCP address');
  return {
    nodeOptions: [`--import=${LOADED.href}?wires=${address.port}`, process.env['NODE_OPTIONS']].filter(Boolean).join(' '),
    plant: (fault, way) => {
      for (const wire of wires) if (isOf(way, wire)) strike(fault, wire);
      return faults.plant({ fault, way });
    },
    setClock: (process, offMs) => {
      for (const told of clocks.get(process) ?? []) told.write(`${offMs}\n`);
    },
    stop: async () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** The faults that last, for connections that are open and for new ones. */
class PlantedFaults {
  readonly #planted = new Set<Planted>();
  #ended = Promise.withResolvers<void>();

  of(wire: Pick<Wire, 'from' | 'port'>): readonly NetworkFault[] {
    return Array.from(this.#planted).flatMap(({ fault, way }) => (isOf(way, wire) ? [fault] : []));
  }

  /** @returns what ends it. */
  plant(planted: Planted): () => void {
    this.#planted.add(planted);
    return () => {
      this.#planted.delete(planted);
      this.#ended.resolve();
      this.#ended = Promise.withResolvers();
    };
  }

  /** Resolves when a piece arrives that is under way on the wire. */
  async arrival(wire: Wire): Promise<void> {
    while (this.of(wire).includes('silent')) await this.#ended.promise;
    if (this.of(wire).includes('lossy')) await delay(Math.random() * LOST_OF < 1 ? LATE_MS + LOST_MS : LATE_MS);
  }
}

function isOf({ from, port }: Way, wire: Pick<Wire, 'from' | 'port'>): boolean {
  return wire.port === port && from(wire.from);
}

/** Does to an open connection what is done at once. */
function strike(fault: NetworkFault, wire: Wire): void {
  if (fault === 'half-open') wire.isHalfOpen = true;
  if (fault === 'reset') for (const end of wire.ends) end.resetAndDestroy();
  if (fault === 'cut') for (const end of wire.ends) end.destroySoon();
}

/** Carries one direction, in order: bytes, the end and the abort. */
function carry(wire: Wire, [source, sink]: readonly [source: Socket, sink: Socket], faults: PlantedFaults): void {
  let underWay = 0;
  let last = Promise.resolve();
  const inOrder = (arrives: () => void): void => {
    if (wire.isHalfOpen) return;
    if (underWay === 0 && faults.of(wire).length === 0) {
      arrives();
      return;
    }
    underWay += 1;
    const before = last;
    last = (async () => {
      await before;
      await faults.arrival(wire);
      underWay -= 1;
      if (!wire.isHalfOpen) arrives();
    })();
  };
  source.on('data', (bytes) => {
    inOrder(() => {
      if (sink.destroyed || sink.write(bytes)) return;
      source.pause();
      sink.once('drain', () => source.resume());
    });
  });
  source.on('end', () => inOrder(() => sink.end()));
  source.on('error', () => inOrder(() => sink.resetAndDestroy()));
}

/** Calls `work` with the words of the first line, and leaves what comes behind it to be read. */
function onFirstLine(socket: Socket, work: (words: readonly string[]) => void): void {
  let head: Buffer = Buffer.alloc(0);
  const read = (bytes: Buffer): void => {
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf('\n');
    if (end < 0) return;
    socket.off('data', read).pause();
    if (end + 1 < head.length) socket.unshift(head.subarray(end + 1));
    work(head.subarray(0, end).toString().split(' '));
    socket.resume();
  };
  socket.on('data', read);
}
