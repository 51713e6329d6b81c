import { parseArgs } from 'node:util';

/** What can be measured by itself, each on a system of its own. */
export const PARTS = ['large', 'webhooks', 'gateway'] as const;
export type Part = (typeof PARTS)[number];

/** What the command line asks for. */
export type BenchRequest =
  | { readonly kind: 'bench'; readonly part: 'main' | Part; readonly quick: boolean; readonly json: boolean }
  | { readonly kind: 'help' }
  | { readonly kind: 'misuse'; readonly message: string };

export const BENCH_USAGE = `npm run -s bench -- [--large | --webhooks | --gateway] [--quick] [--json] [--help]

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
