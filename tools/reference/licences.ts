import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Licences whose conditions a closed product meets by naming the work and its notice (SPDX identifiers). */
const PERMITTED = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'PSF-2.0', 'Unlicense'];

/** True where a licence is permitted; of a choice, such as `(Unlicense OR Apache-2.0)`, one is enough. */
export function isPermitted(licence: string): boolean {
  const choice = licence.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choice.some((each) => PERMITTED.includes(each));
}

/** A package of another author that is installed without the packages for development. */
export interface UsedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, `unknown` where the package names none. */
  readonly licence: string;
}

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** Before the field `license` was a text, packages had a list of them: https://docs.npmjs.com/cli/v11/configuring-npm/package-json#license */
const oldManifest = z.object({ licenses: z.array(z.object({ type: z.string() })).optional() });

const FOLDER = 'node_modules/';

/** The packages of the lock file that are not for development, by name. @param root of the workspace. */
export function usedPackages(root: string): readonly UsedPackage[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const used = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes(FOLDER) && dev !== true && link !== true)
    .map(([path, { version = '', license }]) => ({
      name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
      version,
      licence: license ?? formerLicence(join(root, path)),
    }));
  return used.toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

function formerLicence(folder: string): string {
  let manifest: string;
  try {
    manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    return 'unknown';
  }
  const { licenses = [] } = oldManifest.parse(JSON.parse(manifest));
  return licenses.map(({ type }) => type).join(' OR ') || 'unknown';
}

/** The page of the licences of everything that is installed in production. */
export function licencesPage(root: string): string {
  const byLicence = Map.groupBy(usedPackages(root), ({ licence }) => licence);
  const rows = [...byLicence]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(
      ([licence, used]) => `| ${licence} | ${[...new Set(used.map(({ name, version }) => `${name} ${version}`))].join(', ')} |`,
    );
  return `# Licences
The packages of other authors that \`npm ci --omit=dev\` installs, by their licences, from \`package-lock.json\`. \`tools/reference/licences.test.ts\` refuses a licence that is not permitted. How packages are chosen and renewed: [dependencies](../dependencies.md).

| licence | packages |
|---|---|
${rows.join('\n')}
`;
}
