import { type CostSpec, type Operation, pathOf, type Permission, type Replies } from '@fulfilment/contracts';
import { AppError, type RequestContext } from '@fulfilment/kernel';
import type { z } from 'zod';
import type { DownloadRoute, UploadRoute } from './stream-route.ts';
import { parameterErrors, PARSING, validationErrors } from './validation.ts';

/** Who may use a route: callers with a permission, whoever comes, or the operator. */
export type RouteAccess =
  | { readonly type: 'caller'; readonly permission: Permission | null }
  | { readonly type: 'open' }
  | { readonly type: 'operator' };

/** What a route is told apart by: public operations have a permission, the operator's are for the operator alone. */
export interface RouteSpec<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies> {
  readonly method: Operation['method'];
  readonly path: string;
  readonly access: RouteAccess;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly replies: R;
  /** By what it costs more of the rate limit than one token. */
  readonly cost?: CostSpec | undefined;
}

/** Header fields by their names; several of one name are a list. */
export type ReplyHeaders = Readonly<Record<string, string | string[]>>;

/** An answer that the operation declares. */
export type Reply<R extends Replies> = {
  [Status in keyof R & number]: {
    readonly status: Status;
    readonly body: z.input<R[Status]['body']>;
    readonly headers?: ReplyHeaders;
    /** True where it is the stored first answer to the request's idempotency key: `Idempotency-Replayed: true` says so. */
    readonly replayed?: boolean;
  };
}[keyof R & number];

/** Who asks, whatever is asked. */
interface Asked {
  readonly context: RequestContext;
  /** For what a body asks beyond the operation. @throws AppError `forbidden` naming the permission that the role lacks. */
  readonly needs: (permission: Permission) => void;
  /** A header field of the request, by its name; those that came several times, joined. */
  readonly header: (name: string) => string | undefined;
  /** Aborts when the connection closes before the answer is written: nobody waits for it any more. */
  readonly gone: AbortSignal;
}

/** What came in, before it is parsed. */
export interface RawInput extends Asked {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What a route answers, before it is written. */
export interface RawReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: ReplyHeaders;
  readonly replayed?: boolean;
}

/** What a route is found by, and who may use it. */
export type RouteTarget = Pick<RouteSpec<z.ZodType, z.ZodType, z.ZodType, Replies>, 'method' | 'path' | 'access' | 'cost'>;

/** A declared route of JSON for JSON with its handler, its types closed over. */
export interface JsonRoute extends RouteTarget {
  readonly type: 'json';
  /** @throws AppError for whatever is refused. */
  readonly run: (input: RawInput) => Promise<RawReply>;
}

/** A declared route with its handler, of whatever form body and answer are. */
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
  return bind({ ...operation, path: pathOf(operation), access: accessOf(operation) }, handle);
}

/** Who may use the route of an operation. */
export function accessOf({ access, permission }: Pick<Operation, 'access' | 'permission'>): RouteAccess {
  return access === 'open' ? { type: 'open' } : { type: 'caller', permission };
}

/** Binds a route of the operator's API; its path is given whole. Its context names no tenant's key but the operator. */
export function operatorRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies>(
  spec: Omit<RouteSpec<P, Q, B, R>, 'access'>,
  handle: Handler<P, Q, B, R>,
): BoundRoute {
  return bind({ ...spec, access: { type: 'operator' } }, handle);
}

function bind<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies>(
  spec: RouteSpec<P, Q, B, R>,
  handle: Handler<P, Q, B, R>,
): BoundRoute {
  const { method, path, access, cost } = spec;
  return {
    type: 'json',
    method,
    path,
    access,
    cost,
    run: async ({ params, query, body, ...asked }) =>
      handle({
        query: parsedQuery(spec.query, query),
        body: parsed(spec.body.safeParse(body, PARSING), validationErrors),
        params: parsedParams(spec.params, params),
        ...asked,
      }),
  };
}

/** @throws AppError `invalid_parameter`. */
export function parsedQuery<Q extends z.ZodType>(schema: Q, query: unknown): z.output<Q> {
  return parsed(schema.safeParse(query, PARSING), parameterErrors);
}

/** @throws AppError `not_found`: an id that cannot exist is a record that does not. */
export function parsedParams<P extends z.ZodType>(schema: P, params: unknown): z.output<P> {
  return parsed(schema.safeParse(params), noSuchPath);
}

function parsed<Output>(result: z.ZodSafeParseResult<Output>, refuse: (error: z.ZodError) => AppError): Output {
  if (result.success) return result.data;
  throw refuse(result.error);
}

function noSuchPath(): AppError {
  return new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such record.' });
}
