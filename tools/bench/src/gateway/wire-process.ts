import { serveJobs } from '../load/serve-jobs.ts';
import { runSlowReaders } from './read-slowly.ts';
import { runOnWire } from './send-on-wire.ts';
import { wireJob, type WireJob } from './wire-jobs.ts';

// The process that loads what is measured, so that it shares its event loop with nothing else.

async function run(job: WireJob): Promise<object> {
  return job.kind === 'send-on-wire' ? await runOnWire(job) : await runSlowReaders(job);
}

serveJobs(wireJob, run);
