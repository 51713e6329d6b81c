import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '@fulfilment/dev-stack/processes';
import type { Stoppable } from '@fulfilment/kernel';
import { z } from 'zod';

/** The product's rules, as the chart has them. */
const RULES = ['alerts.yaml', 'slo.yaml'].map((name) =>
  join(import.meta.dirname, '../../../../deploy/helm/fulfilment/files', name),
);

/** How a Prometheus scrapes and judges. */
export interface PrometheusSetup {
  /** `host:port` of each process of the system. */
  readonly processes: readonly string[];
  /** Others with metrics that the rules read. */
  readonly others?: readonly string[];
  /** From one scrape to the next, and from one evaluation of the rules to the next. */
  readonly everySeconds: number;
  /** The rules' own waits (`for`) are divided by it; 1 by default, which is the rules as the product has them. */
  readonly timesSooner?: number;
}

/** An alert that is pending or firing. */
export type Alert = z.output<typeof alert>;

/** A Prometheus of its own, with the product's rules and exemplars. */
export interface Prometheus extends Stoppable {
  /** Reads the path below `/api/v1/`. */
  read(path: string): Promise<unknown>;
  firing(): Promise<readonly Alert[]>;
  /** Scrapes these in place of the processes so far, as discovery tells them. */
  discover(processes: readonly string[]): Promise<void>;
}

const alert = z.looseObject({ labels: z.record(z.string(), z.string()), state: z.string() });
const alerts = z.looseObject({ data: z.looseObject({ alerts: z.array(alert) }) });

/** Starts the `prometheus` of the path, Debian's package of that name, with its data in a temporary folder. @throws Error where there is none. */
export async function startPrometheus(setup: PrometheusSetup): Promise<Prometheus> {
  const { processes, others = [], everySeconds, timesSooner = 1 } = setup;
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-prometheus-'));
  const [config, discovered, port] = [join(folder, 'prometheus.yaml'), join(folder, 'processes.json'), await freePort()];
  const discover = (targets: readonly string[]): Promise<void> =>
    writeFile(discovered, JSON.stringify([{ targets, labels: { installation: 'drill' } }]));
  await discover(processes);
  const settings = {
    global: {
      scrape_interval: `${everySeconds}s`,
      evaluation_interval: `${everySeconds}s`,
      scrape_timeout: `${Math.min(everySeconds, 10)}s`,
    },
    rule_files: await writeRules(folder, timesSooner),
    scrape_configs: [
      { job_name: 'fulfilment', file_sd_configs: [{ files: [discovered], refresh_interval: '1s' }] },
      { job_name: 'others', static_configs: [{ targets: others, labels: { installation: 'drill' } }] },
    ],
  };
  // JSON is YAML.
  await writeFile(config, JSON.stringify(settings));
  const options = ['--enable-feature=exemplar-storage', `--config.file=${config}`, `--storage.tsdb.path=${folder}/data`];
  const child = spawn('prometheus', [...options, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  await once(child, 'spawn');
  const read = async (path: string): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json();
  return {
    read,
    discover,
    firing: async () => alerts.parse(await read('alerts')).data.alerts.filter(({ state }) => state === 'firing'),
    stop: async () => {
      child.kill();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const SECONDS_OF = { s: 1, m: 60, h: 3_600 } as const;
/** The wait of a rule, as it stands on a line of its own. */
const WAIT = /^(\s*for: )(\d+)([smh])$/gm;

/** @returns copies of the rules in the folder, with their waits divided. */
async function writeRules(folder: string, timesSooner: number): Promise<readonly string[]> {
  const sooner = (_: string, before: string, count: string, unit: keyof typeof SECONDS_OF): string =>
    `${before}${Math.ceil((Number(count) * SECONDS_OF[unit]) / timesSooner)}s`;
  return await Promise.all(
    RULES.map(async (file) => {
      const copy = join(folder, basename(file));
      await writeFile(copy, (await readFile(file, 'utf8')).replaceAll(WAIT, sooner));
      return copy;
    }),
  );
}
