import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Stoppable } from '@fulfilment/kernel';
import { isForBrowser, NOT_FOUND, type ReadyDocument, type SendDocument, sendNotFound, sendReady } from './send-document.ts';

/** The thread's file is beside this one: a source, or an entry point of the bundle. */
const RENDER = new URL(`./render-documents${extname(import.meta.filename)}`, import.meta.url);

/**
 * The reference and the guides. A thread renders them when the first is asked for, so that other requests need not wait,
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

  /** Sends the document of a path, once all are rendered; a browser gets a page where there is none. */
  readonly send: SendDocument = async (exchange, path) => {
    const documents = await this.#all();
    const page = isForBrowser(exchange.request) ? documents.get(NOT_FOUND) : undefined;
    if (page && !documents.has(path)) sendNotFound(exchange, page);
    else sendReady(exchange, documents.get(path));
  };

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
