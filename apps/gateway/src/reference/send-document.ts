import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { errors } from '@fulfilment/contracts';
import { methodNotAllowed, refuseConditions } from '@fulfilment/http';

/**
 * A document that never changes while the process runs: text, a file that is stored with gzip, a file in each encoding, or an archive,
 * which has no encoding but its own.
 */
export type PublishedDocument = DocumentFacts &
  ({ readonly text: string } | { readonly zipped: Buffer } | EncodedFile | { readonly archive: Buffer });

/** The rendering of each document, by its path. */
export type DocumentRenderings = Readonly<Record<string, () => PublishedDocument>>;

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

/** A document as it is sent. */
export interface ReadyDocument extends Pick<DocumentFacts, 'type' | 'policy'> {
  readonly caching: string;
  readonly etag: string;
  readonly plain: Uint8Array;
  /** With gzip. */
  readonly zipped?: Uint8Array;
  readonly brotli?: Uint8Array;
}

/** A request for a document, and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Sends the document of a path. @throws AppError `not_found`, `method_not_allowed`. */
export type SendDocument = (exchange: Exchange, path: string) => void | Promise<void>;

/** The page of addresses without a document: no path of a request has a blank in it. */
export const NOT_FOUND = 'not found';

/** True for a browser that opens an address. Programs get a problem document where there is nothing, so that a wrong base address shows. */
export function isForBrowser({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
}

/** Sends documents that are at hand. */
export function makeSendDocument(documents: Readonly<Record<string, PublishedDocument>>): SendDocument {
  const ready = new Map(Object.entries(documents).map(([path, document]) => [path, readyDocument(document)]));
  return (exchange, path) => sendReady(exchange, ready.get(path));
}

/** @throws AppError `not_found` without a document, `method_not_allowed`, `invalid_parameter` for a condition that is not taken. */
export function sendReady(exchange: Exchange, document: ReadyDocument | undefined): void {
  const { request, response } = exchange;
  const method = request.method ?? '';
  if (!document) throw errors.notFound('There is no such path. The API is below /v1, and /docs documents it.');
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, ['GET']);
  refuseConditions(request.headers, ['If-None-Match']);
  response.setHeader('Cache-Control', document.caching);
  response.setHeader('ETag', document.etag);
  response.appendHeader('Vary', 'Accept-Encoding');
  // Also on a 304: a browser updates its cached copy with these fields.
  setPolicy(exchange, document);
  if (request.headers['if-none-match']?.includes(document.etag)) response.writeHead(304).end();
  else send(exchange, document, 200);
}

/** Sends a page with 404. */
export function sendNotFound(exchange: Exchange, page: ReadyDocument): void {
  const { response } = exchange;
  response.setHeader('Cache-Control', 'no-store');
  response.appendHeader('Vary', 'Accept, Accept-Encoding');
  setPolicy(exchange, page);
  send(exchange, page, 404);
}

function setPolicy({ response }: Exchange, { policy }: ReadyDocument): void {
  if (policy === undefined) return;
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
}

function send({ request, response }: Exchange, document: ReadyDocument, status: number): void {
  const { type } = document;
  const { body, encoding } = encodingFor(request.headers['accept-encoding'], document);
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function encodingFor(accepted: string | string[] | undefined, { plain, zipped, brotli }: ReadyDocument) {
  if (brotli && accepts('br', accepted)) return { body: brotli, encoding: 'br' };
  return zipped && acceptsGzip(accepted) ? { body: zipped, encoding: 'gzip' } : { body: plain, encoding: undefined };
}

export function readyDocument(document: PublishedDocument): ReadyDocument {
  const { type, policy, neverChanges = false } = document;
  const { plain, ...encoded } = encodingsOf(document);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const caching = neverChanges ? 'public, max-age=31536000, immutable' : 'no-cache';
  return { type, caching, etag, plain, ...encoded, ...(policy === undefined ? {} : { policy }) };
}

function encodingsOf(document: PublishedDocument): Pick<EncodedFile, 'plain'> & Partial<EncodedFile> {
  if ('archive' in document) return { plain: document.archive };
  if ('text' in document) {
    const plain = Buffer.from(document.text);
    return { plain, zipped: gzipSync(plain) };
  }
  if ('plain' in document) return { plain: document.plain, zipped: document.zipped, brotli: document.brotli };
  return { plain: gunzipSync(document.zipped), zipped: document.zipped };
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
