import { AbortedError, ConnectionError, UnexpectedAnswerError } from './errors.ts';

/** The bytes of a file. A function is called for each attempt, so that the upload can be repeated; a stream is sent once. */
export type Upload = string | Uint8Array | Stream | (() => Stream);
/** Bytes or text in pieces: a Node stream, a web stream, or an async generator. */
export type Stream = AsyncIterable<Uint8Array | string>;

/** Bytes of an upload for one attempt. @param body as the caller gave it. */
export function openUpload(body: Upload): string | Uint8Array | Stream {
  return typeof body === 'function' ? body() : body;
}

/** True if an upload can be sent again. */
export function isRepeatable(body: unknown): boolean {
  return typeof body === 'string' || body instanceof Uint8Array || typeof body === 'function';
}

/** A file that is read as it comes, in constant memory. It ends without an error only if it is complete. */
export class Download implements AsyncIterable<Uint8Array> {
  readonly contentType: string;
  readonly requestId: string;
  readonly #bytes: AsyncIterable<Uint8Array>;

  constructor(bytes: AsyncIterable<Uint8Array>, { contentType, requestId }: { contentType: string; requestId: string }) {
    this.#bytes = bytes;
    this.contentType = contentType;
    this.requestId = requestId;
  }

  /** Bytes. @throws ConnectionError where the file breaks off, AbortedError where the caller's signal ends it. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const chunk of this.#bytes) yield chunk;
    } catch (error) {
      if (error instanceof AbortedError) throw error;
      throw new ConnectionError(`The file broke off and is incomplete: start again. Request ${this.requestId}.`, {
        cause: error,
      });
    }
  }

  /** Lines of text without their ends. */
  async *lines(): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of this) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) yield line.replace(/\r$/, '');
    }
    rest += decoder.decode();
    if (rest !== '') yield rest;
  }

  /** Records of an NDJSON file. @throws UnexpectedAnswerError for a line that is no record. @typeParam T the record: `Sku` of an inventory. */
  async *records<T = Record<string, unknown>>(): AsyncGenerator<T, void, undefined> {
    for await (const line of this.lines()) {
      if (line === '') continue;
      yield this.#recordOf<T>(line);
    }
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the record of its file.
  #recordOf<T>(line: string): T {
    try {
      const record: T = JSON.parse(line);
      return record;
    } catch (error) {
      throw new UnexpectedAnswerError(
        `The file has a line that is no record: ${JSON.stringify(line.slice(0, 80))}. Ask for application/x-ndjson.`,
        { cause: error, status: 200, requestId: this.requestId },
      );
    }
  }
}
