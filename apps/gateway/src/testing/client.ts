import { type ProblemDocument, problemDocument } from '@fulfilment/contracts';
import { expect } from 'vitest';
import { PUBLIC_URL, type TestGateway } from './start-gateway.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Client = (path: string, init?: RequestInit) => Promise<Answer>;

let addresses = 0;

/** An address nobody else in this run has, for gateways that trust the loopback address as a proxy. */
export function newAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

/** Sends requests with a key, or with none; each client from an address of its own. */
export function clientOf({ url }: Pick<TestGateway, 'url'>, key?: string): Client {
  const address = newAddress();
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
    headers.set('x-forwarded-for', address);
    const response = await fetch(url + path, { ...init, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** Checks what every answer has, whatever its status. */
export function expectCommonHeaders(headers: Headers): void {
  const names = [
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'ratelimit-policy',
    'ratelimit',
    'x-request-id',
  ];
  expect(names.filter((name) => !headers.get(name))).toEqual([]);
  expect(headers.get('x-ratelimit-limit')).toMatch(/^[1-9][0-9]*$/);
  expect(headers.get('x-ratelimit-remaining')).toMatch(/^[0-9]+$/);
  const reset = Number(headers.get('x-ratelimit-reset'));
  expect(reset).toBeGreaterThan(Date.now() / 1_000 - 5);
  expect(reset).toBeLessThan(Date.now() / 1_000 + 100);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
}

/** Checks that an answer is a whole problem document of that code, with the headers of every answer. */
export function expectProblem(answer: Answer, code: string): ProblemDocument {
  expectCommonHeaders(answer.headers);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const problem = problemDocument.parse(JSON.parse(answer.text));
  expect(problem).toMatchObject({ code, status: answer.status, type: `${PUBLIC_URL}/docs/errors#${code}` });
  expect(problem.request_id).toBe(answer.headers.get('x-request-id'));
  return problem;
}
