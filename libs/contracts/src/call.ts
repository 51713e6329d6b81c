import type { Environment } from '@fulfilment/kernel';
import type { z } from 'zod';
import type { Callable } from './callables.ts';
import type { Operation } from './operation.ts';
import type { OperatorOperation } from './operator/operation.ts';

/** A value of a query, or several for a repeated parameter. Undefined and empty ones are left out. */
type QueryValue = string | number | boolean | undefined;

/** Path parameters and query of a call. */
export interface CallAddress {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
}

/**
 * The path and query of a call: parameters percent-encoded (RFC 3986 section 2.1), a list as its parameter repeated.
 *
 * @returns `/v1/orders/ord_1/history?environment=sandbox`.
 */
export function addressOf({ path }: Pick<Callable, 'path'>, { params = {}, query = {} }: CallAddress = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_parameter, name: string) => encodeURIComponent(params[name] ?? ''));
  const sent = new URLSearchParams();
  for (const [name, given] of Object.entries(query))
    for (const value of [given].flat()) if (value !== undefined && value !== '') sent.append(name, String(value));
  return sent.size === 0 ? filled : `${filled}?${sent.toString()}`;
}

/** True for a schema that takes nothing. */
type IsNothing<Schema extends z.ZodType> = string extends keyof z.output<Schema> ? true : false;

type MemberOf<Value, Name extends PropertyKey> = Value extends unknown ? (Name extends keyof Value ? Value[Name] : never) : never;

/** A value to send for a schema: its input, and its output where it is preprocessed and so takes anything at first. */
type Sent<Input, Output> = unknown extends Input
  ? unknown extends Output
    ? unknown
    : Sent<Output, Output>
  : Input extends object
    ? { readonly [Name in keyof Input]: Sent<Input[Name], MemberOf<Output, Name>> }
    : Input;

/** A body that a schema accepts. */
export type Accepted<Schema extends z.ZodType> = Sent<z.input<Schema>, z.output<Schema>>;

/** The values of a query by the operation's schema, which reads them from text. A list can be given as one value. */
type QueryValues<Input, Output> = {
  readonly [Name in keyof Input]: OneOrSeveral<MemberOf<Output, Name>> | (object extends Pick<Input, Name> ? undefined : never);
};
type OneOrSeveral<Value> = Value extends ReadonlyArray<infer Item> ? Item | readonly Item[] : Value;

/** True where a session must name its environment: of /v1 always, else where the query has it. */
type IsInEnvironment<Op extends Operation> = Op extends { readonly api: 'account' }
  ? IsNothing<Op['query']> extends true
    ? false
    : 'environment' extends keyof z.output<Op['query']>
      ? true
      : false
  : true;

type DeclaredQuery<Op extends Pick<Operation, 'query'>> =
  IsNothing<Op['query']> extends true ? unknown : QueryValues<z.input<Op['query']>, z.output<Op['query']>>;
type QueryOf<Op extends Operation> = (unknown extends DeclaredQuery<Op> ? unknown : Omit<DeclaredQuery<Op>, 'environment'>) &
  (IsInEnvironment<Op> extends true ? { readonly environment: Environment } : unknown);

type ParamsPart<Op extends Pick<Operation, 'params'>> =
  IsNothing<Op['params']> extends true ? { readonly params?: never } : { readonly params: Readonly<z.input<Op['params']>> };

type QueryPart<Query> = unknown extends Query
  ? { readonly query?: never }
  : object extends Query
    ? { readonly query?: Query }
    : { readonly query: Query };

type BodyPart<Op extends Pick<Operation, 'body'>> =
  IsNothing<Op['body']> extends true ? { readonly body?: never } : { readonly body: Accepted<Op['body']> };

/** The version that a change is based on, sent as `If-Match`. */
type VersionPart<Op extends Operation> = Op extends { readonly conditional: true }
  ? { readonly ifMatch?: number }
  : { readonly ifMatch?: never };

/** The key that names a change, so that a repeat has no second effect. */
type KeyPart<Op extends Operation> = Op extends { readonly method: 'GET' } | { readonly access: 'open' | 'session' }
  ? { readonly idempotencyKey?: never }
  : { readonly idempotencyKey?: string };

/** The request of a session for an operation: path parameters, query, body, version and idempotency key, each as it is declared. */
export type CallOf<Op extends Operation> = ParamsPart<Op> & QueryPart<QueryOf<Op>> & BodyPart<Op> & VersionPart<Op> & KeyPart<Op>;

/** The called service, where several serve an operation. */
type ServicePart<Op extends OperatorOperation> = Op['services'] extends readonly [unknown]
  ? { readonly service?: never }
  : { readonly service: Op['services'][number] };

/** The request of the operator for an operation: its service where several serve it, path parameters, query and body, as declared. */
export type OperatorCallOf<Op extends OperatorOperation> = ServicePart<Op> &
  ParamsPart<Op> &
  QueryPart<DeclaredQuery<Op>> &
  BodyPart<Op>;

type ReplyOf<Op extends Pick<Operation, 'replies'>> = Op['replies'][keyof Op['replies']];

/** The JSON document that an operation answers with. */
export type AnswerOf<Op extends Pick<Operation, 'replies'>> =
  ReplyOf<Op> extends { readonly body: infer Body extends z.ZodType } ? z.output<Body> : never;

/** The media types in which an operation streams its answer; never of one that answers with JSON. */
export type AnswerMediaOf<Op extends Operation> =
  ReplyOf<Op> extends { readonly media: ReadonlyArray<{ readonly type: infer Type extends string }> } ? Type : never;

/** The media types of files that an operation takes; never of one that takes none. */
export type UploadMediaOf<Op extends Operation> = Op extends {
  readonly upload: { readonly media: ReadonlyArray<{ readonly type: infer Type extends string }> };
}
  ? Type
  : never;
