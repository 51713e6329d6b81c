import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages: readonly string[] = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist' || name.startsWith('.'),
}).toSorted();
const texts = new Map(pages.map((path) => [path, readFileSync(join(root, path), 'utf8').replaceAll(/^```[^]*?^```/gm, '')]));

/** As GitHub makes the anchors of headings; of equal ones each later has a number. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
      .replaceAll(' ', '-'),
  );
  const before = (at: number): number => headings.slice(0, at).filter((each) => each === headings[at]).length;
  return new Set(headings.map((anchor, at) => (before(at) === 0 ? anchor : `${anchor}-${before(at)}`)));
}

/** Links of a page to files of the repository that are not there, or to headings that they do not have. */
function brokenLinks(page: string, text: string): readonly string[] {
  const links = Array.from(text.replaceAll(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
  return links.filter((link) => {
    if (/^(https?|mailto):|^\//.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : posix.join(posix.dirname(page), decodeURI(path));
    if (!existsSync(join(root, target))) return true;
    const there = path === '' ? text : (texts.get(target) ?? '');
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(there).has(anchor);
  });
}

test('every link of a page leads to a file of the repository, and to a heading in it', () => {
  const broken = [...texts].flatMap(([page, text]) => brokenLinks(page, text).map((link) => `${page}: ${link}`));

  expect(pages.length).toBeGreaterThan(100);
  expect(broken).toEqual([]);
});

test('a link that leads nowhere is found', () => {
  const text =
    '# A page\n[here](#a-page), [there](#no-page), [up](../README.md), [gone](../GONE.md), [out](https://example.com)\n';

  expect(brokenLinks('docs/operations.md', text)).toEqual(['#no-page', '../GONE.md']);
});

test('every file of tests of the whole system has its row in e2e/README.md, and every row its file', () => {
  const rows = Array.from(
    (texts.get('e2e/README.md') ?? '').matchAll(/^\| `([\w/-]+)`(?: \*)? \| [^|]*[a-z][^|]* \|$/gm),
    ([, name = '']) => name,
  );
  // Those of `record` judge what the others saw, and stand in the text.
  const files = globSync('e2e/**/*.{e2e,int}.test.ts', { cwd: root }).map((path) => path.replace(/^e2e\/|\.\w+\.test\.ts$/g, ''));

  expect(rows.toSorted()).toEqual(files.toSorted());
});

test('the README names every folder of tools and of deploy', () => {
  const folders = globSync('{tools,deploy}/*/', { cwd: root }).map((path) => posix.basename(path));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  expect(folders.length).toBeGreaterThan(12);
  expect(folders.filter((folder) => !new RegExp(`^(tools/|deploy/| {10}).*\\b${folder}\\b`, 'm').test(readme))).toEqual([]);
});
