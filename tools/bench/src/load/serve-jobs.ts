import { z } from 'zod';

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
