import { pino, type Logger } from 'pino';
import { DebugSwitch } from './debug-switch.ts';

export type { Logger } from 'pino';

/**
 * Paths that are never written, at the top of a log object and one level down. A `command` is what an error of the Redis
 * client carries: with its arguments, a password among them where it was AUTH.
 */
const SECRETS = ['authorization', 'key', 'secret', 'password', 'token', 'pepper', 'cookie', 'identity', 'command'];

/** Options of a logger. */
export interface LoggerOptions {
  /** Name of the process, on every line. */
  readonly service: string;
  /** Least level that is written. */
  readonly level: string;
}

/** Makes the process's logger: JSON lines on standard output. SIGUSR2 has it write `debug` for 10 minutes. */
export function makeLogger(options: LoggerOptions): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.headers["${name}"]`]);
  return debugSwitch.follow(pino({ ...shapeOf(options), redact: { paths, censor: '[redacted]' } }));
}

const debugSwitch = new DebugSwitch();

/** Bytes of lines that are written together: the destination writes 16 KiB at most at once. */
const TOGETHER_BYTES = 12_288;
const AT_LEAST_EVERY_MS = 200;

/**
 * A logger for the lines of requests, of the same shape on the same output. There is one for every answer, so they are written
 * together, 200 ms late at most and at the end of the process, and are not searched for secrets: give it named fields alone,
 * never an object that came from outside.
 */
export function makeRequestLogger(options: LoggerOptions): Logger {
  const output = pino.destination({ sync: false, minLength: TOGETHER_BYTES });
  let flushing: NodeJS.Timeout | undefined;
  // The destination's own periodic flush wakes an idle process five times a second, and a thread of its pool as often.
  const flushSoon = (): void => {
    flushing ??= setTimeout(() => {
      flushing = undefined;
      output.flush();
    }, AT_LEAST_EVERY_MS).unref();
  };
  const write = (line: string): void => {
    output.write(line);
    flushSoon();
  };
  return debugSwitch.follow(pino(shapeOf(options), { write }));
}

function shapeOf({ service, level }: LoggerOptions) {
  return {
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
}

/** A logger that writes nothing, for tests. */
export const silentLogger: Logger = pino({ level: 'silent' });
