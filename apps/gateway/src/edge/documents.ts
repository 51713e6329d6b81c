import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Exchange } from './exchange.ts';
import { methodNotAllowed } from '@fulfilment/http';
import { noSuchPath } from '../request-refusals.ts';

/** A document that stays the same while the process runs. */
export interface PublishedDocument {
  readonly type: string;
  readonly text: string;
}

/** Answers with a document by its path. @throws AppError `not_found`, `method_not_allowed`. */
export type SendDocument = (exchange: Exchange, path: string) => void;

/** What is read without a key, beside /v1. */
export function makeSendDocument(documents: Readonly<Record<string, PublishedDocument>>): SendDocument {
  const ready = new Map(Object.entries(documents).map(([path, document]) => [path, prepare(document)]));
  return (exchange, path) => {
    const { request, response } = exchange;
    const document = ready.get(path);
    const method = request.method ?? '';
    if (!document) throw noSuchPath();
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, ['GET']);
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('ETag', document.etag);
    response.appendHeader('Vary', 'Accept-Encoding');
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

function prepare({ type, text }: PublishedDocument) {
  const plain = Buffer.from(text);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, etag, plain, zipped: gzipSync(plain) };
}

/** RFC 9110 section 12.5.3; a weight of zero says no. */
function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/i.test(String(accepted ?? ''));
}
