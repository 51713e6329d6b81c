import { join } from 'node:path';
import { fetchHelm, HELM_RUNS_HERE, HELMS } from '@fulfilment/deploy/helm';
import { runCommand } from '@fulfilment/dev-stack/processes';
import { delay } from '@fulfilment/kernel';
import { z } from 'zod';
import { type Drill, type DrillContext, table } from '../drilled-system.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { type KubernetesObject, objectsOf } from './kubernetes-api.ts';
import { playPods } from './played-pods.ts';

const CHART = join(import.meta.dirname, '../../../../deploy/helm/fulfilment');
const VALUES = ['minimal', 'full'] as const;
const RELEASE = 'shop';
const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment' } as const;

/** Applies the rendered chart to a real API server, with Helm as an operator would. */
export const kubernetes: Drill = {
  meaning:
    'the Helm chart on a real API server with its controllers: dry run, install, upgrade, rollback; builds them once, by Go',
  run: async (context) => {
    if (!HELM_RUNS_HERE) return 'Skipped: Helm is had for Linux on x64.';
    const [oldest, newest] = [await helmOf(0, context), await helmOf(-1, context)];
    const plane = await startControlPlane(context);
    try {
      const rows: string[][] = [];
      for (const values of VALUES) {
        // A release that one Helm installed is upgraded by the other: both ways are had.
        const helms = values === 'minimal' ? [oldest, newest] : [newest, oldest];
        rows.push(...(await drillChart({ plane, values, helms, context })));
      }
      return table(['values', 'step', 'by', 'seen'], rows);
    } finally {
      await plane.stop();
    }
  },
};

/** Helm on an API server, or alone. */
interface Helm {
  readonly version: string;
  run(plane: ControlPlane | undefined, ...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
}

async function helmOf(at: number, { progress }: DrillContext): Promise<Helm> {
  const helm = HELMS.at(at);
  if (!helm) throw new Error('no Helm is pinned');
  const program = await fetchHelm(helm, progress);
  return {
    version: `Helm ${helm.version.slice(1)}`,
    run: (plane, ...args) =>
      runCommand(program, args, { ...process.env, ...(plane === undefined ? {} : { KUBECONFIG: plane.kubeconfig }) }),
  };
}

interface ChartDrill {
  readonly plane: ControlPlane;
  readonly values: (typeof VALUES)[number];
  readonly helms: readonly Helm[];
  readonly context: DrillContext;
}

async function drillChart({ plane, values, helms, context }: ChartDrill): Promise<string[][]> {
  const [installing, upgrading] = helms;
  if (!installing || !upgrading) throw new Error('two releases of Helm are needed');
  const namespace = `shop-${values}`;
  const chart = [RELEASE, CHART, '--namespace', namespace, '--values', join(CHART, `ci/${values}-values.yaml`)];
  await prepareNamespace(plane, namespace);
  const rows: string[][] = [];
  const note = (step: string, by: string, seen: string): void => {
    rows.push([values, step, by, seen]);
    context.progress([values, step, by, seen].join(' | '));
  };
  const rendered = await must(installing.run(undefined, 'template', ...chart, '--kube-version', '1.37.0'));
  note('server-side dry run, strict', 'API server', await dryRun(plane, objectsOf(rendered), namespace));

  const pods = playPods(plane.api, namespace);
  try {
    const helm = (by: Helm, command: string, ...more: string[]) =>
      by.run(plane, command, ...chart, '--wait', '--wait-for-jobs', '--timeout', '3m', ...more);
    await must(helm(installing, 'install'));
    note('install', installing.version, `${await running(plane, namespace)}; migration by \`${pods.jobImages.at(-1)}\``);

    const before = await generations(plane, namespace);
    const wrong = await helm(upgrading, 'upgrade', '--set', 'gateway.replica=3');
    if (wrong.code === 0) throw new Error('a value that the schema does not have was taken');
    await unchanged(plane, namespace, before);
    note('upgrade with a value that there is not', upgrading.version, `refused: ${lineOf(wrong.output, /gateway.*replica/)}`);

    const next = ['--set', 'image.tag=next,gateway.image.digest='];
    pods.failJobs(true);
    const broken = await helm(upgrading, 'upgrade', ...next, '--set', 'migrations.backoffLimit=0');
    pods.failJobs(false);
    note('upgrade whose migration fails', upgrading.version, await afterFailure(broken, { plane, namespace, before, values }));

    const seen = watchReady(plane, namespace);
    const upgraded = await helm(upgrading, 'upgrade', ...next);
    const least = await seen.stop();
    if (upgraded.code !== 0) throw new Error(upgraded.output);
    const migrated = `migration by \`${pods.jobImages.at(-1)}\``;
    note('upgrade to another tag', upgrading.version, `${await running(plane, namespace)}; ${migrated}; ${least}`);

    await must(upgrading.run(plane, 'rollback', RELEASE, '1', '--namespace', namespace, '--wait', '--timeout', '3m'));
    note('rollback to the first revision', upgrading.version, await running(plane, namespace));
    await must(installing.run(plane, 'uninstall', RELEASE, '--namespace', namespace, '--wait', '--timeout', '3m'));
    const left = await plane.api.list(DEPLOYMENT, namespace, z.unknown());
    if (left.length > 0) throw new Error(`${left.length} Deployments are left`);
    note('uninstall', installing.version, 'no Deployment is left');
  } finally {
    await pods.stop();
  }
  return rows;
}

/** A namespace that enforces the Pod Security Standard `restricted`, with what the full values name. */
async function prepareNamespace({ api }: ControlPlane, namespace: string): Promise<void> {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted', 'pod-security.kubernetes.io/enforce-version': 'latest' };
  const objects = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'fulfilment', namespace, labels: {} } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace, labels: {} } },
    { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'important', labels: {} }, value: 1_000 },
  ];
  for (const object of objects) {
    const refused = await api.apply(object);
    if (refused !== undefined) throw new Error(refused);
  }
}

/** Applies every object without storing it. @throws Error naming what is refused, or where a misspelt field is not. */
async function dryRun({ api }: ControlPlane, objects: readonly KubernetesObject[], namespace: string): Promise<string> {
  const placed = objects.map((each) => ({ ...each, metadata: { namespace, ...each.metadata } }));
  for (const object of placed) {
    const refused = await api.apply(object, { dryRun: true });
    if (refused !== undefined) throw new Error(`${object.kind} ${object.metadata.name} is refused: ${refused}`);
    if (!('spec' in object)) continue;
    const misspelt = { ...object, spec: { ...z.looseObject({}).parse(object.spec), misspelt: true } };
    if ((await api.apply(misspelt, { dryRun: true })) === undefined)
      throw new Error(`${object.kind} ${object.metadata.name} is taken with a field that there is not`);
  }
  const kinds = Map.groupBy(placed, ({ kind }) => kind);
  return [...kinds].map(([kind, those]) => `${those.length} ${kind}`).join(', ');
}

const deployment = z.looseObject({
  metadata: z.looseObject({ name: z.string(), generation: z.number() }),
  spec: z.looseObject({ replicas: z.number() }),
  status: z.looseObject({ readyReplicas: z.number().default(0), updatedReplicas: z.number().default(0) }),
});

/** The processes of each Deployment. @throws Error where not all are ready. */
async function running({ api }: ControlPlane, namespace: string): Promise<string> {
  const all = await api.list(DEPLOYMENT, namespace, deployment);
  const behind = all.filter(({ spec, status }) => status.updatedReplicas < spec.replicas || status.readyReplicas < spec.replicas);
  if (all.length === 0 || behind.length > 0)
    throw new Error(`not ready: ${behind.map(({ metadata }) => metadata.name).join(', ')}`);
  const pods = all.reduce((sum, { status }) => sum + status.readyReplicas, 0);
  return `${all.length} Deployments with ${pods} ready pods, under \`restricted\``;
}

async function generations({ api }: ControlPlane, namespace: string): Promise<ReadonlyMap<string, number>> {
  const all = await api.list(DEPLOYMENT, namespace, deployment);
  return new Map(all.map(({ metadata }) => [metadata.name, metadata.generation]));
}

async function unchanged(plane: ControlPlane, namespace: string, before: ReadonlyMap<string, number>): Promise<void> {
  const changed = [...(await generations(plane, namespace))].filter(([name, generation]) => before.get(name) !== generation);
  if (changed.length > 0) throw new Error(`changed: ${changed.map(([name]) => name).join(', ')}`);
}

interface Failed {
  readonly plane: ControlPlane;
  readonly namespace: string;
  readonly before: ReadonlyMap<string, number>;
  readonly values: string;
}

/** With the hook nothing else changes; a Job beside the Deployments fails the upgrade that waits for it. */
async function afterFailure({ code, output }: { code: number; output: string }, failed: Failed): Promise<string> {
  if (code === 0) throw new Error('an upgrade whose migration failed counts as done');
  const line = lineOf(output, /fail|BackoffLimit|timed out|deadline/i);
  if (failed.values === 'full') return `fails: ${line}`;
  await unchanged(failed.plane, failed.namespace, failed.before);
  return `fails, and no Deployment is changed: ${line}`;
}

/** Looks at the ready processes of every Deployment until it is stopped. @returns the least of each against what it should have. */
function watchReady({ api }: ControlPlane, namespace: string): { stop(): Promise<string> } {
  const over = new AbortController();
  const short = new Set<string>();
  let looks = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      for (const { metadata, spec, status } of await api.list(DEPLOYMENT, namespace, deployment))
        if (status.readyReplicas < spec.replicas) short.add(metadata.name);
      looks += 1;
      await delay(50);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await watching;
      if (short.size > 0) throw new Error(`had fewer ready pods than they should: ${[...short].join(', ')}`);
      return `never fewer ready pods than wanted, at ${looks} looks`;
    },
  };
}

async function must(ended: Promise<{ readonly code: number; readonly output: string }>): Promise<string> {
  const { code, output } = await ended;
  if (code !== 0) throw new Error(output);
  return output;
}

function lineOf(output: string, pattern: RegExp): string {
  return (output.split('\n').find((line) => pattern.test(line)) ?? output).trim().replaceAll('|', '/');
}
