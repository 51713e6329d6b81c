import type { Logger } from 'pino';

/** Milliseconds for which `debug` is written: an operator who forgets it fills no disk. */
const DEBUG_MS = 600_000;

/**
 * Raises the loggers of a process to `debug` for 10 minutes at SIGUSR2; a second signal within that time ends it. Loggers that write
 * `debug` anyway stay as they are.
 */
export class DebugSwitch {
  readonly #loggers: Logger[] = [];
  #lower: (() => void) | undefined;

  /** @returns the logger itself. */
  follow(logger: Logger): Logger {
    if (this.#loggers.length === 0) process.on('SIGUSR2', () => this.#toggle());
    this.#loggers.push(logger);
    return logger;
  }

  #toggle(): void {
    if (this.#lower) return this.#lower();
    const raised = this.#loggers
      .filter((logger) => !logger.isLevelEnabled('debug'))
      .map((logger) => ({ logger, level: logger.level }));
    const [teller] = this.#loggers;
    for (const { logger } of raised) logger.level = 'debug';
    teller?.info({ seconds: DEBUG_MS / 1_000 }, 'SIGUSR2: debug is logged for a time; a second one ends it');
    const lower = (): void => {
      clearTimeout(timer);
      this.#lower = undefined;
      teller?.info('debug is logged no longer');
      for (const { logger, level } of raised) logger.level = level;
    };
    const timer = setTimeout(lower, DEBUG_MS).unref();
    this.#lower = lower;
  }
}
