import { afterAll } from 'vitest';
import { cpuSecondsOf, readProcesses } from './cpu-time.ts';

declare global {
  // Files that share a worker share its global scope.
  var fulfilmentCpuSeconds: number | undefined;
}

// The first hook that a file registers, so the last that it runs: what its own hooks stop has ended.
// Vitest reads the names of fixtures off the pattern of the first parameter.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, suite) => {
  const until = cpuSecondsOf(process.pid, readProcesses());
  suite.file.meta.cpuSeconds = Math.max(0, until - (globalThis.fulfilmentCpuSeconds ?? 0));
  globalThis.fulfilmentCpuSeconds = until;
});
