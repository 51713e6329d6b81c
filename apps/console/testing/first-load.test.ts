import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test, vi } from 'vitest';

const CONSOLE = fileURLToPath(new URL('..', import.meta.url));
const MOST_BYTES = 200_000;
/** Pages that print barcodes load what draws them at once: a page that is printed is whole. */
const PRINTS_BARCODES = ['labels', 'pick-list'];
const MOST_BYTES_OF_PRINT = 230_000;

/** Builds the console as it is served. @returns its files. */
async function built() {
  vi.stubEnv('NODE_ENV', 'production');
  const output = await build({
    configFile: `${CONSOLE}vite.config.ts`,
    root: CONSOLE,
    logLevel: 'error',
    build: { write: false },
  }).finally(() => vi.unstubAllEnvs());
  return [output].flat().flatMap((each) => ('output' in each ? each.output : []));
}

/** The bytes of scripts and styles that each page loads before it shows, with brotli, as a browser gets them over TLS. */
async function bytesOfPages(): Promise<ReadonlyMap<string, number>> {
  const files = await built();
  const chunks = files.filter((file) => file.type === 'chunk');
  const bytes = new Map(
    files.map((file) => [file.fileName, brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length]),
  );
  const imports = new Map(
    chunks.map((chunk) => [chunk.fileName, [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]]),
  );
  const withImports = (file: string, found = new Set<string>()): Set<string> => {
    if (!found.has(file)) for (const each of imports.get(file) ?? []) withImports(each, found.add(file));
    return found.add(file);
  };
  const entry = chunks.find(({ isEntry }) => isEntry)?.fileName ?? '';
  const sizeWith = (page: string): number =>
    [...withImports(page, withImports(entry))].reduce((sum, file) => sum + (bytes.get(file) ?? Number.NaN), 0);
  const pages = chunks.filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && facadeModuleId?.endsWith('-page.tsx'));
  return new Map(pages.map(({ name, fileName }) => [name.replace(/-page$/, ''), sizeWith(fileName)]));
}

test('who opens any page first loads less than 200 kB of scripts and styles', { timeout: 120_000 }, async () => {
  const pages = await bytesOfPages();

  expect(pages.size).toBeGreaterThan(30);
  expect(Math.min(...pages.values())).toBeGreaterThan(100_000);
  const tooLarge = [...pages].filter(
    ([name, size]) => !(size < (PRINTS_BARCODES.includes(name) ? MOST_BYTES_OF_PRINT : MOST_BYTES)),
  );
  expect(tooLarge).toEqual([]);
});
