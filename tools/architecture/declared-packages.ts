import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { z } from 'zod';
import { importsOf, type SourceFile } from './imports.ts';
import { homeOf, packageOf } from './import-rules.ts';

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
    /\.(test|builder|fixture|contract|conformance)\.tsx?$/.test(file) ||
    /^libs\/testing\/|\/(testing|test-bed|conformance)\//.test(file)
  );
}

const versions = z.record(z.string(), z.unknown()).default({});
const manifestText = z.looseObject({ dependencies: versions, devDependencies: versions });

interface Manifest {
  readonly dependencies: ReadonlySet<string>;
  readonly devDependencies: ReadonlySet<string>;
}

const manifests = new Map<string, Manifest>();

function readManifest(root: string, folder: string): Manifest {
  const known = manifests.get(folder);
  if (known) return known;
  const parsed = manifestText.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));
  const manifest = {
    dependencies: new Set(Object.keys(parsed.dependencies)),
    devDependencies: new Set(Object.keys(parsed.devDependencies)),
  };
  manifests.set(folder, manifest);
  return manifest;
}

/** The packages that are declared in one place: the folder of a `package.json`, and the names in it. */
interface Declared {
  readonly home: string;
  readonly names: readonly string[];
}

/** Packages that are run, or give types to others, and that no file imports. */
const RUN_BY_NAME: ReadonlySet<string> = new Set([
  '@vitest/coverage-v8',
  'esbuild',
  'nx',
  'oxfmt',
  'oxlint',
  'oxlint-tsgolint',
  'typescript',
]);

/** Packages that a folder declares and no file of it imports. */
export function unusedPackages({ home, names }: Declared, sources: readonly SourceFile[]): readonly string[] {
  const own = sources.filter(
    ({ file }) => homeOf(file) === home || (home === '.' && (isOfWorkspace(file) || file.endsWith('.test.ts'))),
  );
  const imported = new Set(own.flatMap((source) => importsOf(source).flatMap(({ target }) => packageOf(target) ?? [])));
  const isUsed = (name: string): boolean =>
    imported.has(name) || RUN_BY_NAME.has(name) || (name.startsWith('@types/') && typesOfSomething(name, sources));
  return names.filter((name) => !isUsed(name)).map((name) => `${home} declares ${name} and imports it nowhere`);
}

function typesOfSomething(name: string, sources: readonly SourceFile[]): boolean {
  const subject = name.slice('@types/'.length);
  return subject === 'node' || sources.some((source) => importsOf(source).some(({ target }) => packageOf(target) === subject));
}
