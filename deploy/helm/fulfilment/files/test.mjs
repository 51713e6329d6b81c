// helm test: exits with 0 where every process of the services is ready and none lacks an engine; else names them.
import { lookup } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';

const TRIES = Number(process.env.TRIES ?? 30);
const PAUSE_MS = 2_000;

/** The faults of the processes behind the name of a headless Service, a line each. */
async function faultsOf(host, port) {
  const addresses = await lookup(host, { all: true }).catch(() => []);
  if (addresses.length === 0) return [`${host}: no process`];
  const answers = addresses.map(async ({ address, family }) => {
    const url = `http://${family === 6 ? `[${address}]` : address}:${port}/readyz`;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      const report = await response.text();
      return JSON.parse(report).status === 'ready' ? [] : [`${host} ${address}: ${report}`];
    } catch (error) {
      return [`${host} ${address}: ${error.cause?.message ?? error.message}`];
    }
  });
  return (await Promise.all(answers)).flat();
}

const [port, ...hosts] = process.env.PROCESSES.split(' ');
let faults = [];
for (let tries = 0; tries < TRIES; tries += 1) {
  faults = (await Promise.all(hosts.map((host) => faultsOf(host, port)))).flat();
  if (faults.length === 0) break;
  if (tries < TRIES - 1) await setTimeout(PAUSE_MS);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
