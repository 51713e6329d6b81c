import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { accountApiDocument, asyncApiDocument, openApiDocument } from '@fulfilment/api-docs';
import { errors } from '@fulfilment/contracts';
import { methodNotAllowed } from '@fulfilment/http';
import { renderGuides } from './guides.ts';
import { htmlPage } from './layout.ts';
import { errorsPage, eventsPage } from './pages.ts';
import { searchIndex } from './search-index.ts';

/** Pages run the gateway's own scripts, connect to it alone, and cannot be framed. Swagger UI draws its icons as `data:`. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The documents that are served without a key, by their paths.
 *
 * @param publicUrl of the gateway, without a trailing slash.
 */
export function publishedDocuments(publicUrl: string): Readonly<Record<string, PublishedDocument>> {
  const guides = renderGuides();
  return {
    '/openapi.json': json(openApiDocument({ publicUrl })),
    '/account/openapi.json': json(accountApiDocument({ publicUrl })),
    '/asyncapi.json': json(asyncApiDocument({ publicUrl })),
    ...pageAt('/docs', referencePage('/docs', 'API reference', '/openapi.json')),
    ...pageAt('/docs/account', referencePage('/docs/account', 'Account API', '/account/openapi.json')),
    ...pageAt('/docs/errors', errorsPage()),
    ...pageAt('/docs/events', eventsPage()),
    ...Object.assign({}, ...guides.map(({ path, page }) => pageAt(path, page))),
    '/docs/search-index.json': { type: JSON_TYPE, text: searchIndex(guides) },
    [SEARCH_LIBRARY]: { type: SCRIPT_TYPE, text: readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8') },
    ...siteFile('site.css', 'text/css; charset=utf-8'),
    ...siteFile('site.js', SCRIPT_TYPE),
    ...siteFile('reference.js', SCRIPT_TYPE),
    [SWAGGER_UI.script.path]: kept(SWAGGER_UI.script),
    [SWAGGER_UI.style.path]: kept(SWAGGER_UI.style),
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** MiniSearch as its package has it, an ES module; `site/site.js` imports it. */
const SEARCH_LIBRARY = '/docs/minisearch.js';

/** Our own scripts and styles, in the folder `site`. */
function siteFile(name: string, type: string): Readonly<Record<string, PublishedDocument>> {
  return { [`/docs/${name}`]: { type, text: readFileSync(join(import.meta.dirname, 'site', name), 'utf8') } };
}

function pageAt(path: string, text: string): Readonly<Record<string, PublishedDocument>> {
  return { [path]: html(text), [`${path}/`]: html(text) };
}

function json(value: unknown): PublishedDocument {
  return { type: JSON_TYPE, text: JSON.stringify(value) };
}

function html(text: string): PublishedDocument {
  return { type: 'text/html; charset=utf-8', text, policy: PAGE_POLICY };
}

function kept({ type, read }: Asset): PublishedDocument {
  return { type, zipped: read(), neverChanges: true };
}

/** The version of swagger-ui-dist on npm; see `swagger-ui/README.md`. */
export const SWAGGER_UI_VERSION = '5.35.0';

const FOLDER = join(import.meta.dirname, 'swagger-ui');

/** A file of Swagger UI, stored as it is sent. */
interface Asset {
  /** Contains the version, so that browsers may cache it for good. */
  readonly path: string;
  readonly type: string;
  readonly read: () => Buffer;
}

const asset = (file: string, extension: 'js' | 'css', type: string): Asset => ({
  path: `/docs/swagger-ui-${SWAGGER_UI_VERSION}.${extension}`,
  type,
  read: () => readFileSync(join(FOLDER, `${file}.gz`)),
});

export const SWAGGER_UI = {
  script: asset('swagger-ui-bundle.js', 'js', 'text/javascript; charset=utf-8'),
  style: asset('swagger-ui.css', 'css', 'text/css; charset=utf-8'),
} as const;

/** A reference that Swagger UI renders from an OpenAPI document. */
function referencePage(path: string, title: string, document: string): string {
  return htmlPage({
    path,
    title,
    isText: false,
    main: `<div id="reference" data-document="${document}"><p>The reference requires JavaScript. The same content is in <a href="${document}">the OpenAPI document</a>; the guides need no JavaScript.</p></div>`,
    styles: [SWAGGER_UI.style.path],
    scripts: [SWAGGER_UI.script.path, '/docs/reference.js'],
  });
}

/** A document that never changes while the process runs: text, a file that is stored with gzip, or a file in each encoding. */
export type PublishedDocument = DocumentFacts & ({ readonly text: string } | { readonly zipped: Buffer } | EncodedFile);

/** A file with its encodings, compressed before the process started. */
interface EncodedFile {
  readonly plain: Buffer;
  readonly zipped: Buffer;
  readonly brotli: Buffer;
}

interface DocumentFacts {
  readonly type: string;
  /** The Content-Security-Policy of a page; by default nothing may be loaded or run. */
  readonly policy?: string;
  /** True where the content of its path is the same for all versions. */
  readonly neverChanges?: boolean;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Sends the document of a path. @throws AppError `not_found`, `method_not_allowed`. */
export type SendDocument = (exchange: Exchange, path: string) => void;

export function makeSendDocument(documents: Readonly<Record<string, PublishedDocument>>): SendDocument {
  const ready = new Map(Object.entries(documents).map(([path, document]) => [path, prepare(document)]));
  return (exchange, path) => {
    const { request, response } = exchange;
    const document = ready.get(path);
    const method = request.method ?? '';
    if (!document) throw errors.notFound('There is no such path.');
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, ['GET']);
    response.setHeader('Cache-Control', document.caching);
    response.setHeader('ETag', document.etag);
    response.appendHeader('Vary', 'Accept-Encoding');
    // Also on a 304: a browser updates its cached copy with these fields.
    if (document.policy !== undefined) {
      response.setHeader('Content-Security-Policy', document.policy);
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    }
    if (request.headers['if-none-match']?.includes(document.etag)) response.writeHead(304).end();
    else send(exchange, document);
  };
}

function send({ request, response }: Exchange, document: ReturnType<typeof prepare>): void {
  const { type } = document;
  const { body, encoding } = encodingFor(request.headers['accept-encoding'], document);
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function encodingFor(accepted: string | string[] | undefined, { plain, zipped, brotli }: ReturnType<typeof prepare>) {
  if (brotli && accepts('br', accepted)) return { body: brotli, encoding: 'br' };
  return acceptsGzip(accepted) ? { body: zipped, encoding: 'gzip' } : { body: plain, encoding: undefined };
}

function prepare(document: PublishedDocument) {
  const { type, policy, neverChanges = false } = document;
  const { plain, zipped, brotli } = encodingsOf(document);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const caching = neverChanges ? 'public, max-age=31536000, immutable' : 'no-cache';
  return { type, policy, caching, etag, plain, zipped, brotli };
}

function encodingsOf(document: PublishedDocument): Omit<EncodedFile, 'brotli'> & { readonly brotli?: Buffer } {
  if ('text' in document) {
    const plain = Buffer.from(document.text);
    return { plain, zipped: gzipSync(plain) };
  }
  return 'plain' in document ? document : { plain: gunzipSync(document.zipped), zipped: document.zipped };
}

/** True where a client takes gzip. */
export function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return accepts('gzip', accepted);
}

/** RFC 9110 section 12.5.3; a weight of zero refuses the encoding. */
function accepts(encoding: 'gzip' | 'br', accepted: string | string[] | undefined): boolean {
  const pattern = new RegExp(String.raw`(?:^|[\s,])${encoding}(?![\w-])(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))`, 'i');
  return pattern.test(String(accepted ?? ''));
}
