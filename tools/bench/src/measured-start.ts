import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { startKept } from '@fulfilment/dev-stack/processes';

const START = fileURLToPath(new URL('../../dev-stack/src/start.ts', import.meta.url));
const PATIENCE_MS = 300_000;
const LOOK_MS = 10;
/** Services and engines have 20 s each to stop. */
const GRACE_SECONDS = 60;

/** `npm start` that has greeted its user. */
export interface StartedSystem extends Stoppable {
  /** From the start of the program to its greeting. */
  readonly readyAfterMs: number;
}

/**
 * Runs what `npm start` runs on a data folder, with engines of its own.
 *
 * @throws Error with what the program says if it does not come up.
 */
export async function startMeasured(folder: string, signal: AbortSignal): Promise<StartedSystem> {
  const logFile = join(folder, `start-${Date.now()}.log`);
  const env = {
    ...process.env,
    KAFKA_BROKERS: '',
    MONGODB_URL: '',
    REDIS_URL: '',
    PORT: '0',
    FULFILMENT_DATA: join(folder, 'data'),
  };
  const beganAt = performance.now();
  const program = await startKept({ file: process.execPath, args: [START], env, logFile, graceSeconds: GRACE_SECONDS });
  while (!(await said(logFile)).includes('Stop: Ctrl-C')) {
    const isOver = program.hasExited() || signal.aborted || performance.now() - beganAt > PATIENCE_MS;
    if (isOver) {
      await program.stop();
      signal.throwIfAborted();
      throw new Error(`The system did not come up:\n${await said(logFile)}`);
    }
    await delay(LOOK_MS, signal);
  }
  return { readyAfterMs: performance.now() - beganAt, stop: () => program.stop() };
}

async function said(logFile: string): Promise<string> {
  return await readFile(logFile, 'utf8').catch(() => '');
}
