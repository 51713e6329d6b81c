import { stopRequested } from '../system/stop-requested.ts';
import { BENCH_USAGE, type BenchRequest, parseBenchArguments } from './bench-options.ts';
import { FULL, QUICK } from './measures/bench.ts';
import { runBench } from './run-bench.ts';
import { benchTables } from './tables.ts';

/** `npm run bench`: resolves with its exit code. 0: measured; 1: the system did not come up; 2: wrong usage. */
export async function benchCommand(args: readonly string[]): Promise<0 | 1 | 2> {
  const request = parseBenchArguments(args);
  switch (request.kind) {
    case 'help':
      print(BENCH_USAGE);
      return 0;
    case 'misuse':
      complain(`${request.message}\n\n${BENCH_USAGE}`);
      return 2;
    case 'bench':
      return await bench(request);
  }
}

async function bench({ quick, json }: Extract<BenchRequest, { kind: 'bench' }>): Promise<0 | 1> {
  const signal = stopRequested(process.env);
  try {
    const results = await runBench({ extent: quick ? QUICK : FULL, startOnce: quick, progress: complain, signal });
    print(json ? JSON.stringify(results) : benchTables(results));
    return 0;
  } catch (error) {
    if (signal.aborted) complain('Stopped; nothing was measured.');
    else complain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}
