import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { accountApiDocument, asyncApiDocument, openApiDocument } from '@fulfilment/api-docs';
import { errors } from '@fulfilment/contracts';
import { methodNotAllowed } from '@fulfilment/http';
import { errorsPage, eventsPage, htmlPage, referenceStyle } from './pages.ts';

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
  return {
    '/openapi.json': json(openApiDocument({ publicUrl })),
    '/account/openapi.json': json(accountApiDocument({ publicUrl })),
    '/asyncapi.json': json(asyncApiDocument({ publicUrl })),
    ...pageAt('/docs', referencePage()),
    ...pageAt('/docs/errors', errorsPage()),
    ...pageAt('/docs/events', eventsPage()),
    '/docs/reference.css': { type: 'text/css; charset=utf-8', text: referenceStyle },
    [START_SCRIPT]: { type: 'text/javascript; charset=utf-8', text: startScript },
    [SWAGGER_UI.script.path]: kept(SWAGGER_UI.script),
    [SWAGGER_UI.style.path]: kept(SWAGGER_UI.style),
  };
}

function pageAt(path: string, text: string): Readonly<Record<string, PublishedDocument>> {
  return { [path]: html(text), [`${path}/`]: html(text) };
}

function json(value: unknown): PublishedDocument {
  return { type: 'application/json; charset=utf-8', text: JSON.stringify(value) };
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

const START_SCRIPT = '/docs/reference.js';

/** The API reference, which Swagger UI renders from `/openapi.json`. */
function referencePage(): string {
  return htmlPage({
    title: 'API reference',
    isText: false,
    main: '<div id="reference"><p>The API reference requires JavaScript. The same content is in <a href="/openapi.json">the OpenAPI document</a>.</p></div>',
    styles: [SWAGGER_UI.style.path],
    scripts: [SWAGGER_UI.script.path, START_SCRIPT],
  });
}

/**
 * Starts Swagger UI. A key that is entered to try a request is not stored, and nothing is sent to swagger.io, whose validator
 * would otherwise receive the address of the document.
 */
const startScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
`;

/** A document that never changes while the process runs: text, or a file that is stored with gzip. */
type PublishedDocument = DocumentFacts & ({ readonly text: string } | { readonly zipped: Buffer });

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

function send({ request, response }: Exchange, { type, plain, zipped }: ReturnType<typeof prepare>): void {
  const zip = acceptsGzip(request.headers['accept-encoding']);
  const body = zip ? zipped : plain;
  if (zip) response.setHeader('Content-Encoding', 'gzip');
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function prepare(document: PublishedDocument) {
  const { type, policy, neverChanges = false } = document;
  const plain = 'text' in document ? Buffer.from(document.text) : gunzipSync(document.zipped);
  const zipped = 'text' in document ? gzipSync(plain) : document.zipped;
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const caching = neverChanges ? 'public, max-age=31536000, immutable' : 'no-cache';
  return { type, policy, caching, etag, plain, zipped };
}

/** RFC 9110 section 12.5.3; a weight of zero refuses gzip. */
export function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/i.test(String(accepted ?? ''));
}
