import { delay } from '@fulfilment/kernel';
import { z } from 'zod';
import type { KeyedRequest } from './expected.ts';

const anyRecord = z.record(z.string(), z.unknown());
const page = z.object({ data: z.array(anyRecord), next_cursor: z.string().nullish() });
/** A record that is known by its code has no id. */
const named = z.looseObject({ id: z.string().default('') });

export type Body = z.output<typeof anyRecord>;

/** One key's client of a release: `/v1/…` is the API, `/account/v1/…` that of accounts. */
export class ReleaseClient {
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** Requests under an idempotency key with their answers, in their order. */
  readonly keyed: KeyedRequest[] = [];

  constructor(baseUrl: string, headers: Readonly<Record<string, string>>) {
    this.#baseUrl = baseUrl;
    this.#headers = headers;
  }

  async send(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    return await fetch(this.#baseUrl + path, { method, headers: { ...this.#headers, ...type, ...headers }, ...content });
  }

  async get(path: string): Promise<Body> {
    return await bodyOf(await this.send('GET', path), [200]);
  }

  async post(path: string, body?: unknown): Promise<Body & { readonly id: string }> {
    return named.parse(await bodyOf(await this.send('POST', path, body), [200, 201, 202]));
  }

  /** Sends a request under an idempotency key, and keeps its answer. @throws Error if its status is another one. */
  async keyedRequest(
    idempotencyKey: string,
    { method = 'POST', path, body }: { readonly method?: string; readonly path: string; readonly body?: unknown },
    status: number,
  ): Promise<Body & { readonly id: string }> {
    const response = await this.send(method, path, body, { 'idempotency-key': idempotencyKey });
    const text = await response.text();
    if (response.status !== status) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
    this.keyed.push({ method, path, idempotencyKey, body, status, text });
    return named.parse(JSON.parse(text));
  }

  /** Every record of a list. */
  async list(path: string): Promise<Body[]> {
    const all: Body[] = [];
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined;) {
      const query = cursor === '' ? '' : `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
      const { data, next_cursor: next } = page.parse(await this.get(path + query));
      all.push(...data);
      cursor = next;
    }
    return all;
  }
}

async function bodyOf(response: Response, statuses: readonly number[]): Promise<Body> {
  const text = await response.text();
  if (!statuses.includes(response.status)) throw new Error(`${response.url} was answered with ${response.status}: ${text}`);
  return anyRecord.parse(JSON.parse(text));
}

/** Waits until something is so. @throws Error with its name if it is not within 60 s. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`it never came to this: ${what}`);
    // wait: between two looks.
    await delay(100);
  }
}
