import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Stoppable } from '@fulfilment/kernel';
import { isForBrowser, NOT_FOUND, type ReadyDocument, type SendDocument, sendNotFound, sendReady } from './send-document.ts';

/** The thread's file is beside this one: a source, or an entry point of the bundle. */
export const RENDER = new URL(`./render-documents${extname(import.meta.filename)}`, import.meta.url);

/** A path, and its document; without one where there is none. */
export type RenderedDocument = readonly [path: string, document: ReadyDocument | undefined];

type Waiting = PromiseWithResolvers<ReadyDocument | undefined>;

/**
 * The reference and the guides. A thread renders them when the first is asked for, so that other requests need not wait, and takes what
 * it needed for that with it as it ends: more than a second of CPU and 100 MB. A document that is asked for is rendered before others.
 */
export class ServedDocuments implements Stoppable {
  readonly #publicUrl: string;
  readonly #ready = new Map<string, ReadyDocument>();
  readonly #waiting = new Map<string, Waiting>();
  #isComplete = false;
  #worker: Worker | undefined;

  /** @param publicUrl of the gateway, without a trailing slash. */
  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl;
  }

  /**
   * Sends the document of a path, once it is rendered; a browser gets a page where there is none.
   *
   * @throws the failure of the rendering, such as of a guide whose file is missing; the next call tries again.
   */
  readonly send: SendDocument = async (exchange, path) => {
    const document = await this.#find(path);
    const page = document === undefined && isForBrowser(exchange.request) ? await this.#find(NOT_FOUND) : undefined;
    if (page) sendNotFound(exchange, page);
    else sendReady(exchange, document);
  };

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #find(path: string): Promise<ReadyDocument | undefined> {
    const ready = this.#ready.get(path);
    if (ready || this.#isComplete) return ready;
    this.#worker ??= this.#startThread();
    let waiting = this.#waiting.get(path);
    if (!waiting) {
      waiting = Promise.withResolvers();
      this.#waiting.set(path, waiting);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has one parent, and no origins.
      this.#worker.postMessage(path);
    }
    return waiting.promise;
  }

  #startThread(): Worker {
    const worker = new Worker(RENDER, { workerData: { publicUrl: this.#publicUrl } });
    let failure: Error | undefined;
    worker.on('message', ([path, document]: RenderedDocument) => {
      if (document) this.#ready.set(path, document);
      this.#settle(path, (waiting) => waiting.resolve(document));
    });
    worker.once('error', (error: Error) => (failure = error));
    worker.once('exit', (code) => {
      this.#worker = undefined;
      this.#isComplete = code === 0;
      const reason = failure ?? new Error('The documents were not rendered');
      for (const path of this.#waiting.keys())
        this.#settle(path, (waiting) => (code === 0 ? waiting.resolve(this.#ready.get(path)) : waiting.reject(reason)));
    });
    return worker;
  }

  #settle(path: string, settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(path);
    this.#waiting.delete(path);
    if (waiting) settle(waiting);
  }
}
