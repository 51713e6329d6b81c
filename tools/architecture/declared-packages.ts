import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { importsOf, type SourceFile } from './imports.ts';
import { homeOf, packageOf } from './who-may-import-whom.ts';

interface Manifest {
  readonly dependencies: ReadonlySet<string>;
  readonly devDependencies: ReadonlySet<string>;
}

/**
 * Packages that a file imports and its own `package.json` does not declare. A test may use the development dependencies of its own
 * package and of the workspace; an import of types alone may use those of its own package.
 *
 * @param root of the workspace.
 */
export function undeclaredPackages(root: string, source: SourceFile): readonly string[] {
  const home = homeOf(source.file);
  const ofWorkspace = readManifest(root, '.');
  const hasNone = isOfWorkspace(source.file);
  const own = hasNone ? ofWorkspace : readManifest(root, home);
  const declared = new Set(own.dependencies);
  if (hasNone || isForTests(source.file)) {
    for (const name of [...own.devDependencies, ...ofWorkspace.devDependencies]) declared.add(name);
  }
  const undeclared = importsOf(source).flatMap(({ target, typeOnly }) => {
    const name = packageOf(target);
    return name === undefined || declared.has(name) || (typeOnly && own.devDependencies.has(name)) ? [] : [name];
  });
  return [...new Set(undeclared)].map((name) => `${source.file} imports ${name}: not declared in ${home}`);
}

/** True if a file has no `package.json` of its own and stands on the workspace's. */
export function isOfWorkspace(file: string): boolean {
  return ['tools', 'e2e'].includes(homeOf(file)) || !file.includes('/');
}

/** The packages that the `package.json` of a folder declares, for running and for development. */
export function declaredIn(root: string, home: string): readonly string[] {
  const { dependencies, devDependencies } = readManifest(root, home);
  return [...dependencies, ...devDependencies];
}

/** Tests, and what only tests use. */
export function isForTests(file: string): boolean {
  return (
    /\.(test|builder|fixture|contract|conformance)\.ts$/.test(file) ||
    /^libs\/testing\/|\/(testing|test-bed|conformance)\//.test(file)
  );
}

const manifests = new Map<string, Manifest>();

function readManifest(root: string, folder: string): Manifest {
  const known = manifests.get(folder);
  if (known) return known;
  const parsed: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const manifest = { dependencies: namesIn(parsed, 'dependencies'), devDependencies: namesIn(parsed, 'devDependencies') };
  manifests.set(folder, manifest);
  return manifest;
}

function namesIn(manifest: unknown, field: string): ReadonlySet<string> {
  const entries = typeof manifest === 'object' && manifest !== null ? Object.entries(manifest) : [];
  const declared: unknown = entries.find(([name]) => name === field)?.[1];
  return new Set(typeof declared === 'object' && declared !== null ? Object.keys(declared) : []);
}
