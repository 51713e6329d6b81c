import { type HeldReceiver, type LoadJob, job, runRequests, startHeldReceiver } from './jobs.ts';
import { serveJobs } from './start-process.ts';

// The process that loads the system and is loaded by it, so that it shares its event loop with nothing that is measured.

let receiver: HeldReceiver | undefined;

async function run(asked: LoadJob): Promise<object> {
  switch (asked.kind) {
    case 'send-requests':
      return await runRequests(asked);
    case 'open-receiver':
      receiver = await startHeldReceiver();
      return { url: receiver.url };
    case 'release-receiver':
      receiver?.release();
      return {};
    case 'count-received':
      return receiver?.count() ?? { count: 0, elapsedMs: 0 };
  }
}

serveJobs(job, run);
