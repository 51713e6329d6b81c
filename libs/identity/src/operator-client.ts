import {
  addressOf,
  type AnswerOf,
  type CallAddress,
  IDENTITY_HEADER,
  type Operation,
  type OperatorCallOf,
  type OperatorOperation,
  pathOf,
  type ProblemDocument,
  problemDocument,
  type ProcessName,
} from '@fulfilment/contracts';
import { newId, type Tenant } from '@fulfilment/kernel';
import { makeSignIdentity, type SignIdentity } from './identity.ts';

/** The services that have an operator API. */
export type OperatedService = ProcessName;

/** The arguments of a call after its operation; there can be none where nothing is required. */
export type OperatorCallArguments<Op extends OperatorOperation> =
  object extends OperatorCallOf<Op> ? [request?: OperatorCallOf<Op>] : [request: OperatorCallOf<Op>];

/** A call as it is sent, its types aside. */
interface UntypedCall extends CallAddress {
  readonly service?: OperatedService;
  readonly body?: unknown;
}

interface ToSend {
  readonly operation: Pick<Operation | OperatorOperation, 'method' | 'api' | 'path'>;
  readonly request: UntypedCall;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Signing key and addresses of the operated system. */
export interface OperatorClientOptions {
  /** Private EdDSA key as a JWK with its `kid`, for whose public half the services verify identities. */
  readonly signingKey: Parameters<typeof makeSignIdentity>[0]['key'];
  /** The acting person or program, for audit logs; `operator` alone without one. */
  readonly name?: string | undefined;
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

/** A read of a tenant's records. */
export interface TenantRead extends CallAddress {
  readonly tenant: Tenant;
}

/** Calls the operator APIs of the services, each call with a token for the called service. */
export class OperatorClient {
  readonly #options: OperatorClientOptions;
  /** The caller of reads: the id of no key. */
  readonly #reader = newId('key');
  #sign: Promise<SignIdentity> | undefined;

  constructor(options: OperatorClientOptions) {
    this.#options = options;
  }

  /**
   * Reads records of a tenant as its service shows them to a key of the role admin, whether the account is suspended or not. Rate limits and
   * the audit log are the gateway's: the caller bounds what it asks at once, and has the read noted.
   *
   * @param operation a read of a service, not of the gateway. @returns the document that it answers with, as it is.
   * @throws OperatorRefusal for any other answer than 200; OperatorUnreachable without an answer.
   */
  async read(operation: Operation, { tenant, ...request }: TenantRead): Promise<unknown> {
    const { service } = operation;
    if (operation.method !== 'GET' || service === 'gateway') throw new TypeError(`${operation.id} reads no records of a service`);
    const claims = { sub: this.#reader, acc: tenant.accountId, env: tenant.environment, role: 'admin' };
    const { status, text, called } = await this.#send(service, { operation, request, claims });
    if (status !== 200) throw new OperatorRefusal(called, status, text);
    return JSON.parse(text);
  }

  /**
   * Calls an operation of the operator's API.
   *
   * @returns the document that it answers with.
   * @throws OperatorRefusal for an answer that the operation does not declare; OperatorUnreachable without an answer.
   */
  async call<Op extends OperatorOperation>(operation: Op, ...request: OperatorCallArguments<Op>): Promise<AnswerOf<Op>>;
  async call(operation: OperatorOperation, request: UntypedCall = {}): Promise<unknown> {
    const { replies, services } = operation;
    const service = request.service ?? services[0];
    if (service === undefined) throw new TypeError(`no service answers ${operation.id}`);
    const claims = { sub: 'operator', op: true, as: this.#options.name };
    const { status, text, called } = await this.#send(service, { operation, request, claims });
    const reply = replies[status];
    if (!reply) throw new OperatorRefusal(called, status, text);
    return reply.body.parse(JSON.parse(text));
  }

  async #send(service: OperatedService, { operation, request, claims }: ToSend) {
    const { urls, signingKey } = this.#options;
    const { method } = operation;
    const base = urls[service];
    if (base === undefined) throw new OperatorUnreachable(service);
    const url = new URL(addressOf({ path: pathOf(operation) }, request), base);
    this.#sign ??= makeSignIdentity({ key: signingKey, lifetimeSeconds: LIFETIME_SECONDS });
    const token = await (await this.#sign)(claims, service);
    const response = await fetch(url, {
      method,
      headers: { [IDENTITY_HEADER]: token, 'content-type': 'application/json' },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    }).catch((cause: unknown) => {
      throw new OperatorUnreachable(service, url.origin, cause);
    });
    return { status: response.status, text: await response.text(), called: `${method} ${url.href}` };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
