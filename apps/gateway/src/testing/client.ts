import { ADDRESS_LIMIT, type Limit } from '../accounts/domain/limits.ts';
import { type ProblemDocument, problemDocument } from '@fulfilment/contracts';
import { expect } from 'vitest';
import { PUBLIC_URL, type TestGateway } from './start-gateway.ts';

/** Requests at once of which an address has some refused, however slowly they are answered: its bucket refills in between. */
export const TOO_MANY_AT_ONCE = 3 * ADDRESS_LIMIT.burst;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Client = (path: string, init?: RequestInit) => Promise<Answer>;

let addresses = 0;

/** An address that no other client in this run has, for gateways that trust the loopback address as a proxy. */
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

/** Sends requests with a new key of a new account, which has a limit of its own. */
export async function newClientOf(gateway: Pick<TestGateway, 'url' | 'operator'>, limit: Limit): Promise<Client> {
  const { id: accountId } = await gateway.operator.account();
  return clientOf(gateway, (await gateway.operator.key({ accountId, ...limit })).key);
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
  expectRateLimit(headers);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
}

/** Checks that both families of headers say the same, and say it of now. */
function expectRateLimit(headers: Headers): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`) ?? '');
  const policies = [...(headers.get('ratelimit-policy') ?? '').matchAll(/"([a-z-]+)";q=([1-9]\d*);w=[1-9]\d*(?:, |$)/g)];
  const [, name, left, seconds = ''] = /^"([a-z-]+)";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];

  expect(policies.map(([, policy, quota]) => [policy, quota])).toContainEqual([name, limit]);
  expect(left).toBe(remaining);
  expect(Number(remaining)).toBeLessThanOrEqual(Number(limit));
  // Each is rounded up by itself, and the answer was under way for a while: some seconds for a document that is rendered first.
  const saidAt = Number(reset) - Number(seconds);
  expect(saidAt).toBeGreaterThan(Date.now() / 1_000 - 60);
  expect(saidAt).toBeLessThan(Date.now() / 1_000 + 2);
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
