const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((each) => each.charCodeAt(0));
const [OBJECT, OBJECT_END, LIST, LIST_END] = ['{', '}', '[', ']'].map((each) => each.charCodeAt(0));
/** Blanks of JSON are no larger (RFC 8259 section 2). */
const SPACE = 0x20;

/**
 * Counts the items of a batch without parsing it: the elements of the lists that are members of the JSON document.
 *
 * @param body JSON in UTF-8, of up to a few MB. @returns 0 for a body without an end, which its service refuses.
 */
export function itemsOfBatch(body: Buffer): number {
  const counter = new ItemCounter();
  for (const byte of body) if (counter.see(byte)) return counter.items;
  return 0;
}

class ItemCounter {
  items = 0;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** The innermost list of the document: not open, open without an element, or with one. */
  #list: 'none' | 'empty' | 'filled' = 'none';

  /** @returns true at the end of the document. */
  see(byte: number): boolean {
    if (this.#inString) {
      this.#seeInString(byte);
      return false;
    }
    if (byte <= SPACE) return false;
    const isDirectlyInList = this.#depth === 2 && this.#list !== 'none';
    if (isDirectlyInList && byte !== LIST_END) this.#seeInList(byte);
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OBJECT || byte === LIST) this.#open(byte);
    else if (byte === OBJECT_END || byte === LIST_END) return this.#close();
    return false;
  }

  #seeInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #seeInList(byte: number): void {
    if (this.#list === 'empty' || byte === COMMA) this.items += 1;
    this.#list = 'filled';
  }

  #open(byte: number): void {
    if (this.#depth === 1 && byte === LIST) this.#list = 'empty';
    this.#depth += 1;
  }

  #close(): boolean {
    this.#depth -= 1;
    if (this.#depth === 1) this.#list = 'none';
    return this.#depth === 0;
  }
}
