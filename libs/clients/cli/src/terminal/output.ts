import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { shown } from './text-table.ts';

/** Shorter texts are no keys, and stand in many words. */
const SHORTEST_KEY = 8;

/** A stream that may be a terminal. */
export type Sink = Writable & { readonly isTTY?: boolean | undefined };

/** All that looks like a key. */
const KEY = /fsk_[A-Za-z]+_[A-Za-z0-9]{6,}/g;

const COLOURS = { red: 31, green: 32, yellow: 33, blue: 34, grey: 90, bold: 1 } as const;
/** A colour of the output. */
export type Colour = keyof typeof COLOURS;

/** Options of an output. */
export interface OutputOptions {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints for programs. */
  readonly json: boolean;
}

/** Results on standard output; warnings, errors and progress on standard error. API keys are masked in all of it. */
export class Output {
  readonly json: boolean;
  readonly #stdout: Sink;
  readonly #stderr: Sink;
  readonly #colours: boolean;
  readonly #hidden = new Set<string>();
  readonly #revealed = new Set<string>();
  #progress = false;
  #progressAt = 0;

  constructor({ stdout, stderr, env, json }: OutputOptions) {
    this.json = json;
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#colours = stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  }

  /** True if people look at the progress. */
  get watched(): boolean {
    return this.#stderr.isTTY === true;
  }

  /** Masks a text in all that is printed, beside everything that looks like a key; a text too short for a key is left alone. */
  hide(secret: string): void {
    if (secret.length >= SHORTEST_KEY) this.#hidden.add(secret);
  }

  /** Leaves the keys in a text as they are from now on: new ones, which are shown once. */
  reveal(text: string): void {
    for (const [key] of text.matchAll(KEY)) if (!this.#hidden.has(key)) this.#revealed.add(key);
  }

  paint(colour: Colour, text: string): string {
    return this.#colours ? `\u001B[${COLOURS[colour]}m${text}\u001B[0m` : text;
  }

  /** Writes a line of the result, and waits where the reader is slow. */
  async line(text: string): Promise<void> {
    await this.write(`${text}\n`);
  }

  async lines(texts: readonly string[]): Promise<void> {
    if (texts.length > 0) await this.write(`${texts.join('\n')}\n`);
  }

  /** Writes a document, or one record of a stream, as one line of JSON. */
  async document(value: unknown): Promise<void> {
    await this.line(JSON.stringify(value));
  }

  async write(text: string): Promise<void> {
    this.#clear();
    if (!this.#stdout.write(this.masked(text))) await once(this.#stdout, 'drain');
  }

  /** The stream of the result, for files, which are passed on as they are. */
  get stdout(): Sink {
    return this.#stdout;
  }

  /** Writes a warning or an error. */
  say(text: string): void {
    this.#clear();
    this.#stderr.write(`${this.masked(text)}\n`);
  }

  /** Writes a hint that only people need. */
  hint(text: string): void {
    if (this.watched && !this.json) this.say(this.paint('grey', text));
  }

  /** Shows how far a long work is, in one line that the next one replaces, on a terminal only. */
  progress(text: string, now = Date.now()): void {
    if (!this.watched || now - this.#progressAt < 100) return;
    this.#progressAt = now;
    this.#progress = true;
    this.#stderr.write(`\r\u001B[K${this.masked(shown(text))}`);
  }

  /** Ends the line of the progress. */
  done(): void {
    this.#clear();
  }

  masked(text: string): string {
    let masked = text;
    for (const secret of this.#hidden) masked = masked.replaceAll(secret, maskedKey(secret));
    return masked.replaceAll(KEY, (key) => (this.#revealed.has(key) ? key : maskedKey(key)));
  }

  #clear(): void {
    if (!this.#progress) return;
    this.#progress = false;
    this.#progressAt = 0;
    this.#stderr.write('\r\u001B[K');
  }
}

/** A key for people: the environment and the last four characters. */
export function maskedKey(key: string): string {
  const [, prefix = ''] = /^(fsk_[A-Za-z]+_)/.exec(key) ?? [];
  const rest = key.slice(prefix.length);
  return `${prefix}…${rest.length >= 16 ? rest.slice(-4) : ''}`;
}
