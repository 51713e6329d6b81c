import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { stopRequested } from '@fulfilment/dev-stack/system';
import { CONSOLE, CONSOLE_QUICK, consoleTables, runConsoleBench } from './console/run-console-bench.ts';
import { comparisonTable, readSavedCosts } from './cost/compare-costs.ts';
import { costTables } from './cost/cost-tables.ts';
import { runCostBench } from './cost/run-cost-bench.ts';
import { COST, COST_QUICK, MANY_SKUS } from './cost/stage.ts';
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
    case 'compare':
      return await compare(request);
    case 'bench':
      return await bench(request);
  }
}

type Watched = Pick<MeasureOptions<unknown>, 'progress' | 'signal'>;

/** Measures a part. @returns its results, as they are or as tables. */
type Measure = (
  quick: boolean,
  run: Watched,
  extra: Extra,
) => Promise<{ readonly results: object; readonly tables: () => string }>;

/** Options of the measure of costs alone. */
interface Extra {
  /** Of the time in which nothing happens. */
  readonly seconds: number | undefined;
  /** True if a million SKUs are measured as well. */
  readonly million: boolean;
}

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
  console: async (quick, run) =>
    withTables(await runConsoleBench({ ...run, extent: quick ? CONSOLE_QUICK : CONSOLE }), consoleTables),
  cost: async (quick, run, { seconds, million }) => {
    const usual = quick ? COST_QUICK : COST;
    const skus = million ? [...usual.skus, MANY_SKUS] : usual.skus;
    const extent = { ...usual, skus, idleSeconds: seconds ?? usual.idleSeconds };
    return withTables(await runCostBench({ ...run, extent }), costTables);
  },
};

function withTables<Results extends object>(results: Results, tables: (results: Results) => string) {
  return { results, tables: () => tables(results) };
}

async function bench({ part, quick, json, save, ...extra }: Extract<BenchRequest, { kind: 'bench' }>): Promise<0 | 1> {
  const signal = stopRequested(process.env, 'stopped before its end');
  try {
    const { results, tables } = await MEASURES[part](quick, { progress: complain, signal }, extra);
    if (save !== undefined) await writeFile(save, `${JSON.stringify(results)}\n`);
    print(json ? JSON.stringify(results) : tables());
    return 0;
  } catch (error) {
    if (signal.aborted) complain('Stopped; nothing was measured.');
    else complain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function compare({ before, after }: Extract<BenchRequest, { kind: 'compare' }>): Promise<0 | 1> {
  try {
    print(comparisonTable(await readSavedCosts(before), await readSavedCosts(after)));
    return 0;
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
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
const PARTS = ['large', 'webhooks', 'gateway', 'console', 'cost'] as const;
type Part = (typeof PARTS)[number];

/** The request that the command line states. */
type BenchRequest =
  | ({
      readonly kind: 'bench';
      readonly part: 'main' | Part;
      readonly quick: boolean;
      readonly json: boolean;
      /** The file that gets the results as JSON, beside what is printed. */
      readonly save: string | undefined;
    } & Extra)
  /** Files of saved costs. */
  | { readonly kind: 'compare'; readonly before: readonly string[]; readonly after: readonly string[] }
  | { readonly kind: 'help' }
  | { readonly kind: 'misuse'; readonly message: string };

const LEAST_SECONDS = 2;

const BENCH_USAGE = `npm run -s bench -- [--large | --webhooks | --gateway | --console | --cost] [--quick] [--json] [--save FILE] [--help]
npm run -s bench -- --compare BEFORE.json AFTER.json

Measures a system of its own: starts it in a temporary folder by the code of npm start, on engines of its own, and removes it.
Rates hold for this machine at this moment; ratios come from one run whose rounds take turns. No benchmark fails because it is slow.
One to three minutes; the first start on a machine fetches the engines, so run npm start once before.

  start-up    npm start to ready, with an empty data folder and with its data kept
  memory      resident, of each process, when ready and after the load
  reads       GET of one SKU through the gateway, and straight to the service, in turns
  orders      created, packed and shipped, all on one SKU
  scans       recorded, one by one and a hundred at a time
  deliveries  of held events, to one endpoint and to eight

Each of --large, --webhooks, --gateway, --console and --cost measures something else instead:

  --large   a million SKUs with five million movements, put straight into the store; then the first page
            against page 10 000, filtered pages, one SKU while others change, and an export of all with its peak memory.
            About a quarter of an hour and 4 GB of temporary disk
  --webhooks
            backlogs and a live stream, compared with the same sender without broker and database; from event
            to arrival at light load and under load; one endpoint beside 200 of others that never end an answer.
            About four minutes
  --gateway CPU of a proxied request, added latency, rate, and memory under a thousand slow readers, beside
            a bare Node proxy, nginx and HAProxy (those of them that are installed), in front of the same upstream.
            Linux only; about four minutes
  --console the compressed script of a page's first load and the time until it is interactive, with a slow
            processor and network; the delivery log with 100 000 rows, scrolled: long tasks and frames. Needs Chromium;
            about five minutes
  --cost    what an order, an adjustment, a scan, a read, a page of 50 and an idle second cost: commands to
            MongoDB by service and collection, documents, index keys, records of Kafka, commands to Redis, CPU by process, each
            by unit, at 1, 8, 64 and 256 clients; and the rates as shares of what MongoDB and Node do alone. No webhook endpoint.
            Linux only, with engines as local processes; about ten minutes, two with --quick
  --seconds N
            of --cost: the idle time, in seconds, at least ${LEAST_SECONDS}; 60 by default, 10 with --quick
  --million of --cost: a million SKUs as well, which takes some minutes to fill
  --compare BEFORE.json AFTER.json
            measure nothing; compare the costs that runs with --cost --save wrote. Each may be several comma-separated files,
            whose medians are compared
  --quick   measure less of everything, in about half a minute
  --json    print one JSON object instead of tables
  --save FILE
            write that object to a file as well, to compare runs
  --help    this text
`;

/** Reads the arguments of `npm run bench`. */
export function parseBenchArguments(args: readonly string[]): BenchRequest {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      // The second file of a comparison.
      allowPositionals: args.includes('--compare'),
      options: {
        large: { type: 'boolean' },
        webhooks: { type: 'boolean' },
        gateway: { type: 'boolean' },
        console: { type: 'boolean' },
        cost: { type: 'boolean' },
        seconds: { type: 'string' },
        million: { type: 'boolean' },
        save: { type: 'string' },
        compare: { type: 'string' },
        quick: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help === true) return { kind: 'help' };
    if (values.compare !== undefined) return comparisonOf(values.compare, positionals);
    const { quick = false, json = false, million = false, save } = values;
    const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
    const [part = 'main', ...others] = PARTS.filter((name) => values[name] === true);
    if (others.length > 0) return { kind: 'misuse', message: `--${part} and --${others.join(', --')} exclude each other` };
    const message = misuseOfCost(part, { seconds, million });
    return message === undefined ? { kind: 'bench', part, quick, json, save, seconds, million } : { kind: 'misuse', message };
  } catch (error) {
    return { kind: 'misuse', message: error instanceof Error ? error.message : String(error) };
  }
}

function comparisonOf(before: string, [after, ...others]: readonly string[]): BenchRequest {
  if (after === undefined || others.length > 0) return { kind: 'misuse', message: '--compare takes two files, before and after' };
  return { kind: 'compare', before: before.split(','), after: after.split(',') };
}

function misuseOfCost(part: 'main' | Part, { seconds, million }: Extra): string | undefined {
  if (part !== 'cost' && (million || seconds !== undefined)) return '--seconds and --million belong to --cost';
  return seconds === undefined || seconds >= LEAST_SECONDS
    ? undefined
    : `--seconds must be a number of at least ${LEAST_SECONDS}`;
}
