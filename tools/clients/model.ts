/** A client library as data: all that the OpenAPI documents say and a writer of a language needs. Descriptions are Markdown. */
export interface ClientModel {
  /** Version and package names of the libraries: `libs/clients/packages.json`. */
  readonly version: string;
  readonly packages: Packages;
  /** Groups of operations in the order of the documents: `client.orders.create`. */
  readonly groups: readonly Group[];
  /** Named types, each after those of the documents before it; names are PascalCase and unique. */
  readonly schemas: readonly Schema[];
  readonly events: Events;
  readonly errors: readonly ErrorCode[];
}

/** Names that the libraries are published under. */
export interface Packages {
  readonly node: { readonly package: string };
  readonly python: { readonly distribution: string; readonly module: string };
  readonly ruby: { readonly gem: string; readonly module: string };
  readonly go: { readonly module: string; readonly package: string };
}

/** Operations with one tag. */
export interface Group {
  /** camelCase: `orders`, `eventTypes`. */
  readonly name: string;
  readonly operations: readonly Operation[];
}

/** The two APIs, by the path below the base URL. */
export type ApiPath = '/v1' | '/account/v1';

/** One method and path. */
export interface Operation {
  /** Unique over both APIs: `createOrder`. */
  readonly id: string;
  /** camelCase, unique in its group: `create`. */
  readonly name: string;
  readonly api: ApiPath;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below the API's, with `{name}` for each path parameter; these are percent-encoded, `/` included. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Path parameters in the order of the path. */
  readonly pathParams: readonly Param[];
  readonly query: readonly Param[];
  /** Takes `Idempotency-Key`: the client sends one on every call, the same at every attempt. */
  readonly idempotent: boolean;
  readonly ifMatch: boolean;
  readonly ifNoneMatch: boolean;
  readonly body: RequestBody | null;
  readonly answer: Answer;
  /** A cursor list: the items of its pages. */
  readonly page: { readonly item: Type } | null;
  /** Answers 202 while the work is under way: the same request under the same key gets the final answer. */
  readonly pending: boolean;
  /** A list in the body with one result for each item, to be cut into requests. */
  readonly batch: Batch | null;
  /** Codes of the errors that it answers. */
  readonly codes: readonly string[];
}

/** A path or query parameter. */
export interface Param {
  /** As in the document: snake_case. */
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly type: Type;
  /** A value for examples, where the document tells the form of an id: `ord_01J…`. */
  readonly example: string | null;
  /** How several values are sent: `sku=a&sku=b`, or `status=a,b`; null where there is one. */
  readonly several: 'repeated' | 'commas' | null;
}

/** The body of a request: JSON of one type, or a stream of one of some media types. */
export type RequestBody =
  | { readonly kind: 'json'; readonly type: Type; readonly required: boolean; readonly example: unknown }
  | { readonly kind: 'stream'; readonly mediaTypes: readonly string[] };

/** The body of a successful answer. */
export type Answer =
  | { readonly kind: 'json'; readonly type: Type }
  | { readonly kind: 'stream'; readonly mediaTypes: readonly string[] }
  | { readonly kind: 'none' };

/** A batch: `items` of the body, at most `maximum`, and `results` of the answer, each with the `index` of its item. */
export interface Batch {
  readonly items: string;
  readonly maximum: number;
  readonly results: string;
}

/** A value. `nullable` is beside absence: an optional field may be left out, a nullable one may hold null. */
export type Type = (
  | {
      readonly kind: 'string';
      /** The values known today; empty for free text. */
      readonly known: readonly string[];
      /** True in answers and filters: later versions may add values, and a client keeps them. */
      readonly open: boolean;
      /** RFC 3339 as text. */
      readonly time: boolean;
    }
  | { readonly kind: 'integer' | 'number' | 'boolean' | 'any' }
  | { readonly kind: 'constant'; readonly value: string | number | boolean }
  | { readonly kind: 'list' | 'map'; readonly of: Type }
  | { readonly kind: 'named'; readonly name: string }
) & { readonly nullable: boolean };

/** A named type: an object with fields, or one of several objects. */
export type Schema = { readonly name: string; readonly description: string } & (
  | {
      readonly kind: 'object';
      readonly fields: readonly Field[];
      /** True where a client may meet members that are not listed: all but the bodies of requests. */
      readonly open: boolean;
    }
  | { readonly kind: 'union'; readonly of: readonly string[] }
);

/** A member of an object. */
export interface Field {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly type: Type;
}

/** Events of webhooks and the feed, told apart by `type`. */
export interface Events {
  /** Name of the union: `Event`. */
  readonly union: string;
  /** The schema of each type, `order.shipped` → `OrderShipped`, and an event of it; null where the document has none. */
  readonly types: readonly { readonly type: string; readonly schema: string; readonly sample: unknown }[];
  /** The schema of any other type. */
  readonly other: string;
}

/**
 * The type of events of later versions, for checkers of types, which a plain text beside the known types would keep from telling the
 * events apart.
 */
export const LATER_TYPE = 'of a later version';

/** An error that the API answers. */
export interface ErrorCode {
  /** `insufficient_stock`. */
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  readonly description: string;
  /** The remedy for a client. */
  readonly remedy: string;
  /** Members of the problem beside those that all have, as `Problem` declares them: `current_status`. */
  readonly members: readonly string[];
  /** A problem with this code, for tests. */
  readonly example: Readonly<Record<string, unknown>>;
}
