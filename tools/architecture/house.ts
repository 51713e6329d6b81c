import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { isForTests } from './declared-packages.ts';
import { importsOf, type SourceFile } from './imports.ts';
import { OPERATOR_PATH, pathLiterals } from './path-literals.ts';
import { cyclesIn, packageCycles, readPackages } from './package-graph.ts';
import { refusedWords } from './refused-words.ts';
import { runsUp } from './import-rules.ts';

/** A file of more lines is refused; the index of a library, which only lists names, is not counted. */
export const MAX_FILE_LINES = 400;
/** A folder of more product files is refused. */
export const MAX_FOLDER_FILES = 20;
const SMALL_FILE_LINES = 40;
const LONG_FILE_LINES = 300;

/** The shape of the product's code: totals are printed, the lists are held empty by a test. */
export interface HouseMeasurement {
  readonly files: number;
  readonly lines: number;
  readonly filesUnder40Lines: number;
  readonly filesOver300Lines: readonly string[];
  readonly filesOverLimit: readonly string[];
  readonly widestFolder: { readonly folder: string; readonly files: number };
  readonly foldersOverLimit: readonly string[];
  readonly packageCycles: readonly string[];
  readonly fileCycles: readonly string[];
  /** Imports by which a room of a service reaches one above it. */
  readonly upwardImports: readonly string[];
  readonly refusedWords: readonly string[];
  /** Paths of an API that the console writes out, in place of an operation of the contract. */
  readonly consolePaths: readonly string[];
  /** Paths of the operator's API that code writes out, outside the contract. */
  readonly operatorPaths: readonly string[];
}

/** Product code: TypeScript of apps, libs and tools, without generated files, tests and what only tests use. */
export function productSources(root: string): readonly SourceFile[] {
  return globSync('{apps,libs,tools,deploy}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
    .filter((file) => !isForTests(file) && !file.endsWith('.d.ts') && !file.includes('/generated/'))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/** Measures the workspace. @param root of the workspace. */
export function measureHouse(root: string): HouseMeasurement {
  const sources = productSources(root);
  const lines = new Map(sources.map(({ file, text }) => [file, text.trimEnd().split('\n').length]));
  const longer = (limit: number): readonly string[] =>
    [...lines]
      .filter(([file, count]) => count > limit && !file.endsWith('/src/index.ts'))
      .map(([file, count]) => `${file}: ${count}`);
  const folders = Map.groupBy(sources, ({ file }) => dirname(file));
  const widths = [...folders].map(([folder, files]) => ({ folder, files: files.length }));
  const widest = widths.toSorted((a, b) => b.files - a.files);
  return {
    files: sources.length,
    lines: [...lines.values()].reduce((sum, count) => sum + count, 0),
    filesUnder40Lines: [...lines.values()].filter((count) => count < SMALL_FILE_LINES).length,
    filesOver300Lines: longer(LONG_FILE_LINES),
    filesOverLimit: longer(MAX_FILE_LINES),
    widestFolder: widest[0] ?? { folder: '', files: 0 },
    foldersOverLimit: widest.filter(({ files }) => files > MAX_FOLDER_FILES).map(({ folder, files }) => `${folder}: ${files}`),
    packageCycles: packageCycles(readPackages(root)),
    fileCycles: fileCycles(sources),
    upwardImports: upwardImports(sources),
    refusedWords: refusedWords(root),
    consolePaths: sources.filter(({ file }) => file.startsWith('apps/console/')).flatMap((source) => pathLiterals(source)),
    operatorPaths: operatorPaths(sources),
  };
}

/** Paths of the operator's API outside the contract, whose operations have them. */
export function operatorPaths(sources: readonly SourceFile[]): readonly string[] {
  return sources
    .filter(({ file }) => !file.startsWith('libs/contracts/'))
    .flatMap((source) => pathLiterals(source, OPERATOR_PATH));
}

/** Cycles among files, imports of types included. */
export function fileCycles(sources: readonly SourceFile[]): readonly string[] {
  return cyclesIn(new Map(sources.map((source) => [source.file, importsOf(source).map(({ target }) => target)])));
}

/** Imports of a room above, in the services: types count, the application in routes does not. */
export function upwardImports(sources: readonly SourceFile[]): readonly string[] {
  return sources.flatMap((source) =>
    importsOf(source).flatMap(({ target }) => (runsUp(source.file, target) ? [`${source.file} → ${target}`] : [])),
  );
}
