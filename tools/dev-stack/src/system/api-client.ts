import type { z } from 'zod';

/** One call of the public API. */
export interface ApiCall<Schema extends z.ZodType> {
  readonly method: 'GET' | 'POST';
  /** Below `/v1`. */
  readonly path: string;
  readonly body?: unknown;
  readonly answer: Schema;
  /** The statuses that are taken for an answer; 200 and 201 by default. */
  readonly statuses?: readonly number[];
}

/** Calls the public API with a key. */
export type ApiClient = <Schema extends z.ZodType>(call: ApiCall<Schema>) => Promise<z.output<Schema>>;

/** @throws Error (each call) with the status and the problem document if the answer is not one of those that are taken. */
export function makeApiClient(baseUrl: string, key: string): ApiClient {
  return async ({ method, path, body, answer, statuses = [200, 201] }) => {
    const response = await fetch(`${baseUrl}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!statuses.includes(response.status)) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
    return answer.parse(JSON.parse(text));
  };
}
