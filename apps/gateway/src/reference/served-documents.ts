import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { errors } from '@fulfilment/contracts';
import { methodNotAllowed } from '@fulfilment/http';
import type { Stoppable } from '@fulfilment/kernel';
import type { ReadyDocument } from './published-documents.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The thread's file is beside this one: a source, or an entry point of the bundle. */
const RENDER = new URL(`./render-documents${extname(import.meta.filename)}`, import.meta.url);

/**
 * The documents that are served without a key. A thread renders them when the first is asked for, so that other requests need not wait,
 * and takes what it needed for that with it as it ends: more than a second of CPU and 100 MB.
 */
export class ServedDocuments implements Stoppable {
  readonly #publicUrl: string;
  #worker: Worker | undefined;
  #documents: Promise<ReadonlyMap<string, ReadyDocument>> | undefined;

  /** @param publicUrl of the gateway, without a trailing slash. */
  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl;
  }

  /** Sends the document of a path, once all are rendered. @throws AppError `not_found`, `method_not_allowed`. */
  async send({ request, response }: Exchange, path: string): Promise<void> {
    const document = (await this.#all()).get(path);
    const method = request.method ?? '';
    if (!document) throw errors.notFound('There is no such path.');
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, ['GET']);
    const { caching, etag, policy, type } = document;
    response.setHeader('Cache-Control', caching);
    response.setHeader('ETag', etag);
    response.appendHeader('Vary', 'Accept-Encoding');
    // Also on a 304: a browser updates its cached copy with these fields.
    if (policy !== undefined) {
      response.setHeader('Content-Security-Policy', policy);
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    }
    if (request.headers['if-none-match']?.includes(etag)) {
      response.writeHead(304).end();
      return;
    }
    const zip = acceptsGzip(request.headers['accept-encoding']);
    const body = zip ? document.zipped : document.plain;
    if (zip) response.setHeader('Content-Encoding', 'gzip');
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length });
    response.end(method === 'HEAD' ? undefined : body);
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** @throws the failure of the rendering, such as of a guide whose file is missing; the next call tries again. */
  #all(): Promise<ReadonlyMap<string, ReadyDocument>> {
    this.#documents ??= this.#render().catch((error: unknown) => {
      this.#documents = undefined;
      throw error;
    });
    return this.#documents;
  }

  #render(): Promise<ReadonlyMap<string, ReadyDocument>> {
    const rendered = Promise.withResolvers<ReadonlyMap<string, ReadyDocument>>();
    const worker = new Worker(RENDER, { workerData: { publicUrl: this.#publicUrl } });
    this.#worker = worker;
    worker.once('message', (documents: [string, ReadyDocument][]) => rendered.resolve(new Map(documents)));
    worker.once('error', rendered.reject);
    // Without a message, or after it, which changes nothing.
    worker.once('exit', () => rendered.reject(new Error('The documents were not rendered')));
    return rendered.promise;
  }
}

/** RFC 9110 section 12.5.3; a weight of zero refuses gzip. */
export function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/i.test(String(accepted ?? ''));
}
