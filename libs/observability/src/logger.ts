import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Paths that are never written, at the top of a log object and one level down. */
const SECRETS = ['authorization', 'key', 'secret', 'password', 'token', 'pepper', 'cookie', 'identity'];

/**
 * The process's logger: JSON lines on standard output.
 *
 * @param service name of the process, on every line.
 * @param level least level that is written.
 */
export function makeLogger({ service, level }: { readonly service: string; readonly level: string }): Logger {
  return pino({
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.headers["${name}"]`]), censor: '[redacted]' },
  });
}

/** A logger that writes nothing, for tests. */
export const silentLogger: Logger = pino({ level: 'silent' });
