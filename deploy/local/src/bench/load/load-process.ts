import { type HeldReceiver, startHeldReceiver } from './held-receiver.ts';
import { type Job, question } from './jobs.ts';
import { runRequests } from './send-requests.ts';

// The process that loads the system and is loaded by it, so that it shares its event loop with nothing that is measured.

let receiver: HeldReceiver | undefined;

async function run(job: Job): Promise<object> {
  switch (job.kind) {
    case 'send-requests':
      return await runRequests(job);
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

process.on('message', (message) => {
  const { id, job } = question.parse(message);
  run(job).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
// Whoever started it is gone.
process.on('disconnect', () => process.exit());
