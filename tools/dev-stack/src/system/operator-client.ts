import { IDENTITY_HEADER } from '@fulfilment/contracts';
import type { z } from 'zod';
import type { Secrets } from './secrets.ts';

const LIFETIME_SECONDS = 60;

/** One call of a service's operator API. */
export interface OperatorCall<Schema extends z.ZodType> {
  /** The service that is called: the token is for it alone. */
  readonly audience: 'gateway' | 'webhooks';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly body?: unknown;
  /** What it answers on success. */
  readonly answer: Schema;
}

/** Calls the operator's API of a service, with a token signed for it. */
export type OperatorClient = <Schema extends z.ZodType>(call: OperatorCall<Schema>) => Promise<z.output<Schema>>;

/** @throws Error (each call) with the status and the answer if the service refuses. */
export async function makeOperatorClient({ signingKey }: Secrets): Promise<OperatorClient> {
  // The HTTP library takes longer to load than Redis to start, so it is loaded when engines are on their way.
  const { makeSignIdentity } = await import('@fulfilment/identity');
  const sign = await makeSignIdentity({ key: signingKey, lifetimeSeconds: LIFETIME_SECONDS });
  return async ({ audience, method, url, body, answer }) => {
    const response = await fetch(url, {
      method,
      headers: { [IDENTITY_HEADER]: await sign({ sub: 'operator', op: true }, audience), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url} was answered with ${response.status}: ${text}`);
    return answer.parse(text === '' ? undefined : JSON.parse(text));
  };
}
