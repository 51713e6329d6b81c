import { type LookedRecords } from './looked-records.ts';
import {
  conditionsOf,
  errors,
  isList,
  maxBodyBytesOf,
  type Medium,
  type Operation,
  type OperatorOperation,
  pathOf,
  type Replies,
  takesIdempotencyKey,
  type UploadSpec,
} from '@fulfilment/contracts';
import type { AppError, RequestContext } from '@fulfilment/kernel';
import type { z } from 'zod';
import type { MorePermissions, RouteTarget } from './access.ts';
import { parameterErrors, PARSING, validationErrors } from './validation.ts';

/** The input of a route, and its answers. */
interface RouteSpec<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly replies: R;
}

/** Header fields by their names; several of one name are a list. */
export type ReplyHeaders = Readonly<Record<string, string | string[]>>;

/** A reply the operation declares. */
export type Reply<R extends Replies> = {
  [Status in keyof R & number]: {
    readonly status: Status;
    readonly body: z.input<R[Status]['body']>;
    readonly headers?: ReplyHeaders;
    /** True where it is the stored first answer to the request's idempotency key: `Idempotency-Replayed: true` says so. */
    readonly replayed?: boolean;
    /** Places that the items of a batch touched, where its cost counts them. */
    readonly places?: number;
    /** Lines of the order that it worked on, which its cost counts. */
    readonly lines?: number;
    /** True where it leaves something of the record out, for its caller: it has an entity tag of its own. */
    readonly isReduced?: boolean;
    /** Records that were examined for the answer, where its price counts them. */
    readonly examined?: number;
    /** Orders in it that are shown with their address: reads of many are noted in the audit log. */
    readonly addresses?: number;
  };
}[keyof R & number];

/** The input of a handler beside params, query and body. */
interface Asked extends MorePermissions {
  readonly context: RequestContext;
  /** A header field of the request by its name; repeated ones are joined. */
  readonly header: (name: string) => string | undefined;
  /**
   * Aborts when the connection closes before the answer is written; of an operation that takes a batch also shortly before the gateway
   * gives up, so that the answer says what was done. The reason is the `AppError` `timeout`.
   */
  readonly gone: AbortSignal;
}

/** The input before it is parsed. */
export interface RawInput extends Asked {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** A reply before it is written. */
export interface RawReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: ReplyHeaders;
  readonly replayed?: boolean;
  readonly places?: number;
  readonly lines?: number;
  readonly examined?: number;
  readonly addresses?: number;
  readonly isReduced?: boolean;
}

/** A declared route of JSON for JSON with its handler, its types closed over. */
export interface JsonRoute extends RouteTarget {
  readonly type: 'json';
  /** @throws AppError for a refusal. */
  readonly run: (input: RawInput) => Promise<RawReply>;
}

/** A body that is read while it arrives. */
export interface Upload {
  /** One of the operation's media types. */
  readonly medium: string;
  /** `utf-8`, or one that the medium names. */
  readonly charset: string;
  /**
   * The body as it arrives; the sender waits while it is not read. Ending the iteration early keeps the connection.
   *
   * @throws AppError `payload_too_large`, or `invalid_request` where the sender disconnected.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** An answer that is made while it is sent. */
export interface Download {
  readonly headers?: Readonly<Record<string, string>>;
  /** The text in pieces. The next is made when there is room for it; a receiver that disconnects ends the iteration. */
  readonly pieces: AsyncIterable<string>;
  /** The records that were looked at, where a filter leaves some of them out: they are a part of the price. */
  readonly looked?: LookedRecords;
}

/** The input of a download beside params, query and context. */
interface DownloadAsked extends Pick<Asked, 'may' | 'header'> {
  /** Aborts when the server begins to drain, or the receiver disconnects: an answer without an end of its own ends then. */
  readonly leaving: AbortSignal;
}

/** A route whose answer is streamed. */
export interface DownloadRoute extends RouteTarget {
  readonly type: 'download';
  readonly media: readonly Medium[];
  /** @param medium media type of the answer. @throws AppError for a refusal. */
  readonly run: (input: Pick<RawInput, 'params' | 'query' | 'context'> & DownloadAsked, medium: string) => Download;
}

/** A route whose body is streamed. */
export interface UploadRoute extends RouteTarget {
  readonly type: 'upload';
  readonly upload: UploadSpec;
  /** @throws AppError for a refusal. */
  readonly run: (input: Pick<RawInput, 'params' | 'query' | 'context'>, upload: Upload) => Promise<RawReply>;
}

/** A declared route with its handler. */
export type BoundRoute = JsonRoute | DownloadRoute | UploadRoute;

interface Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> extends Asked {
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
}

type Handler<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies> = (
  input: Input<P, Q, B>,
) => Promise<Reply<R>>;

/** Binds a public operation to its handler, which gets parsed input and returns plain data. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies>(
  operation: Operation<P, Q, B, R>,
  handle: Handler<P, Q, B, R>,
): BoundRoute {
  const { examinedPrice } = operation;
  return bind({ ...targetOf(operation), examinedPrice, isList: isList(operation) }, operation, handle);
}

/** Binds an operation of the operator's API to its handler; the actor of its context is the operator. */
export function operatorRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies>(
  operation: OperatorOperation<P, Q, B, R>,
  handle: Handler<P, Q, B, R>,
): BoundRoute {
  return bind(
    {
      method: operation.method,
      path: pathOf(operation),
      access: { type: 'operator' },
      maxBodyBytes: maxBodyBytesOf({}),
      conditions: [],
      idempotency: 'use-case',
    },
    operation,
    handle,
  );
}

function bind<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies>(
  target: RouteTarget,
  spec: RouteSpec<P, Q, B, R>,
  handle: Handler<P, Q, B, R>,
): BoundRoute {
  return {
    ...target,
    type: 'json',
    run: async ({ params, query, body, ...asked }) =>
      handle({
        query: parsedQuery(spec.query, query),
        body: parsed(spec.body.safeParse(body, PARSING), (error) => validationErrors(error, { query: spec.query })),
        params: parsedParams(spec.params, params),
        ...asked,
      }),
  };
}

interface StreamInput<P extends z.ZodType, Q extends z.ZodType> {
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly context: RequestContext;
}

function streamInput<P extends z.ZodType, Q extends z.ZodType>(
  spec: { readonly params: P; readonly query: Q },
  { params, query, context }: Pick<RawInput, 'params' | 'query' | 'context'>,
): StreamInput<P, Q> {
  return { query: parsedQuery(spec.query, query), params: parsedParams(spec.params, params), context };
}

/**
 * Binds an operation whose 200 has media types to its handler.
 *
 * @throws Error where the operation declares none.
 */
export function downloadRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies>(
  operation: Operation<P, Q, B, R>,
  handle: (input: StreamInput<P, Q> & DownloadAsked & { readonly medium: string }) => Download,
): DownloadRoute {
  const { id, replies } = operation;
  const media = replies[200]?.media;
  if (!media) throw new Error(`${id} streams no answer`);
  return {
    ...targetOf(operation),
    type: 'download',
    media,
    run: (input, medium) => {
      const { may, header, leaving } = input;
      return handle({ ...streamInput(operation, input), may, header, leaving, medium });
    },
  };
}

/**
 * Binds an operation with an upload to its handler.
 *
 * @throws Error where the operation declares none.
 */
export function uploadRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies>(
  operation: Operation<P, Q, B, R>,
  handle: (input: StreamInput<P, Q> & { readonly upload: Upload }) => Promise<Reply<R>>,
): UploadRoute {
  const { id, upload: spec } = operation;
  if (!spec) throw new Error(`${id} takes no upload`);
  return {
    ...targetOf(operation),
    type: 'upload',
    upload: spec,
    run: async (input, upload) => handle({ ...streamInput(operation, input), upload }),
  };
}

function targetOf(operation: Omit<Operation, 'params' | 'query' | 'body'>): RouteTarget {
  const { method, access, permission, alternativePermission, cost, addsRecords } = operation;
  const asked = alternativePermission ? { permission, alternativePermission } : { permission };
  return {
    method,
    path: pathOf(operation),
    access: access === 'open' ? { type: 'open' } : { type: 'caller', ...asked },
    cost,
    maxBodyBytes: maxBodyBytesOf(operation),
    conditions: conditionsOf(operation),
    addsRecords,
    idempotency: !takesIdempotencyKey(operation) ? 'no' : operation.api === 'account' ? 'reply' : 'use-case',
  };
}

/** Parses the query of a request. @throws AppError `invalid_parameter`. */
export function parsedQuery<Q extends z.ZodType>(schema: Q, query: unknown): z.output<Q> {
  return parsed(schema.safeParse(query, PARSING), parameterErrors);
}

/** @throws AppError `not_found`: an id of the wrong form names no record. It says the form, for who sends a code or an id of their own. */
function parsedParams<P extends z.ZodType>(schema: P, params: unknown): z.output<P> {
  return parsed(schema.safeParse(params), ({ issues: [first] }) => {
    // Messages of schemas begin in lower case, those of the library name patterns.
    const form = first && !/^\p{Lu}/u.test(first.message) ? `: ${first.path.join('/')} has to be ${first.message}` : '';
    return errors.notFound(`There is no such record${form}.`);
  });
}

function parsed<Output>(result: z.ZodSafeParseResult<Output>, refuse: (error: z.ZodError) => AppError): Output {
  if (result.success) return result.data;
  throw refuse(result.error);
}

/** A reply of status 200. @param body as the operation declares it. */
export const ok = <Body>(body: Body) => ({ status: 200 as const, body });
