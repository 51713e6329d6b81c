import { type CostSpec, tokensOf } from '@fulfilment/contracts';

export interface ItemMeterOptions {
  /** The tokens that so many items cost, beyond the one that the request was admitted for. */
  readonly tokensOf: (items: number) => number;
  /** Takes tokens. @throws AppError `rate_limited` where the work may not begin. */
  readonly pay: (tokens: number) => Promise<void>;
}

/** The meter of an operation that takes a batch; of another none. */
export function itemMeterOf(cost: CostSpec | undefined, pay: ItemMeterOptions['pay']): ItemMeter | undefined {
  return cost && new ItemMeter({ tokensOf: (items) => tokensOf(cost, items) - 1, pay });
}

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((each) => each.charCodeAt(0));
const [OBJECT, OBJECT_END, LIST, LIST_END] = ['{', '}', '[', ']'].map((each) => each.charCodeAt(0));
/** Blanks of JSON are no larger (RFC 8259 section 2). */
const SPACE = 0x20;

/**
 * Counts the items of a batch while its body passes: the elements of the lists that are members of the JSON document. The bytes with its
 * end are held until the items are paid, so that the service cannot begin with work that is not. A body without an end is none.
 */
export class ItemMeter {
  readonly #options: ItemMeterOptions;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** Whether the innermost list of the document is open, and whether it has an element yet. */
  #list: 'none' | 'empty' | 'filled' = 'none';
  #items = 0;
  #isComplete = false;
  #paidTokens = 0;

  constructor(options: ItemMeterOptions) {
    this.#options = options;
  }

  /** Tokens that were paid so far. */
  get paidTokens(): number {
    return this.#paidTokens;
  }

  /** Counts a chunk. @returns the chunk, yielded once it is paid, where it has the end of a document that costs more than its token. */
  pass(chunk: Buffer): AsyncGenerator<Buffer> | undefined {
    if (this.#isComplete) return undefined;
    for (const byte of chunk) this.#see(byte);
    const tokens = this.#isComplete ? this.#options.tokensOf(this.#items) : 0;
    return tokens > 0 ? this.#paid(chunk, tokens) : undefined;
  }

  async *#paid(chunk: Buffer, tokens: number): AsyncGenerator<Buffer> {
    await this.#options.pay(tokens);
    this.#paidTokens = tokens;
    yield chunk;
  }

  #see(byte: number): void {
    if (this.#inString) {
      this.#seeInString(byte);
      return;
    }
    if (byte <= SPACE) return;
    const isDirectlyInList = this.#depth === 2 && this.#list !== 'none';
    if (isDirectlyInList && byte !== LIST_END) this.#seeInList(byte);
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OBJECT || byte === LIST) this.#open(byte);
    else if (byte === OBJECT_END || byte === LIST_END) this.#close();
  }

  #seeInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #seeInList(byte: number): void {
    if (this.#list === 'empty' || byte === COMMA) this.#items += 1;
    this.#list = 'filled';
  }

  #open(byte: number): void {
    if (this.#depth === 1 && byte === LIST) this.#list = 'empty';
    this.#depth += 1;
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#depth === 1) this.#list = 'none';
    if (this.#depth === 0) this.#isComplete = true;
  }
}
