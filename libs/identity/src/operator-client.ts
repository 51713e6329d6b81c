import {
  type AccountRecord,
  accountRecord,
  type AddedWebhook,
  addedWebhook,
  type addWebhookBody,
  type createAccountBody,
  IDENTITY_HEADER,
  type IssuedKey,
  issuedKey,
  type issueKeyBody,
  type ProblemDocument,
  problemDocument,
  type ProcessName,
} from '@fulfilment/contracts';
import { z } from 'zod';
import { makeSignIdentity, type SignIdentity } from './identity.ts';

/** The services that have an operator API. */
export type OperatedService = ProcessName;

/** One call of the operator API of a service. */
export interface OperatorCall<Schema extends z.ZodType> {
  /** The called service, which is also the audience of the token. */
  readonly service: OperatedService;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/operator/v1`, with its leading slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** The schema of the answer; an empty answer is parsed as `{}`. */
  readonly answer: Schema;
}

/** Signing key and addresses of the operated system. */
export interface OperatorClientOptions {
  /** Private EdDSA key as a JWK with its `kid`, for whose public half the services verify identities. */
  readonly signingKey: Parameters<typeof makeSignIdentity>[0]['key'];
  /** Base URLs of the operator APIs, as far as they are known. */
  readonly urls: Readonly<Partial<Record<OperatedService, string>>>;
}

/** An operator API refused a call. */
export class OperatorRefusal extends Error {
  override readonly name = 'OperatorRefusal';
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The problem document of the answer (RFC 9457); undefined where it has none. */
  readonly problem: ProblemDocument | undefined;

  constructor(call: string, status: number, text: string) {
    super(`${call} was answered with ${status}: ${text}`);
    this.status = status;
    this.problem = problemDocument.safeParse(parseJson(text)).data;
  }
}

/** The address of a service is unknown, or nothing answers there. */
export class OperatorUnreachable extends Error {
  override readonly name = 'OperatorUnreachable';
  readonly service: OperatedService;
  /** The origin that was called; undefined where the address is unknown. */
  readonly origin: string | undefined;

  constructor(service: OperatedService, origin?: string, cause?: unknown) {
    super(origin === undefined ? `the address of ${service} is unknown` : `${service} does not answer at ${origin}`, { cause });
    this.service = service;
    this.origin = origin;
  }
}

/** Seconds for which the token of a call is valid. */
const LIFETIME_SECONDS = 60;

/** Calls the operator APIs of the services, each call with a token for the called service. */
export class OperatorClient {
  readonly #options: OperatorClientOptions;
  #sign: Promise<SignIdentity> | undefined;

  constructor(options: OperatorClientOptions) {
    this.#options = options;
  }

  /** @throws OperatorRefusal for an answer that is no success; OperatorUnreachable without an answer. */
  async call<Schema extends z.ZodType>(call: OperatorCall<Schema>): Promise<z.output<Schema>> {
    const { service, method, path, query = {}, body, answer } = call;
    const { urls, signingKey } = this.#options;
    const base = urls[service];
    if (base === undefined) throw new OperatorUnreachable(service);
    const url = new URL(`/operator/v1${path}`, base);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    this.#sign ??= makeSignIdentity({ key: signingKey, lifetimeSeconds: LIFETIME_SECONDS });
    const token = await (await this.#sign)({ sub: 'operator', op: true }, service);
    const response = await fetch(url, {
      method,
      headers: { [IDENTITY_HEADER]: token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new OperatorUnreachable(service, url.origin, cause);
    });
    const text = await response.text();
    if (!response.ok) throw new OperatorRefusal(`${method} ${url.href}`, response.status, text);
    return answer.parse(text === '' ? {} : JSON.parse(text));
  }

  /** Creates an account. */
  createAccount(body: z.input<typeof createAccountBody>): Promise<AccountRecord> {
    return this.call({ service: 'gateway', method: 'POST', path: '/accounts', body, answer: accountRecord });
  }

  /** Issues an API key. */
  issueKey(body: z.input<typeof issueKeyBody>): Promise<IssuedKey> {
    return this.call({ service: 'gateway', method: 'POST', path: '/keys', body, answer: issuedKey });
  }

  /** Adds a webhook endpoint. */
  addWebhook(body: z.input<typeof addWebhookBody>): Promise<AddedWebhook> {
    return this.call({ service: 'webhooks', method: 'POST', path: '/webhooks', body, answer: addedWebhook });
  }

  /** Removes a webhook endpoint. @param accountId refuses an endpoint of another account. */
  async removeWebhook(id: string, accountId?: string): Promise<void> {
    const path = `/webhooks/${encodeURIComponent(id)}`;
    const query = { account_id: accountId };
    await this.call({ service: 'webhooks', method: 'DELETE', path, query, answer: z.unknown() });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
