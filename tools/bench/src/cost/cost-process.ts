import { createServer } from 'node:http';
import { z } from 'zod';
import { serveJobs } from '../load/start-process.ts';
import { measureCeiling, measureRests } from './ceilings.ts';
import { costJob, CPU_PATH } from './jobs.ts';
import { runUnits } from './run-units.ts';

// Sends what is measured, and answers as a bare server, on an event loop that the bench itself does not use.

const BODY = JSON.stringify({ sku: 'BARE', name: 'Bare', on_hand: 1 });

async function openBareServer(): Promise<{ readonly origin: string }> {
  const server = createServer((request, response) => {
    const body = request.url === CPU_PATH ? JSON.stringify(process.cpuUsage()) : BODY;
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return { origin: `http://127.0.0.1:${port}` };
}

serveJobs(costJob, async (job) => {
  switch (job.kind) {
    case 'send-units':
      return await runUnits(job);
    case 'measure-ceiling':
      return await measureCeiling(job);
    case 'measure-rests':
      return await measureRests(job);
    case 'open-bare-server':
      return await openBareServer();
  }
});
