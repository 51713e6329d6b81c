import type { Operation, Permission, Replies } from '@fulfilment/contracts';
import { AppError, type RequestContext } from '@fulfilment/kernel';
import type { z } from 'zod';
import { parameterErrors, PARSING, validationErrors } from './validation.ts';

/** What a route is told apart by: public operations have a permission, the operator's are for the operator alone. */
export interface RouteSpec<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies> {
  readonly method: Operation['method'];
  readonly path: string;
  readonly access: { readonly type: 'caller'; readonly permission: Permission } | { readonly type: 'operator' };
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly replies: R;
}

type Reply<R extends Replies> = {
  [Status in keyof R & number]: {
    readonly status: Status;
    readonly body: z.input<R[Status]['body']>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof R & number];

/** What came in, before it is parsed. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly context: RequestContext;
}

export interface RawReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A declared route with its handler, its types closed over. */
export interface BoundRoute {
  readonly method: Operation['method'];
  readonly path: string;
  readonly access: RouteSpec<z.ZodType, z.ZodType, z.ZodType, Replies>['access'];
  /** @throws AppError for whatever is refused. */
  readonly run: (input: RawInput) => Promise<RawReply>;
}

type Handler<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies> = (input: {
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
  readonly context: RequestContext;
}) => Promise<Reply<R>>;

/** Binds a public operation to its handler, which gets parsed input and returns plain data. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies>(
  operation: Operation<P, Q, B, R>,
  handle: Handler<P, Q, B, R>,
): BoundRoute {
  const { permission, path } = operation;
  return bind({ ...operation, path: `/v1${path}`, access: { type: 'caller', permission } }, handle);
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
  const { method, path, access } = spec;
  return {
    method,
    path,
    access,
    run: async ({ params, query, body, context }) =>
      handle({
        query: parsed(spec.query.safeParse(query, PARSING), parameterErrors),
        body: parsed(spec.body.safeParse(body, PARSING), validationErrors),
        params: parsed(spec.params.safeParse(params), noSuchPath),
        context,
      }),
  };
}

function parsed<Output>(result: z.ZodSafeParseResult<Output>, refuse: (error: z.ZodError) => AppError): Output {
  if (result.success) return result.data;
  throw refuse(result.error);
}

/** An id that cannot exist is a record that does not. */
function noSuchPath(): AppError {
  return new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such record.' });
}
