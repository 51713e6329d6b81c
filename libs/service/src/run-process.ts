import { constants } from 'node:os';
import { ConfigError } from '@fulfilment/config';
import { StandsStill, type Stoppable } from '@fulfilment/kernel';

/** Milliseconds after which a stop that hangs is cut. */
const STOP_DEADLINE_MS = 20_000;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** A started process. */
export interface Running extends Stoppable {
  /** Reports not ready, and goes on working until its senders have noticed. */
  readonly drain?: () => Promise<void>;
}

/**
 * Runs a process from start to exit: SIGTERM and SIGINT drain it, then stop it in order, and it exits with 0, or with 1 if stopping
 * takes longer than 20 s. Before it has started they end it at once. A start that fails writes one line (for bad settings, one for each variable) and exits with 1.
 *
 * @param start composes and starts everything; its argument ends the process where it cannot go on.
 */
export async function runProcess(start: (onFatal: (error: unknown) => void) => Promise<Running>): Promise<void> {
  let end = endAtOnce;
  for (const signal of SIGNALS) process.on(signal, (name) => end(name));
  // The loggers hear it once they are loaded; Node's default would end the process until then.
  process.on('SIGUSR2', () => undefined);
  try {
    const running = await start(fail);
    // Where Node offers it (--expose-gc): what loading left behind would stay for long in a process that has little to do.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    let stopping = false;
    end = () => {
      if (stopping) return;
      stopping = true;
      drainAndStop(running).then(() => process.exit(0), fail);
    };
  } catch (error) {
    fail(error);
  }
}

/** As the first process of a container it has no default for signals. */
function endAtOnce(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal]);
}

async function drainAndStop(running: Running): Promise<void> {
  await running.drain?.();
  setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
  await running.stop();
}

function fail(error: unknown): void {
  const text =
    error instanceof ConfigError || error instanceof StandsStill
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
