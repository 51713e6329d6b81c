import {
  addressOf,
  type AnswerOf,
  type CallAddress,
  IDENTITY_HEADER,
  type OperatorCallOf,
  type OperatorOperation,
  pathOf,
  type ProblemDocument,
  problemDocument,
  type ProcessName,
} from '@fulfilment/contracts';
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

/** Calls the operator APIs of the services, each call with a token for the called service. */
export class OperatorClient {
  readonly #options: OperatorClientOptions;
  #sign: Promise<SignIdentity> | undefined;

  constructor(options: OperatorClientOptions) {
    this.#options = options;
  }

  /**
   * Calls an operation of the operator's API.
   *
   * @returns the document that it answers with.
   * @throws OperatorRefusal for an answer that the operation does not declare; OperatorUnreachable without an answer.
   */
  async call<Op extends OperatorOperation>(operation: Op, ...request: OperatorCallArguments<Op>): Promise<AnswerOf<Op>>;
  async call(operation: OperatorOperation, request: UntypedCall = {}): Promise<unknown> {
    const { method, replies, services } = operation;
    const service = request.service ?? services[0];
    if (service === undefined) throw new TypeError(`no service answers ${operation.id}`);
    const { urls, signingKey, name } = this.#options;
    const base = urls[service];
    if (base === undefined) throw new OperatorUnreachable(service);
    const url = new URL(addressOf({ path: pathOf(operation) }, request), base);
    this.#sign ??= makeSignIdentity({ key: signingKey, lifetimeSeconds: LIFETIME_SECONDS });
    const token = await (await this.#sign)({ sub: 'operator', op: true, as: name }, service);
    const response = await fetch(url, {
      method,
      headers: { [IDENTITY_HEADER]: token, 'content-type': 'application/json' },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    }).catch((cause: unknown) => {
      throw new OperatorUnreachable(service, url.origin, cause);
    });
    const text = await response.text();
    const reply = replies[response.status];
    if (!reply) throw new OperatorRefusal(`${method} ${url.href}`, response.status, text);
    return reply.body.parse(JSON.parse(text));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
