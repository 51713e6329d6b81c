import { IDENTITY_HEADER, problemDocument } from '@fulfilment/contracts';
import { makeSignIdentity } from '@fulfilment/identity';
import type { z } from 'zod';
import { Refused } from './refused.ts';
import type { OperatedService, RunningSystem } from './running-system.ts';

const LIFETIME_SECONDS = 60;

export interface OperatorCall<Schema extends z.ZodType> {
  readonly service: OperatedService;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/operator/v1`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly answer: Schema;
}

/** Calls the operator's API of a service. @throws Refused with what the service says, or that it cannot be reached. */
export type CallOperator = <Schema extends z.ZodType>(call: OperatorCall<Schema>) => Promise<z.output<Schema>>;

export async function makeCallOperator({ urls, signingKey }: RunningSystem): Promise<CallOperator> {
  const sign = await makeSignIdentity({ key: signingKey, lifetimeSeconds: LIFETIME_SECONDS });
  return async ({ service, method, path, query = {}, body, answer }) => {
    const base = urls[service];
    if (base === undefined) throw new Refused(`Where ${service} is has to be said as well: set ${service.toUpperCase()}_URL.`);
    const url = new URL(`/operator/v1${path}`, base);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    const headers = { [IDENTITY_HEADER]: await sign({ sub: 'operator', op: true }, service), 'content-type': 'application/json' };
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new Refused(`The system is not running: nothing answers for the ${service} at ${url.origin}.`, { cause });
    });
    const text = await response.text();
    if (!response.ok) throw refusal(text, response.status);
    return answer.parse(text === '' ? {} : JSON.parse(text));
  };
}

function refusal(text: string, status: number): Refused {
  const { success, data } = problemDocument.safeParse(parseOrNothing(text));
  if (!success) return new Refused(`Refused with status ${status}.`);
  const faults = (data.errors ?? []).map(({ pointer, message }) => `${typedFor(pointer)}: ${message}`);
  return new Refused(faults.length > 0 ? [...new Set(faults)].join(' ') : data.detail);
}

/** Fields that are typed under another name than their own. */
const TYPED: ReadonlyMap<string, string> = new Map([
  ['account_id', '--account'],
  ['expires_at', '--expires'],
  ['id', '<id>'],
]);

/** What was typed for the field that a JSON pointer leads to: `--expires` for `/expires_at`, `--events` for `/events/0`. */
function typedFor(pointer: string): string {
  const [, field = ''] = pointer.split('/');
  return TYPED.get(field) ?? `--${field}`;
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
