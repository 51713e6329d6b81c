import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { cacheFolder, fetchOnce } from '@fulfilment/dev-stack';
import { freePort, type KeptProcess, runCommand, startKept } from '@fulfilment/dev-stack/processes';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { z } from 'zod';
import type { DrillContext } from '../drilled-system.ts';
import { KubernetesApi } from './kubernetes-api.ts';

const MODULE = join(import.meta.dirname, 'go');
const PROGRAMS = ['./etcd', 'k8s.io/kubernetes/cmd/kube-apiserver', 'k8s.io/kubernetes/cmd/kube-controller-manager'] as const;

const VERSION = '1.37.2';
/** A build that is not of the project's own scripts does not know its version, which charts ask for. */
const LINKED = [`gitVersion=v${VERSION}`, 'gitMajor=1', 'gitMinor=37'].map((each) => `-X k8s.io/component-base/version.${each}`);

/** Modules that carry definitions of custom resources: their version, their hash as Go counts it, and files of the chart's kinds. */
const DEFINITIONS = [
  {
    module: 'github.com/kedacore/keda/v2@v2.21.0',
    sum: 'h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=',
    files: ['config/crd/bases/keda.sh_scaledobjects.yaml'],
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    sum: 'h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=',
    files: ['prometheusrules', 'servicemonitors'].map(
      (kind) => `example/prometheus-operator-crd/monitoring.coreos.com_${kind}.yaml`,
    ),
  },
  {
    module: 'sigs.k8s.io/gateway-api@v1.6.3',
    sum: 'h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=',
    files: ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  },
] as const;

/** A Kubernetes without nodes: the API and the controllers, on etcd, all as processes of this machine. */
export interface ControlPlane extends Stoppable {
  readonly api: KubernetesApi;
  /** A file for clients such as Helm. */
  readonly kubeconfig: string;
}

/** Go on this machine: of the PATH, else where its own installer puts it. @throws Error naming what is missing. */
async function environmentWithGo(): Promise<NodeJS.ProcessEnv> {
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}${delimiter}/usr/local/go/bin`, GOFLAGS: '-buildvcs=false' };
  if ((await runCommand('go', ['version'], env)).code === 0) return env;
  throw new Error('Skipped: there is no Go on the PATH, which builds the API server.');
}

/** The folder with the programs, built from their pinned modules once. */
async function buildPrograms({ progress }: DrillContext): Promise<string> {
  const env = await environmentWithGo();
  const lock = await readFile(join(MODULE, 'go.sum'), 'utf8');
  return await fetchOnce(
    { directory: cacheFolder(process.env), progress },
    {
      folder: `kubernetes-${VERSION}-${createHash('sha256').update(`${lock}${LINKED.join()}`).digest('hex').slice(0, 12)}`,
      label: `Kubernetes ${VERSION}`,
      make: async (draft) => {
        progress(`Kubernetes ${VERSION}: building by Go, once; 10 to 20 minutes of two cores`);
        const args = ['build', '-C', MODULE, '-ldflags', LINKED.join(' '), '-o', `${draft}/`, ...PROGRAMS];
        const { code, output } = await runCommand('go', args, env);
        if (code !== 0) throw new Error(`Skipped: Go cannot build the API server:\n${output.slice(-2_000)}`);
      },
    },
  );
}

const download = z.looseObject({ Dir: z.string(), Sum: z.string() });

/** The definitions of the custom resources that the chart makes, as YAML. */
async function fetchDefinitions(): Promise<readonly string[]> {
  const env = await environmentWithGo();
  const texts: string[] = [];
  for (const { module, sum, files } of DEFINITIONS) {
    const { code, output } = await runCommand('go', ['mod', 'download', '-json', module], env);
    if (code !== 0) throw new Error(`Skipped: Go cannot fetch ${module}: ${output.trim()}`);
    const { Dir, Sum } = download.parse(JSON.parse(output.slice(output.indexOf('{'))));
    if (Sum !== sum) throw new Error(`${module} is not the pinned module: ${Sum}`);
    for (const file of files) texts.push(await readFile(join(Dir, file), 'utf8'));
  }
  return texts;
}

/** Starts it in a temporary folder, with the custom resources of KEDA, the Prometheus operator and the Gateway API. */
export async function startControlPlane(context: DrillContext): Promise<ControlPlane> {
  const programs = await buildPrograms(context);
  const definitions = await fetchDefinitions();
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-kubernetes-'));
  const processes: KeptProcess[] = [];
  const start = async (name: string, args: readonly string[]): Promise<void> => {
    processes.push(await startKept({ file: join(programs, name), args, logFile: join(folder, `${name}.log`), graceSeconds: 5 }));
  };
  const stop = async (): Promise<void> => {
    for (const each of processes.toReversed()) await each.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [etcd, peer, port] = [await freePort(), await freePort(), await freePort()];
    const addresses = { etcd: `http://127.0.0.1:${etcd}`, peer: `http://127.0.0.1:${peer}`, api: `https://127.0.0.1:${port}` };
    const token = randomBytes(24).toString('base64url');
    await start('etcd', [
      '--name=one',
      `--data-dir=${join(folder, 'etcd')}`,
      '--unsafe-no-fsync',
      '--log-level=warn',
      `--listen-client-urls=${addresses.etcd}`,
      `--advertise-client-urls=${addresses.etcd}`,
      `--listen-peer-urls=${addresses.peer}`,
      `--initial-advertise-peer-urls=${addresses.peer}`,
      `--initial-cluster=one=${addresses.peer}`,
    ]);
    await writeAccess(folder, token);
    await start('kube-apiserver', apiServerArguments({ folder, etcd: addresses.etcd, port }));
    const certificate = join(folder, 'certificates/apiserver.crt');
    const kubeconfig = join(folder, 'kubeconfig.json');
    await writeFile(kubeconfig, JSON.stringify(kubeconfigOf(addresses.api, certificate, token)), { mode: 0o600 });
    const api = await readyApi({ url: addresses.api, certificate, token, processes, folder }, context.signal);
    await start('kube-controller-manager', [
      `--kubeconfig=${kubeconfig}`,
      `--service-account-private-key-file=${join(folder, 'accounts.key')}`,
      '--leader-elect=false',
      '--secure-port=0',
      '--use-service-account-credentials=false',
    ]);
    for (const text of definitions) await api.define(text);
    return { api, kubeconfig, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function writeAccess(folder: string, token: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  await mkdir(join(folder, 'certificates'));
  await writeFile(join(folder, 'accounts.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
  await writeFile(join(folder, 'tokens.csv'), `${token},drill,drill,system:masters\n`, { mode: 0o600 });
}

function apiServerArguments(at: { readonly folder: string; readonly etcd: string; readonly port: number }): readonly string[] {
  const keys = join(at.folder, 'accounts.key');
  return [
    `--etcd-servers=${at.etcd}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${at.port}`,
    '--endpoint-reconciler-type=none',
    `--cert-dir=${join(at.folder, 'certificates')}`,
    `--token-auth-file=${join(at.folder, 'tokens.csv')}`,
    '--authorization-mode=RBAC',
    '--service-cluster-ip-range=10.96.0.0/16',
    '--service-account-issuer=https://kubernetes',
    `--service-account-signing-key-file=${keys}`,
    `--service-account-key-file=${keys}`,
  ];
}

function kubeconfigOf(server: string, certificate: string, token: string): unknown {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'drill', cluster: { server, 'certificate-authority': certificate } }],
    users: [{ name: 'drill', user: { token } }],
    contexts: [{ name: 'drill', context: { cluster: 'drill', user: 'drill' } }],
    'current-context': 'drill',
  };
}

interface Started {
  readonly url: string;
  readonly certificate: string;
  readonly token: string;
  readonly processes: readonly KeptProcess[];
  readonly folder: string;
}

/** The API, once it is ready. @throws Error with the end of its log where it does not come up within two minutes. */
async function readyApi({ url, certificate, token, processes, folder }: Started, signal: AbortSignal): Promise<KubernetesApi> {
  const until = Date.now() + 120_000;
  while (Date.now() < until && !processes.some((each) => each.hasExited())) {
    await delay(250, signal);
    const ca = await readFile(certificate).catch(() => undefined);
    if (ca === undefined) continue;
    const api = new KubernetesApi({ url, ca, token });
    if (await api.isReady()) return api;
  }
  const log = await readFile(join(folder, 'kube-apiserver.log'), 'utf8').catch(() => '');
  throw new Error(`The API server is not ready:\n${log.slice(-2_000)}`);
}
