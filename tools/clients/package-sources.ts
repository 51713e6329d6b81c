import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { PackedFile } from './archives.ts';

const CLIENTS = 'libs/clients';

const names = z.object({
  version: z.string(),
  homepage: z.string(),
  node: z.object({ package: z.string() }),
  python: z.object({ distribution: z.string(), module: z.string() }),
  ruby: z.object({ gem: z.string() }),
  go: z.object({ module: z.string() }),
});

/** The names of the packages and their common version. @param root of the workspace. */
export function readNames(root: string): z.output<typeof names> {
  return names.parse(JSON.parse(readFileSync(join(root, CLIENTS, 'packages.json'), 'utf8')));
}

/** Files below a folder that match patterns, by name. Those that a test or an interpreter leaves there are none of them. */
export function sourcesIn(home: string, patterns: readonly string[]): readonly PackedFile[] {
  return globSync([...patterns], { cwd: home, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/__pycache__|\.pyc$/.test(join(entry.parentPath, entry.name)))
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
    .toSorted()
    .map((name) => ({ name, bytes: readFileSync(join(home, name)) }));
}

/** The texts that every package has: the README of its library, the changelog and the licence. */
export function textsOf(root: string, library: string): readonly PackedFile[] {
  return [
    ['CHANGELOG.md', 'CHANGELOG.md'],
    ['LICENSE', `${CLIENTS}/LICENSE`],
    ['README.md', `${CLIENTS}/${library}/README.md`],
  ].map(([name = '', path = '']) => ({ name, bytes: Buffer.from(withoutRelativeLinks(readFileSync(join(root, path), 'utf8'))) }));
}

/** Markdown whose links to other files of the repository, which no package has, are text. */
function withoutRelativeLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]\n]*)\]\((?!https?:|#)[^)\s]+\)/g, '$1');
}
