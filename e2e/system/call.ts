import { type ErrorCode, type ProblemDocument, problemDocument } from '@fulfilment/contracts';
import type { z } from 'zod';
import { hearSecrets } from '../secrets/hear-secrets.ts';
import type { Contract } from './contract.ts';

/** Parts of a request beside its method and path. */
export interface CallOptions {
  readonly key?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response that is as the OpenAPI document says. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, where the status is that one. @throws Error with what came instead. */
  as<Schema extends z.ZodType>(status: number, schema: Schema): z.output<Schema>;
  /** The problem document, where it has that code, or any. @throws Error with what came instead. */
  problem(code?: ErrorCode): ProblemDocument;
}

/** Sends one request to the API (paths are below its own) and holds whatever comes back against the contract. */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

/**
 * @param baseUrl of the API, without `/v1`.
 * @param common headers of every request; those of one request go before them.
 */
export function makeCall(baseUrl: string, contract: Contract, common: Readonly<Record<string, string>> = {}): Call {
  return async (method, path, options = {}) => {
    const request = requestOf({ ...options, headers: { ...common, ...options.headers } });
    const response = await fetch(`${baseUrl}/v1${path}`, { method, ...request });
    const { status, headers } = response;
    const text = await response.text();
    if (typeof request.body === 'string') hearSecrets({ text: request.body });
    hearSecrets({ headers, text });
    const [route = ''] = path.split('?');
    contract.check({ method, path: route, status, headers, text });
    return answerOf({ status, headers, text }, `${method} ${path}`);
  };
}

function requestOf({ key, body, raw, headers = {} }: CallOptions): RequestInit {
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(content === undefined ? {} : { body: content }),
  };
}

function answerOf(came: Pick<Answer, 'status' | 'headers' | 'text'>, what: string): Answer {
  const wrong = (wanted: string): Error => new Error(`${what} was to answer ${wanted}, but came ${came.status}: ${came.text}`);
  return {
    ...came,
    as: (status, schema) => {
      if (came.status !== status) throw wrong(String(status));
      return schema.parse(JSON.parse(came.text));
    },
    problem: (code) => {
      if (came.status < 400) throw wrong(code ?? 'a refusal');
      const problem = problemDocument.parse(JSON.parse(came.text));
      if (code !== undefined && problem.code !== code) throw wrong(code);
      // A refusal that is given again names the request that was refused.
      const isFirst = came.headers.get('idempotency-replayed') === null;
      if (isFirst && problem.request_id !== came.headers.get('x-request-id')) throw wrong('one request id in body and header');
      return problem;
    },
  };
}
