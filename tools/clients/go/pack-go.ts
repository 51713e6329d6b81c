import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const HOME = 'libs/clients/go';

/**
 * Builds the Go library as a module proxy serves it (https://go.dev/ref/mod#goproxy-protocol).
 *
 * @param root of the workspace.
 * @param folder of the proxy, empty: `file://…` is the `GOPROXY`.
 * @returns what a user gets from it: `example.com/fulfilment/client-go@v0.1.0`.
 */
export async function packGo(root: string, folder: string): Promise<string> {
  const { version, go } = JSON.parse(await readFile(join(root, 'libs/clients/packages.json'), 'utf8'));
  const release = `${go.module}@v${version}`;
  const served = join(folder, go.module, '@v');
  const paths = globSync('**/*', { cwd: join(root, HOME), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, HOME).length + 1));
  const files = await Promise.all(
    paths.toSorted().map(async (path) => ({ name: `${release}/${path}`, bytes: await readFile(join(root, HOME, path)) })),
  );
  await mkdir(served, { recursive: true });
  await writeFile(join(served, 'list'), `v${version}\n`);
  await writeFile(join(served, `v${version}.info`), JSON.stringify({ Version: `v${version}` }));
  await writeFile(join(served, `v${version}.mod`), await readFile(join(root, HOME, 'go.mod')));
  await writeFile(join(served, `v${version}.zip`), zipOf(files));
  return release;
}

interface ZipFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A ZIP archive of files that are not compressed (APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
function zipOf(files: readonly ZipFile[]): Buffer {
  const records: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = Buffer.from(name);
    // Version 2.0, no flags, stored, on the first day that the format has.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0021, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    records.push(Buffer.from('PK\u0003\u0004'), facts, path, bytes);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, place, path);
    offset += 4 + facts.length + path.length + bytes.length;
  }
  const length = directory.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...records, ...directory, Buffer.from('PK\u0005\u0006'), end]);
}
