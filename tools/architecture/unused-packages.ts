import { isOfWorkspace } from './declared-packages.ts';
import { importsOf, type SourceFile } from './imports.ts';
import { homeOf, packageOf } from './who-may-import-whom.ts';

/** The packages that are declared in one place: the folder of a `package.json`, and the names in it. */
export interface Declared {
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
