const HEAD_END = '\r\n\r\n';
const LINE_END = '\r\n';

/**
 * Finds the ends of HTTP/1.1 messages, requests or answers, in what comes over a connection (RFC 9112 section 6). It trusts
 * their writer and looks at as little as it can: both ends of a benchmark have to cost less than what is between them.
 */
export class MessageReader {
  readonly #onMessage: (firstLine: string) => void;
  /** The beginning of a head or of a chunk's size whose end has not come yet. */
  #begun: Buffer = Buffer.alloc(0);
  #firstLine = '';
  #reads: 'head' | 'body' | 'chunk size' | 'chunk' = 'head';
  /** Bytes of the body or of the chunk. */
  #left = 0;
  #isLastChunk = false;

  /** @param onMessage told the first line of each message once it is whole. */
  constructor(onMessage: (firstLine: string) => void) {
    this.#onMessage = onMessage;
  }

  read(bytes: Buffer): void {
    const whole = this.#begun.length === 0 ? bytes : Buffer.concat([this.#begun, bytes]);
    this.#begun = Buffer.alloc(0);
    let at = 0;
    while (at < whole.length) {
      const isText = this.#reads === 'head' || this.#reads === 'chunk size';
      at = isText ? this.#readText(whole, at) : this.#skip(whole, at);
    }
  }

  #readText(whole: Buffer, at: number): number {
    const mark = this.#reads === 'head' ? HEAD_END : LINE_END;
    const end = whole.indexOf(mark, at);
    if (end === -1) {
      this.#begun = whole.subarray(at);
      return whole.length;
    }
    const text = whole.toString('latin1', at, end);
    if (this.#reads === 'head') this.#takeHead(text);
    else this.#takeChunkSize(text);
    return end + mark.length;
  }

  #takeHead(head: string): void {
    const lineEnd = head.indexOf(LINE_END);
    this.#firstLine = lineEnd === -1 ? head : head.slice(0, lineEnd);
    if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
      this.#reads = 'chunk size';
      return;
    }
    this.#left = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#left === 0) this.#end();
    else this.#reads = 'body';
  }

  #takeChunkSize(line: string): void {
    const size = Number.parseInt(line, 16);
    this.#isLastChunk = size === 0;
    this.#left = size + LINE_END.length;
    this.#reads = 'chunk';
  }

  #skip(whole: Buffer, at: number): number {
    const skipped = Math.min(this.#left, whole.length - at);
    this.#left -= skipped;
    if (this.#left === 0) {
      if (this.#reads === 'body' || this.#isLastChunk) this.#end();
      else this.#reads = 'chunk size';
    }
    return at + skipped;
  }

  #end(): void {
    this.#reads = 'head';
    this.#isLastChunk = false;
    this.#onMessage(this.#firstLine);
  }
}
