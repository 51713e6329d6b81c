import { fileURLToPath } from 'node:url';
import type { Job } from './jobs.ts';
import { type JobProcess, startProcess } from './start-process.ts';

const PROCESS = fileURLToPath(new URL('./load-process.ts', import.meta.url));

/** The process that sends requests, and receives webhooks. */
export type LoadProcess = JobProcess<Job>;

export function startLoad(): LoadProcess {
  return startProcess(PROCESS);
}
