import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { errors } from '@fulfilment/contracts';
import { makeSendDocument, type PublishedDocument, type SendDocument } from '../reference/send-document.ts';

/** Scripts, styles and requests of the gateway's own origin alone; no inline script or style, and no frame. */
const CONSOLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const HOME = '/console';
/** Files below it are named by their content. */
const ASSETS = `${HOME}/assets/`;

/** A bundle has the console in a folder beside its code. */
const BESIDE = join(import.meta.dirname, 'console');

/** True for the paths of the console. */
export function isOfConsole(path: string): boolean {
  return path === HOME || path.startsWith(`${HOME}/`);
}

/** True for the paths of its scripts and styles. */
export function isAssetOfConsole(path: string): boolean {
  return path.startsWith(ASSETS);
}

/**
 * Sends the files of the built console, and its one page at each of its other paths, which the page itself shows.
 *
 * @param folder that `vite build` wrote, with a `.gz` and a `.br` beside each file; empty for the one of the bundle.
 */
export function makeSendConsole(folder: string): SendDocument {
  const built = folder === '' ? BESIDE : folder;
  if (!existsSync(join(built, 'index.html')))
    return () => {
      throw errors.notFound(
        'The console was not built. `npm start` builds it, and `npm run build` puts it in the bundle of the gateway.',
      );
    };
  const send = makeSendDocument(documentsIn(built));
  return (exchange, path) => send(exchange, isAssetOfConsole(path) || extname(path) !== '' ? path : HOME);
}

function documentsIn(folder: string): Readonly<Record<string, PublishedDocument>> {
  const files = globSync('**/*', { cwd: folder }).filter((file) => extname(file) in TYPES);
  return Object.fromEntries(
    files.map((file) => {
      const path = `${HOME}/${file.replaceAll('\\', '/')}`;
      return [path === `${HOME}/index.html` ? HOME : path, documentOf(join(folder, file), isAssetOfConsole(path))];
    }),
  );
}

function documentOf(file: string, neverChanges: boolean): PublishedDocument {
  const extension = extname(file);
  return {
    type: TYPES[extension] ?? '',
    plain: readFileSync(file),
    zipped: readFileSync(`${file}.gz`),
    brotli: readFileSync(`${file}.br`),
    neverChanges,
    ...(extension === '.html' ? { policy: CONSOLE_POLICY } : {}),
  };
}
