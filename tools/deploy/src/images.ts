import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROCESSES } from '@fulfilment/contracts';
import { runCommand } from '@fulfilment/dev-stack/processes';
import { z } from 'zod';
import { componentsOfBase, readBaseFacts } from './base-bill.ts';
import { readWorkspaceBill, writeBill } from './software-bill.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CONTEXT = join(ROOT, 'dist/apps');
const DOCKERFILE = join(ROOT, 'deploy/docker/Dockerfile');
const BAKE = join(ROOT, 'deploy/docker/docker-bake.json');

/** The targets of the Dockerfile. */
export const TARGETS = [...PROCESSES, 'operator'] as const;

const USAGE = `npm run -s images -- [--base IMAGE] [--prefix NAME] [--tag TAG] [--push]

Bundles the apps, writes a software bill of materials beside each (CycloneDX, sbom.cdx.json in the image: its packages, Node, and
those of the base), and builds an image of each: ${TARGETS.map((target) => `fulfilment/${target}`).join(', ')}.

  --base IMAGE   an image with Node 24 on its PATH; that of the Dockerfile by default
  --prefix NAME  before the names of the images; fulfilment by default
  --tag TAG      the version in package.json by default
  --push         by buildx for amd64 and arm64, with provenance, and pushed to the registry that --prefix names
`;

/** Options of {@link buildImages}. */
export interface ImageOptions {
  readonly base?: string | undefined;
  readonly prefix?: string | undefined;
  readonly tag?: string | undefined;
  readonly push?: boolean | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly progress: (line: string) => void;
}

/**
 * Builds the images from new bundles by the Docker engine that `env` names.
 *
 * @returns their names by target.
 * @throws Error with the output of the step that fails.
 */
export async function buildImages({
  base,
  prefix = 'fulfilment',
  tag,
  push = false,
  env,
  progress,
}: ImageOptions): Promise<Map<string, string>> {
  const { version } = z
    .looseObject({ version: z.string() })
    .parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));
  await run('npm', ['--prefix', ROOT, 'run', '-s', 'build'], env);
  await cp(join(ROOT, 'deploy/docker/health.mjs'), join(CONTEXT, 'health.mjs'));
  const bill = await readWorkspaceBill();
  const inBase = componentsOfBase(await readBaseFacts(base ?? (await ownBase()), env));
  for (const app of [...PROCESSES, 'cli']) {
    const packages = await writeBill(bill, join(CONTEXT, app), inBase);
    progress(`${app}: ${packages.length} packages and ${inBase.length} of its base in its bill of materials`);
  }
  const revision = await run('git', ['-C', ROOT, 'rev-parse', 'HEAD'], env).catch(() => 'unknown');
  const created = await run('git', ['-C', ROOT, 'log', '-1', '--format=%cI'], env).catch(() => new Date(0).toISOString());
  const values = {
    VERSION: version,
    REVISION: revision.trim(),
    // Of the revision, so that it gives the same images again.
    CREATED: created.trim(),
    ...(base ? { BASE: base } : {}),
  };
  if (push) {
    const seconds = String(Date.parse(values.CREATED) / 1_000);
    const variables = { ...values, PREFIX: prefix, TAG: tag ?? version, SOURCE_DATE_EPOCH: seconds };
    const paths = ['--set', `*.context=${CONTEXT}`, '--set', `*.dockerfile=${DOCKERFILE}`, '--allow', `fs.read=${ROOT}`];
    await run('docker', ['buildx', 'bake', '--file', BAKE, ...paths], { ...env, ...variables });
    return new Map(TARGETS.map((target) => [target, `${prefix}/${target}:${tag ?? version}`]));
  }
  const args = Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  const built = new Map<string, string>();
  for (const target of TARGETS) {
    const image = `${prefix}/${target}:${tag ?? version}`;
    await run('docker', ['build', '--file', DOCKERFILE, '--target', target, '--tag', image, ...args, CONTEXT], env);
    progress(`${image}${await ownSize(image, base, env)}`);
    built.set(target, image);
  }
  return built;
}

/** The base that the Dockerfile names. */
async function ownBase(): Promise<string> {
  return /^ARG BASE=(\S+)$/m.exec(await readFile(DOCKERFILE, 'utf8'))?.[1] ?? '';
}

/** The size of an image without its base, in words; empty where the engine does not hold the base as an image. */
async function ownSize(image: string, base: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  const under = base ?? (await ownBase());
  const args = ['image', 'inspect', '--format', '{{.Size}}', image, under];
  const sizes = await run('docker', args, env).catch(() => '');
  const [own, shared] = sizes.trim().split('\n').map(Number);
  return own === undefined || shared === undefined ? '' : `: ${((own - shared) / 1_000_000).toFixed(1)} MB without its base`;
}

async function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { code, output } = await runCommand(file, args, env);
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed:\n${output}`);
  return output;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      base: { type: 'string' },
      prefix: { type: 'string' },
      tag: { type: 'string' },
      push: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) process.stdout.write(USAGE);
  else {
    try {
      await buildImages({ ...values, env: process.env, progress: (line) => process.stdout.write(`${line}\n`) });
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
}
