import { parseArgs } from 'node:util';
import { stopRequested } from '@fulfilment/dev-stack/system';
import { runGatewayBench } from './gateway/run-gateway-bench.ts';
import { GATEWAY, GATEWAY_QUICK } from './gateway/workloads.ts';
import { gatewayTables } from './gateway/gateway-tables.ts';
import { LARGE, LARGE_QUICK } from './large/fill-store.ts';
import { largeTables, runLargeBench } from './large/run-large-bench.ts';
import { FULL, QUICK } from './measures/bench.ts';
import type { MeasureOptions } from './measured-start.ts';
import { benchTables, runBench } from './run-bench.ts';
import { WEBHOOKS, WEBHOOKS_QUICK } from './webhooks/stage.ts';
import { runWebhooksBench, webhooksTables } from './webhooks/run-webhooks-bench.ts';

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

type Watched = Pick<MeasureOptions<unknown>, 'progress' | 'signal'>;

/** Measures a part. @returns its results, as they are or as tables. */
type Measure = (quick: boolean, run: Watched) => Promise<{ readonly results: object; readonly tables: () => string }>;

const MEASURES: Readonly<Record<'main' | Part, Measure>> = {
  main: async (quick, run) => withTables(await runBench({ ...run, extent: quick ? QUICK : FULL, startOnce: quick }), benchTables),
  large: async (quick, run) => withTables(await runLargeBench({ ...run, extent: quick ? LARGE_QUICK : LARGE }), largeTables),
  webhooks: async (quick, run) =>
    withTables(await runWebhooksBench({ ...run, extent: quick ? WEBHOOKS_QUICK : WEBHOOKS }), webhooksTables),
  gateway: async (quick, run) => {
    // The engines that the environment names have other users, and are not idle.
    const env = { ...process.env, KAFKA_BROKERS: '', MONGODB_URL: '', REDIS_URL: '' };
    return withTables(await runGatewayBench({ ...run, extent: quick ? GATEWAY_QUICK : GATEWAY, env }), gatewayTables);
  },
};

function withTables<Results extends object>(results: Results, tables: (results: Results) => string) {
  return { results, tables: () => tables(results) };
}

async function bench({ part, quick, json }: Extract<BenchRequest, { kind: 'bench' }>): Promise<0 | 1> {
  const signal = stopRequested(process.env);
  try {
    const { results, tables } = await MEASURES[part](quick, { progress: complain, signal });
    print(json ? JSON.stringify(results) : tables());
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

/** The parts that can be measured alone, each on a system of its own. */
const PARTS = ['large', 'webhooks', 'gateway'] as const;
type Part = (typeof PARTS)[number];

/** The request that the command line states. */
type BenchRequest =
  | { readonly kind: 'bench'; readonly part: 'main' | Part; readonly quick: boolean; readonly json: boolean }
  | { readonly kind: 'help' }
  | { readonly kind: 'misuse'; readonly message: string };

const BENCH_USAGE = `npm run -s bench -- [--large | --webhooks | --gateway] [--quick] [--json] [--help]

Measures a system of its own: starts it in a temporary folder by the code of npm start, on engines of its own, and removes it.
Rates hold for this machine and this moment; ratios are of one run, its rounds taking turns. Nothing passes or fails by time.
One to three minutes; the first start on a machine fetches the engines, so run npm start once before.

  start-up    npm start to ready, with an empty data folder and with its data kept
  memory      resident, of each process, when ready and after the load
  reads       GET of one SKU through the gateway, and straight to the service, in turns
  orders      created, packed and shipped, all on one SKU
  scans       recorded, one by one and a hundred at a time
  deliveries  of held events, to one endpoint and to eight

  --large   instead of these: a million SKUs with five million movements, put straight into the store; then the first page
            against page 10 000, filtered pages, one SKU while others change, and an export of all with its peak memory.
            About a quarter of an hour and 4 GB of temporary disk
  --webhooks
            instead of these: backlogs and a live stream, held against the same sender without broker and database; from event
            to arrival at light load and under load; one endpoint beside 200 of others that never end an answer.
            About four minutes
  --gateway instead of these: CPU of a proxied request, added latency, rate, and memory under a thousand slow readers, beside
            a bare Node proxy, nginx and HAProxy (those of them that are installed), in front of the same upstream.
            Linux only; about four minutes
  --quick   less of everything, in about half a minute
  --json    print one JSON object instead of tables
  --help    this text
`;

/** Reads the arguments of `npm run bench`. */
export function parseBenchArguments(args: readonly string[]): BenchRequest {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        large: { type: 'boolean' },
        webhooks: { type: 'boolean' },
        gateway: { type: 'boolean' },
        quick: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help === true) return { kind: 'help' };
    const { quick = false, json = false } = values;
    const [part = 'main', ...others] = PARTS.filter((name) => values[name] === true);
    if (others.length > 0) return { kind: 'misuse', message: `--${part} and --${others.join(', --')} exclude each other` };
    return { kind: 'bench', part, quick, json };
  } catch (error) {
    return { kind: 'misuse', message: error instanceof Error ? error.message : String(error) };
  }
}
