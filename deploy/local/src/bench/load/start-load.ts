import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Stoppable } from '@fulfilment/kernel';
import type { z } from 'zod';
import { answer, type Job } from './jobs.ts';

const PROCESS = fileURLToPath(new URL('./load-process.ts', import.meta.url));

/** A process that does jobs, several at once. */
export interface LoadProcess extends Stoppable {
  /** @throws Error with what the process says if a job fails, or if it ends before. */
  readonly run: <Schema extends z.ZodType>(job: Job, result: Schema) => Promise<z.output<Schema>>;
}

export function startLoad(): LoadProcess {
  const child = fork(PROCESS, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  child.on('message', (message) => {
    const { id, result, error } = answer.parse(message);
    const settled = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) settled?.resolve(result);
    else settled?.reject(new Error(error));
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The load process has ended'));
  });
  return {
    run: async (job, result) => {
      const id = (asked += 1);
      const settled = Promise.withResolvers<unknown>();
      waiting.set(id, settled);
      child.send({ id, job });
      return result.parse(await settled.promise);
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
