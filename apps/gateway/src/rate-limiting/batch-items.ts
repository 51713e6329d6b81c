const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((each) => each.charCodeAt(0));
const [OBJECT, OBJECT_END, LIST, LIST_END] = ['{', '}', '[', ']'].map((each) => each.charCodeAt(0));
/** Blanks of JSON are no larger (RFC 8259 section 2). */
const SPACE = 0x20;

/** The items of a batch, and the lines that these have together. */
export interface BatchItems {
  readonly items: number;
  readonly lines: number;
}

/**
 * Counts the items of a batch without parsing it: the elements of the lists that are members of the JSON document. Their lines are the
 * elements of the lists that are members of these.
 *
 * @param body JSON in UTF-8, of up to a few MB. @returns none for a body without an end, which its service refuses.
 */
export function itemsOfBatch(body: Buffer): BatchItems {
  const counter = new ItemCounter();
  for (const byte of body) if (counter.see(byte)) return { items: counter.items, lines: counter.lines };
  return { items: 0, lines: 0 };
}

/** A list: not open, open without an element, or with one. */
type ListState = 'none' | 'empty' | 'filled';
/** Objects and lists around an item, and around a line of an item. */
const [ITEM_DEPTH, LINE_DEPTH] = [2, 4];

class ItemCounter {
  items = 0;
  lines = 0;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** Of the document, and of an item. */
  #list: ListState = 'none';
  #linesOfItem: ListState = 'none';

  /** @returns true at the end of the document. */
  see(byte: number): boolean {
    if (this.#inString) {
      this.#seeInString(byte);
      return false;
    }
    if (byte <= SPACE) return false;
    if (byte !== LIST_END) this.#seeElement(byte);
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

  /** @param byte outside of texts, directly in a list or elsewhere. */
  #seeElement(byte: number): void {
    if (this.#depth === ITEM_DEPTH && this.#list !== 'none') {
      if (this.#list === 'empty' || byte === COMMA) this.items += 1;
      this.#list = 'filled';
    } else if (this.#depth === LINE_DEPTH && this.#linesOfItem !== 'none') {
      if (this.#linesOfItem === 'empty' || byte === COMMA) this.lines += 1;
      this.#linesOfItem = 'filled';
    }
  }

  #open(byte: number): void {
    if (this.#depth === ITEM_DEPTH - 1 && byte === LIST) this.#list = 'empty';
    if (this.#depth === LINE_DEPTH - 1 && byte === LIST && this.#list !== 'none') this.#linesOfItem = 'empty';
    this.#depth += 1;
  }

  #close(): boolean {
    this.#depth -= 1;
    if (this.#depth === ITEM_DEPTH - 1) this.#list = 'none';
    if (this.#depth === LINE_DEPTH - 1) this.#linesOfItem = 'none';
    return this.#depth === 0;
  }
}
