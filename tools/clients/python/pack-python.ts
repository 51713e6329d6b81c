import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type PackedFile, zipOf } from '../archives.ts';
import { sourcesIn, textsOf } from '../package-sources.ts';

const HOME = 'libs/clients/python';

const project = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  'requires-python': z.string(),
  dependencies: z.array(z.string()),
  classifiers: z.array(z.string()),
  Homepage: z.string(),
});

/**
 * Builds the wheel of the Python library (https://packaging.python.org/en/latest/specifications/binary-distribution-format), of what
 * `pyproject.toml` says.
 *
 * @param root of the workspace.
 * @param folder to write to.
 * @returns the path of the wheel.
 */
export async function packPython(root: string, folder: string): Promise<string> {
  const described = readProject(join(root, HOME, 'pyproject.toml'));
  const release = `${described.name.replaceAll('-', '_')}-${described.version}`;
  const texts = new Map(textsOf(root, 'python').map(({ name, bytes }) => [name, bytes]));
  const facts: [string, string | Buffer][] = [
    ['licenses/LICENSE', texts.get('LICENSE') ?? ''],
    ['CHANGELOG.md', texts.get('CHANGELOG.md') ?? ''],
    ['WHEEL', 'Wheel-Version: 1.0\nGenerator: fulfilment\nRoot-Is-Purelib: true\nTag: py3-none-any\n'],
    ['METADATA', metadataOf(described, String(texts.get('README.md')))],
  ];
  const files = [
    ...sourcesIn(join(root, HOME, 'src'), ['**/*']),
    ...facts.map(([name, bytes]) => ({ name: `${release}.dist-info/${name}`, bytes: Buffer.from(bytes) })),
  ];
  const record = `${release}.dist-info/RECORD`;
  const listed = [...files.map(recordOf), `${record},,\n`].join('');
  const wheel = join(folder, `${release}-py3-none-any.whl`);
  await writeFile(wheel, zipOf([...files, { name: record, bytes: Buffer.from(listed) }]));
  return wheel;
}

/** The strings and lists of strings of the file, which are JSON but for a comma at the end of a list. */
function readProject(path: string): z.output<typeof project> {
  const [described = ''] = readFileSync(path, 'utf8').split('[tool.');
  const entries = described.matchAll(/^([\w-]+) = ("[^"\n]*"|\[[^\]]*\])$/gm);
  return project.parse(
    Object.fromEntries([...entries].map(([, key, value = '']) => [key, JSON.parse(value.replace(/,\s*\]$/, ']'))])),
  );
}

/** https://packaging.python.org/en/latest/specifications/core-metadata */
function metadataOf(described: z.output<typeof project>, readme: string): string {
  const fields = [
    ['Metadata-Version', '2.1'],
    ['Name', described.name],
    ['Version', described.version],
    ['Summary', described.description],
    ['Requires-Python', described['requires-python']],
    ['License-File', 'LICENSE'],
    ...described.classifiers.map((each) => ['Classifier', each]),
    ...described.dependencies.map((each) => ['Requires-Dist', each]),
    ['Project-URL', `Homepage, ${described.Homepage}`],
    ['Description-Content-Type', 'text/markdown'],
  ];
  return `${fields.map(([name, value]) => `${name}: ${value}\n`).join('')}\n${readme}`;
}

function recordOf({ name, bytes }: PackedFile): string {
  return `${name},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}\n`;
}
