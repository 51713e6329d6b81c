import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Stoppable } from '@fulfilment/kernel';
import { z } from 'zod';
import type { LoadJob } from './jobs.ts';

/** A process that does jobs, several at once. */
export interface JobProcess<Job extends object> extends Stoppable {
  readonly pid: number;
  /** @throws Error with what the process says if a job fails, or if it ends before. */
  readonly run: <Schema extends z.ZodType>(job: Job, result: Schema) => Promise<z.output<Schema>>;
}

const answer = z.object({ id: z.int(), result: z.unknown().optional(), error: z.string().optional() });

/** Starts a program that answers each `{ id, job }` it is sent with `{ id, result }` or `{ id, error }`. */
export function startProcess<Job extends object>(file: string): JobProcess<Job> {
  const child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
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
    // A process that did not start has none, and says so with its end.
    pid: child.pid ?? 0,
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

/** Makes this process do the jobs that the one which started it sends. It ends when that one is gone. */
export function serveJobs<Job>(job: z.ZodType<Job>, run: (job: Job) => Promise<object>): void {
  const question = z.object({ id: z.int(), job });
  process.on('message', (message) => {
    const asked = question.parse(message);
    run(asked.job).then(
      (result) => process.send?.({ id: asked.id, result }),
      (error: unknown) => process.send?.({ id: asked.id, error: String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}

const PROCESS = fileURLToPath(new URL('./load-process.ts', import.meta.url));

/** The process that sends requests, and receives webhooks. */
export type LoadProcess = JobProcess<LoadJob>;

export function startLoad(): LoadProcess {
  return startProcess(PROCESS);
}
