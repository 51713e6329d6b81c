import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Event, EventsByType } from './generated/schemas.ts';
import { refuseOthers } from './options.ts';
import { type Delivery, type HeaderFields, readSecrets, type VerifyOptions, verifyWebhook, WebhookError } from './webhooks.ts';

/** The largest body that is read: a batch of 100 events stays below it. */
const MAX_BODY_BYTES = 8 * 1_024 * 1_024;

/** Handles one event; an error makes the service send the delivery again. */
export type EventHandler<E = Event> = (event: E, delivery: Delivery) => void | Promise<void>;

/** Options of a receiver. */
export interface ReceiverOptions extends VerifyOptions {
  /**
   * Secrets of the endpoint, as they were shown: one, or several during a rotation. A function is called for each delivery. Undefined,
   * as an unset variable of the environment is, is refused like an empty one.
   */
  readonly secrets: string | readonly string[] | (() => string | readonly string[]) | undefined;
  /** Told of refused requests and failed handlers, for your log; by default `console.warn` and `console.error` are. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A server of a receiver that is its own. */
export interface ReceiverServer {
  readonly port: number;
  /** Takes no more requests, and resolves when those under way have their answers. */
  readonly close: () => Promise<void>;
}

/** A request of Express, with what its parsers may have left. */
export type ExpressRequest = IncomingMessage & { readonly body?: unknown };

/** The parts of Fastify that the plugin uses. */
export interface FastifyLike {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: unknown, body: Buffer, done: (error: null, body: Buffer) => void) => void,
  ): unknown;
  post(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>): unknown;
}

interface FastifyRequestLike {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

interface FastifyReplyLike {
  code(status: number): FastifyReplyLike;
  send(body?: unknown): unknown;
}

/**
 * Receives webhooks: verifies each delivery, and calls the handlers of its events one after another.
 *
 * ```ts
 * const receiver = new WebhookReceiver({ secrets }).on('order.shipped', async (event) => tell(event.data.tracking_number));
 * app.post('/hook', receiver.express());
 * ```
 *
 * An event may come more than once and out of order: look `event.id` up, and compare `sequence`.
 */
export class WebhookReceiver {
  readonly #options: VerifyOptions;
  readonly #onError: (error: unknown) => void;
  readonly #secrets: () => string | readonly string[];
  readonly #handlers = new Map<string, EventHandler[]>();
  readonly #others: EventHandler[] = [];

  /** @throws ConfigurationError for no secret, for one that is not `whsec_` and the base64 of 16 bytes or more, and for an unknown option. */
  constructor(options: ReceiverOptions) {
    refuseOthers(options, ['secrets', 'onError', 'toleranceSeconds', 'now'], 'a receiver');
    const { secrets = [] } = options;
    const known = typeof secrets === 'function' ? secrets : readSecrets(secrets);
    this.#secrets = typeof known === 'function' ? known : () => known;
    this.#options = options;
    this.#onError = options.onError ?? log;
  }

  /** Adds a handler of one type. Those of later versions reach {@link onOther}. */
  on<T extends keyof EventsByType>(type: T, handler: EventHandler<EventsByType[T]>): this {
    const handlers = this.#handlers.get(type) ?? [];
    this.#handlers.set(type, [...handlers, (event, delivery) => callWith(handler, event, delivery)]);
    return this;
  }

  /** Adds a handler of all events that no other handler is for, unknown types too. */
  onOther(handler: EventHandler): this {
    this.#others.push(handler);
    return this;
  }

  /**
   * Handles one request.
   *
   * @param rawBody bytes as they came.
   * @returns the status to answer: 204 when all handlers have ended, 400 for a delivery that is not to be trusted, 500 when a handler
   *   failed or a function gave unusable secrets, so that the delivery comes again.
   */
  async receive(rawBody: Uint8Array | string, headers: HeaderFields): Promise<204 | 400 | 500> {
    try {
      const delivery = verifyWebhook(rawBody, headers, this.#secrets(), this.#options);
      for (const event of delivery.events)
        for (const handler of this.#handlers.get(event.type) ?? this.#others) await handler(event, delivery);
      return 204;
    } catch (error) {
      this.#onError(error);
      return error instanceof WebhookError ? 400 : 500;
    }
  }

  /** A handler for Express, or for `node:http`. Needs the raw body: put it before `express.json()`, or behind `express.raw()`. */
  express(): (request: ExpressRequest, response: ServerResponse) => Promise<void> {
    return async (request, response) => {
      const body = await rawBodyOf(request).catch((error: unknown) => {
        this.#onError(error);
        return null;
      });
      response.statusCode = body === null ? 400 : await this.receive(body, request.headers);
      response.end();
    };
  }

  /**
   * Listens by itself, without a framework: each POST, of any path, is a delivery.
   *
   * @param port 0 for a free one.
   * @param host `127.0.0.1` for requests of this machine alone; all by default.
   */
  async listen(port: number, host?: string): Promise<ReceiverServer> {
    const handle = this.express();
    const server = createServer((request, response) => void handle(request, response));
    server.listen(port, host);
    await once(server, 'listening');
    const address = server.address();
    const close = async (): Promise<void> => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    };
    return { port: typeof address === 'object' && address !== null ? address.port : port, close };
  }

  /** A plugin for Fastify: `app.register(receiver.fastify('/hook'))`. */
  fastify(path: string): (app: FastifyLike) => Promise<void> {
    return async (app) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      app.post(path, async ({ body, headers }, reply) => {
        const status = await this.receive(body instanceof Uint8Array ? body : '', headers);
        return reply.code(status).send();
      });
    };
  }
}

function log(error: unknown): void {
  // oxlint-disable-next-line no-console -- where the program gives no function, a refusal is in its output.
  if (error instanceof WebhookError) console.warn(`A delivery is refused: ${error.message}`);
  // oxlint-disable-next-line no-console -- and so is a fault of a handler, which the service can only repeat.
  else console.error('A delivery failed, and comes again.', error);
}

function callWith<E>(handler: EventHandler<E>, ...given: Parameters<EventHandler>): void | Promise<void> {
  return Reflect.apply(handler, undefined, given);
}

async function rawBodyOf(request: ExpressRequest): Promise<Uint8Array> {
  if (request.body instanceof Uint8Array) return request.body;
  if (request.readableEnded || (typeof request.body === 'object' && request.body !== null))
    throw new WebhookError(
      'malformed_payload',
      'The body was parsed already. Put the receiver before `express.json()`, or use `express.raw({ type: "*/*", limit: "1mb" })`.',
    );
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const piece: Uint8Array = chunk;
    bytes += piece.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new WebhookError('malformed_payload', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
    chunks.push(piece);
  }
  return Buffer.concat(chunks);
}
