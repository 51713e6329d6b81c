import { stopRequested } from '@fulfilment/dev-stack/system';
import { BENCH_USAGE, type BenchRequest, parseBenchArguments, type Part } from './bench-options.ts';
import { GATEWAY, GATEWAY_QUICK } from './gateway/extent.ts';
import { gatewayTables } from './gateway/gateway-tables.ts';
import { runGatewayBench } from './gateway/run-gateway-bench.ts';
import { LARGE, LARGE_QUICK } from './large/extent.ts';
import { largeTables } from './large/large-tables.ts';
import { runLargeBench } from './large/run-large-bench.ts';
import { FULL, QUICK } from './measures/bench.ts';
import { runBench } from './run-bench.ts';
import { benchTables } from './tables.ts';
import { WEBHOOKS, WEBHOOKS_QUICK } from './webhooks/extent.ts';
import { runWebhooksBench } from './webhooks/run-webhooks-bench.ts';
import { webhooksTables } from './webhooks/webhooks-tables.ts';

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

type Measured = Pick<Extract<BenchRequest, { kind: 'bench' }>, 'quick' | 'json'>;

const REPORTS: Readonly<Record<'main' | Part, (measured: Measured, signal: AbortSignal) => Promise<string>>> = {
  main: report,
  large: largeReport,
  webhooks: webhooksReport,
  gateway: gatewayReport,
};

async function bench(request: Extract<BenchRequest, { kind: 'bench' }>): Promise<0 | 1> {
  const signal = stopRequested(process.env);
  try {
    print(await REPORTS[request.part](request, signal));
    return 0;
  } catch (error) {
    if (signal.aborted) complain('Stopped; nothing was measured.');
    else complain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function report({ quick, json }: Measured, signal: AbortSignal): Promise<string> {
  const results = await runBench({ extent: quick ? QUICK : FULL, startOnce: quick, progress: complain, signal });
  return json ? JSON.stringify(results) : benchTables(results);
}

async function largeReport({ quick, json }: Measured, signal: AbortSignal): Promise<string> {
  const results = await runLargeBench({ extent: quick ? LARGE_QUICK : LARGE, progress: complain, signal });
  return json ? JSON.stringify(results) : largeTables(results);
}

async function webhooksReport({ quick, json }: Measured, signal: AbortSignal): Promise<string> {
  const results = await runWebhooksBench({ extent: quick ? WEBHOOKS_QUICK : WEBHOOKS, progress: complain, signal });
  return json ? JSON.stringify(results) : webhooksTables(results);
}

async function gatewayReport({ quick, json }: Measured, signal: AbortSignal): Promise<string> {
  // The engines that the environment names are somebody's, and not idle.
  const env = { ...process.env, KAFKA_BROKERS: '', MONGODB_URL: '', REDIS_URL: '' };
  const results = await runGatewayBench({ extent: quick ? GATEWAY_QUICK : GATEWAY, env, progress: complain, signal });
  return json ? JSON.stringify(results) : gatewayTables(results);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}
