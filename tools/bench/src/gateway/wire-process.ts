import { serveJobs } from '../load/start-process.ts';
import { runOnWire, runSlowReaders, wireJob, type WireJob } from './wire-jobs.ts';

// The process that loads what is measured, so that it shares its event loop with nothing else.

async function run(job: WireJob): Promise<object> {
  return job.kind === 'send-on-wire' ? await runOnWire(job) : await runSlowReaders(job);
}

serveJobs(wireJob, run);
