import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '@fulfilment/dev-stack/processes';
import { z } from 'zod';
import type { Component } from './base-bill.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CONSOLE = '@fulfilment/console';

/** As far as it is read; CycloneDX 1.5 as npm writes it. */
const bill = z.looseObject({
  components: z.array(z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
  metadata: z.looseObject({ component: z.looseObject({}) }),
});
type Bill = z.output<typeof bill>;

const bundleManifest = z.looseObject({ name: z.string(), version: z.string(), bundled: z.array(z.string()) });
const consoleManifest = z.looseObject({ dependencies: z.record(z.string(), z.string()) });
const packageManifest = z.looseObject({ name: z.string(), version: z.string() });

/**
 * Reads the bill of the whole workspace, as npm makes it of the lock: names, versions, licences and hashes.
 *
 * @throws Error with what npm says where it fails.
 */
export async function readWorkspaceBill(): Promise<Bill> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel', 'error'];
  const { code, output } = await runCommand('npm', ['--prefix', ROOT, ...args], { ...process.env, NODE_OPTIONS: '' });
  if (code !== 0) throw new Error(`npm sbom failed:\n${output}`);
  return bill.parse(JSON.parse(output.slice(output.indexOf('{'))));
}

/**
 * Writes the software bill of materials of a bundle beside it, as `sbom.cdx.json`: the packages that gave at least a byte, and for the
 * gateway those of the console; behind them the components of the base, on which the app depends as well.
 *
 * @param base its components: everything in the image that is not of the bundle.
 * @param bundle folder of the bundle, as `npm run build` leaves it.
 * @returns the names of the packages, with their versions.
 * @throws Error naming a package that the lock does not have.
 */
export async function writeBill(workspace: Bill, bundle: string, base: readonly Component[] = []): Promise<readonly string[]> {
  const { name, version, bundled } = bundleManifest.parse(await json(join(bundle, 'package.json')));
  const refs = new Set(name === '@fulfilment/gateway' ? await packagesOfConsole(workspace) : []);
  for (const folder of bundled) {
    const found = packageManifest.parse(await json(join(ROOT, folder, 'package.json')));
    refs.add(`${found.name}@${found.version}`);
  }
  const components = workspace.components.filter((each) => refs.has(each['bom-ref']));
  const missing = [...refs].filter((ref) => !components.some((each) => each['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`The lock does not have ${missing.join(', ')}`);
  const component = { 'bom-ref': `${name}@${version}`, type: 'application', name, version };
  const dependencies = [{ ref: component['bom-ref'], dependsOn: [...refs, ...base.map((each) => each['bom-ref'])].toSorted() }];
  const own = {
    ...workspace,
    metadata: { ...workspace.metadata, component },
    components: [...components, ...base],
    dependencies,
  };
  await writeFile(join(bundle, 'sbom.cdx.json'), `${JSON.stringify(own, null, 2)}\n`);
  return [...refs].toSorted();
}

/** The production dependencies of the console, direct or not, leaving out other packages of the workspace. */
async function packagesOfConsole({ components, dependencies }: Bill): Promise<string[]> {
  const { dependencies: direct } = consoleManifest.parse(await json(join(ROOT, 'apps/console/package.json')));
  const known = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const start = components.find((each) => each['bom-ref'].startsWith(`${CONSOLE}@`));
  const seen = new Set<string>();
  const visit = (ref: string): void => {
    if (seen.has(ref)) return;
    seen.add(ref);
    for (const next of known.get(ref) ?? []) visit(next);
  };
  const isDirect = (ref: string): boolean => ref.replace(/@[^@]+$/, '') in direct;
  for (const ref of (known.get(start?.['bom-ref'] ?? '') ?? []).filter(isDirect)) visit(ref);
  return [...seen].filter((ref) => !ref.startsWith('@fulfilment/'));
}

async function json(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
