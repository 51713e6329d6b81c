/**
 * Loaded by each process of a wired system before its own code (`--import`), with the port of the wires in its address: leads every
 * connection to this machine through them, and sets the clock of the process as they say. Without effect where the process has no name.
 */
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';

const name = process.env['INSTANCE_NAME'];
const wires = { host: '127.0.0.1', port: Number(new URL(import.meta.url).searchParams.get('wires')) };
const LOCAL: ReadonlySet<unknown> = new Set(['127.0.0.1', 'localhost', '::1', undefined]);

if (name !== undefined) {
  leadThroughWires(name);
  followClock(name);
}

/** Each connection begins with a line: the process, and the port that it is for. */
function leadThroughWires(process: string): void {
  const direct = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect')?.value;
  const connect = function (this: Socket, ...args: unknown[]): Socket {
    const [options, listener] = optionsOf(args);
    const port = Number(options['port'] ?? 0);
    if (port === 0 || port === wires.port || !LOCAL.has(options['host'])) {
      Reflect.apply(direct, this, args);
      return this;
    }
    Reflect.apply(direct, this, [{ ...options, ...wires }, listener]);
    this.write(`${process} ${port}\n`);
    return this;
  };
  Object.defineProperty(Socket.prototype, 'connect', { value: connect });
}

/** `net.connect` gives its arguments as one list; others give options, or a port and a host. */
function optionsOf(args: readonly unknown[]): readonly [options: Readonly<Record<string, unknown>>, listener: unknown] {
  const given: readonly unknown[] = Array.isArray(args[0]) ? args[0] : args;
  const [first, second] = given;
  const listener = given.find((each) => typeof each === 'function');
  if (typeof first === 'object' && first !== null) return [{ ...first }, listener];
  return [{ port: first, ...(typeof second === 'string' ? { host: second } : {}) }, listener];
}

/** The wires send the milliseconds by which the clock of this machine is to be wrong, in a line. Timers go on as they are. */
function followClock(process: string): void {
  let offMs = 0;
  const now = Date.now;
  Date.now = () => now() + offMs;
  const Shifted = new Proxy(Date, {
    construct: (date, args: unknown[], made) => Reflect.construct(date, args.length === 0 ? [date.now()] : args, made),
    apply: (date) => new date(date.now()).toString(),
  });
  // oxlint-disable-next-line no-extend-native -- a date's constructor is the one that the program knows.
  Object.defineProperty(Date.prototype, 'constructor', { value: Shifted });
  globalThis.Date = Shifted;
  const told = new Socket();
  // The drill that made the wires has ended, and this process will.
  told.on('error', () => undefined);
  told.connect(wires);
  told.write(`${process} clock\n`);
  told.unref();
  createInterface({ input: told }).on('line', (line) => {
    offMs = Number(line);
  });
}
