import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { errors } from '@fulfilment/contracts';
import { z } from 'zod';
import { escapeHtml, htmlPage, PAGE_POLICY, sentence } from './layout.ts';
import { makeSendDocument, type PublishedDocument, type SendDocument } from './send-document.ts';

const HOME = '/downloads';

/** A bundle has the packages in a folder beside its code. The workspace builds them when they are asked for. */
const BESIDE = join(import.meta.dirname, 'downloads');
const BUILD = join(import.meta.dirname, '../../../../tools/build/main.ts');

const TYPES: Readonly<Record<string, string>> = {
  '.tgz': 'application/gzip',
  '.whl': 'application/zip',
  '.zip': 'application/zip',
  '.gem': 'application/x-tar',
  '.info': 'application/json',
};

const described = z.array(
  z.object({
    kind: z.enum(['node', 'python', 'ruby', 'go', 'fulfil']),
    name: z.string(),
    version: z.string(),
    file: z.string(),
    bytes: z.int(),
    sha256: z.string(),
  }),
);

/** A package as its row of the page and of `packages.json` has it. */
interface Package extends Omit<z.output<typeof described>[number], 'file'> {
  readonly url: string;
  /** The command, or the two, that a user types. */
  readonly install: string;
}

/** True for the paths of the packages. */
export function isOfDownloads(path: string): boolean {
  return path === HOME || path.startsWith(`${HOME}/`);
}

/**
 * Sends the packages of the client libraries and of `fulfil`, a page and a `packages.json` that name them with their hashes, and the
 * Go library as a module proxy does. They are read, less than 1 MB, when the first is asked for.
 *
 * @param publicUrl of the gateway, without a trailing slash.
 */
export function makeSendDownloads(publicUrl: string): SendDocument {
  let opened: Promise<SendDocument> | undefined;
  const open = async (): Promise<SendDocument> => makeSendDocument(documentsIn(await folderOfPackages(), publicUrl));
  return async (exchange, path) => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    await (
      await opened
    )(exchange, path);
  };
}

async function folderOfPackages(): Promise<string> {
  if (existsSync(BESIDE)) return BESIDE;
  if (!existsSync(BUILD)) throw errors.notFound('The packages are not in this bundle: `npm run build` puts them there.');
  const { stdout } = await promisify(execFile)(process.execPath, [BUILD, 'downloads']);
  return stdout.trim().replace(/^downloads: /, '');
}

function documentsIn(folder: string, publicUrl: string): Readonly<Record<string, PublishedDocument>> {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'packages.json')
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  const packages = described.parse(JSON.parse(readFileSync(join(folder, 'packages.json'), 'utf8'))).map(({ file, ...facts }) => {
    const url = `${publicUrl}${HOME}/${file}`;
    return { ...facts, url, install: commandOf({ kind: facts.kind, name: facts.name, version: facts.version, url, publicUrl }) };
  });
  const page: PublishedDocument = { type: 'text/html; charset=utf-8', text: pageOf(packages), policy: PAGE_POLICY };
  return {
    ...Object.fromEntries(files.map((file) => [`${HOME}/${file}`, fileAt(join(folder, file))])),
    [`${HOME}/packages.json`]: { type: 'application/json; charset=utf-8', text: JSON.stringify({ packages }) },
    [HOME]: page,
    [`${HOME}/`]: page,
  };
}

/** A file whose name has a version in it never changes. */
function fileAt(path: string): PublishedDocument {
  const name = basename(path);
  const type = name === '@latest' ? 'application/json' : (TYPES[extname(name)] ?? 'text/plain; charset=utf-8');
  return { type, archive: readFileSync(path), neverChanges: /\d+\.\d+\.\d+/.test(name) };
}

interface Installed extends Pick<Package, 'kind' | 'name' | 'version' | 'url'> {
  readonly publicUrl: string;
}

function commandOf({ kind, name, version, url, publicUrl }: Installed): string {
  switch (kind) {
    case 'node':
      return `npm install ${url}`;
    case 'fulfil':
      return `npm install --global ${url}`;
    case 'python':
      return `pip install ${url}`;
    case 'ruby':
      return `curl -f -sSO ${url}\ngem install --local ${basename(url)}`;
    case 'go':
      return `export GOPROXY=${publicUrl}${HOME}/go,https://proxy.golang.org,direct GONOSUMDB=${name}\ngo get ${name}@v${version}`;
  }
}

const TITLES: Readonly<Record<Package['kind'], string>> = {
  node: 'Library for Node',
  python: 'Library for Python',
  ruby: 'Library for Ruby',
  go: 'Library for Go',
  fulfil: 'Command line fulfil',
};

/** Steps before a command that a new machine or folder may lack. */
const BEFOREHAND: Readonly<Partial<Record<Package['kind'], string>>> = {
  python: 'In a virtual environment: `python3 -m venv .venv && . .venv/bin/activate` makes one.',
  ruby: 'Where gem may not write into its own folder (`Gem::FilePermissionError`), add `--user-install`.',
  go: 'In a module: `go mod init shop` makes one.',
  fulfil: 'Where npm may not write into its own folder (`EACCES`), add `--prefix ~/.local`, with `~/.local/bin` in `PATH`.',
};

function pageOf(packages: readonly Package[]): string {
  const parts = packages.map(({ kind, name, version, url, install, bytes, sha256 }) => {
    const facts = [
      ['Package', escapeHtml(`${name} ${version}`)],
      ['File', `<a href="${escapeHtml(url)}">${escapeHtml(basename(url))}</a>, ${Math.ceil(bytes / 1024)} KiB`],
      ['SHA-256', `<code>${sha256}</code>`],
    ];
    const rows = facts.map(([term, value]) => `<tr><th scope="row">${term}</th><td>${value}</td></tr>`).join('\n');
    const first = BEFOREHAND[kind] === undefined ? '' : `<p>${sentence(BEFOREHAND[kind])}</p>\n`;
    return `<h2 id="${kind}">${TITLES[kind]}</h2>
${first}<pre tabindex="0"><code>${escapeHtml(install)}\n</code></pre>
<div class="wide" role="group" aria-label="Table" tabindex="0">
<table>
${rows}
</table>
</div>`;
  });
  return htmlPage({
    path: HOME,
    title: 'Downloads',
    description: 'The client libraries and the command line of this system, with their hashes.',
    isText: true,
    main: `<h1>Downloads</h1>
<p>The client libraries and the command line, of the version that this system runs. Install them from here: packages of these names in a public registry are not ours. Programs read <a href="${HOME}/packages.json">packages.json</a>.</p>
${parts.join('\n')}`,
  });
}
