import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipOf } from '../archives.ts';
import { readNames, sourcesIn, textsOf } from '../package-sources.ts';

const HOME = 'libs/clients/go';

/**
 * Builds the Go library as a module proxy serves it (https://go.dev/ref/mod#goproxy-protocol).
 *
 * @param root of the workspace.
 * @param folder of the proxy, empty: `file://…` is the `GOPROXY`.
 * @returns what a user gets from it: `example.com/fulfilment/client-go@v0.1.0`.
 */
export async function packGo(root: string, folder: string): Promise<string> {
  const { version, go } = readNames(root);
  const release = `${go.module}@v${version}`;
  const home = join(folder, go.module);
  const served = join(home, '@v');
  const sources = sourcesIn(join(root, HOME), ['**/*']).filter(({ name }) => name !== 'README.md');
  const files = [...sources, ...textsOf(root, 'go')].map(({ name, bytes }) => ({ name: `${release}/${name}`, bytes }));
  const info = JSON.stringify({ Version: `v${version}` });
  await mkdir(served, { recursive: true });
  await writeFile(join(home, '@latest'), info);
  await writeFile(join(served, 'list'), `v${version}\n`);
  await writeFile(join(served, `v${version}.info`), info);
  await writeFile(join(served, `v${version}.mod`), await readFile(join(root, HOME, 'go.mod')));
  await writeFile(join(served, `v${version}.zip`), zipOf(files));
  return release;
}
