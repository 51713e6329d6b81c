import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { errors } from '@fulfilment/contracts';
import { methodNotAllowed } from '@fulfilment/http';

/** A document that never changes while the process runs: text, or a file that is stored with gzip. */
export type PublishedDocument = DocumentFacts & ({ readonly text: string } | { readonly zipped: Buffer });

interface DocumentFacts {
  readonly type: string;
  /** The Content-Security-Policy of a page; by default nothing may be loaded or run. */
  readonly policy?: string;
  /** True where the content of its path is the same for all versions. */
  readonly neverChanges?: boolean;
}

/** One request and its response. */
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
function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/i.test(String(accepted ?? ''));
}
