import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, type FetchedTool, fetchOnce, fetchPythonTool } from '@fulfilment/dev-stack';
import { runProgram } from '../../tools/clients/run-program.ts';

/** Tells of steps that take long. */
export const progress = (line: string): void => void process.stderr.write(`${line}\n`);

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

/** Scores objects by policies. Built from source, once, without optimisations: with them it takes 100 s of CPU in place of 70, and it runs for a second. @throws Error if Go fails. */
export async function fetchKubeScore(): Promise<string> {
  const folder = await fetchOnce(
    { directory: cacheFolder(process.env), progress },
    {
      folder: 'kube-score-v1.20.0',
      label: 'kube-score v1.20.0',
      make: async (draft) => {
        progress('kube-score v1.20.0: building by Go, once');
        await runProgram('go', ['install', '-gcflags=all=-N -l -dwarf=false', '-ldflags=-s -w', KUBE_SCORE], {
          cwd: draft,
          env: { GOBIN: draft, GOFLAGS: '-buildvcs=false' },
        });
      },
    },
  );
  return join(folder, 'kube-score');
}
