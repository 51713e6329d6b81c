import {
  DELIVERED,
  ACCOUNT_OPERATIONS,
  DELIVERED_TYPES,
  type DeliveredType,
  type Operation,
  OPERATIONS,
  problemDocument,
  SESSION_COOKIE,
} from '@fulfilment/contracts';
import type { z } from 'zod';
import { externalDocs } from '../guides.ts';
import { SAMPLE_DELIVERIES } from '../samples/events.ts';
import { collectSchemas, type SchemaCollection } from './schemas.ts';
import type { JsonObject } from './json-shapes.ts';
import { describeOperation, type DocumentParts, sharedProblemResponses, templateOf } from './operations.ts';
import { HEADER_COMPONENTS, PARAMETER_COMPONENTS } from './parameters.ts';
import { tagsOf } from './tags.ts';

/** The document as JSON. Its parts follow OpenAPI 3.1.0. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: JsonObject;
  readonly servers: readonly JsonObject[];
  readonly security: readonly JsonObject[];
  readonly tags: readonly JsonObject[];
  readonly externalDocs: JsonObject;
  /** Path items by template, relative to the version: `/orders/{id}/pack`. */
  readonly paths: Readonly<Record<string, JsonObject>>;
  readonly webhooks?: JsonObject;
  readonly components: Readonly<Record<'schemas' | 'responses' | 'headers' | 'parameters' | 'securitySchemes', JsonObject>>;
}

/** The installation that serves the OpenAPI document. */
export interface OpenApiOptions {
  /** Public URL of the gateway, without a trailing slash: `http://localhost:8080`. */
  readonly publicUrl: string;
  /** Version of the document; `1.0.0` by default. */
  readonly version?: string;
}

const describeApi = (publicUrl: string): string => `Inventory, locations, orders and scans of a warehouse.

Every request under \`/v1\` needs an API key, \`Authorization: Bearer <API_KEY>\`, or the session of a signed-in member, with \`environment\` in the query. Bodies are JSON in UTF-8 with \`snake_case\` fields; times are RFC 3339 in UTC with milliseconds. Body fields and query parameters that are not documented are refused, and so is text with control characters other than tab and line feed, or with characters that change its direction (U+202A to U+202E, U+2066 to U+2069). HEAD answers as GET.

Errors are problem documents (RFC 9457): switch on \`code\`, repeat a request only where \`retryable\` is true. \`errors\` lists the first 100 faults, \`errors_left_out\` counts the others. Lists are paged by \`limit\` and \`cursor\`. /v1 only gains optional fields: ignore unknown ones.

Guides: [getting started](${publicUrl}/docs/getting-started), [placing orders and repeating requests](${publicUrl}/docs/placing-orders), [rate limits](${publicUrl}/docs/rate-limits). Webhooks are set up under \`/account/v1\`: [subscribe](${publicUrl}/docs/webhooks), [verify deliveries, answer them, and when they are retried](${publicUrl}/docs/receiving-webhooks), [catch up](${publicUrl}/docs/catching-up). The [account API](${publicUrl}/docs/account) also has keys and members; [errors](${publicUrl}/docs/errors) and [events](${publicUrl}/docs/events) have pages of their own.`;

const describeAccountApi = (
  publicUrl: string,
): string => `The settings of an account: API keys, members, webhooks and the audit log.

A request under \`/account/v1\` needs an API key or the session of a signed-in member, except for operations that open a session. A key acts in its own environment; with a session, \`environment\` names it. Secrets are shown only in the response that creates them and are never stored in clear, so \`Idempotency-Key\` is not supported here. Everything else works as under \`/v1\`.

Guides: [members, passwords and sessions](${publicUrl}/docs/accounts), [single sign-on](${publicUrl}/docs/single-sign-on), [permissions](${publicUrl}/docs/permissions), [managing webhooks](${publicUrl}/docs/webhooks), [receiving webhooks](${publicUrl}/docs/receiving-webhooks). The [API of records](${publicUrl}/docs) is under \`/v1\`.`;

const API_KEY = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key. It belongs to one account, one environment (sandbox or production) and one role.',
};
const SESSION = {
  type: 'apiKey',
  in: 'cookie',
  name: SESSION_COOKIE,
  description:
    'The session of a signed-in member; `environment` in the query names the environment it works in. A request that changes something has to come from our own origin: `Origin` or ' +
    '`Sec-Fetch-Site` says so. Where a request has a key as well, the key counts.',
};

/**
 * The OpenAPI 3.1 document of the public API, made of the contracts that the services themselves parse with.
 *
 * @see https://spec.openapis.org/oas/v3.1.0
 */
export function openApiDocument(options: OpenApiOptions): OpenApiDocument {
  return documentOf(
    {
      title: 'Inventory & Order Fulfilment',
      description: describeApi(options.publicUrl),
      base: '/v1',
      tags: tagsOf(undefined, options.publicUrl),
      securitySchemes: { apiKey: API_KEY, session: SESSION },
      operations: OPERATIONS,
      events: Object.values(DELIVERED).map(({ schema }) => schema),
    },
    options,
  );
}

/** The OpenAPI 3.1 document of the API of accounts. */
export function accountApiDocument(options: OpenApiOptions): OpenApiDocument {
  return documentOf(
    {
      title: 'Inventory & Order Fulfilment: account',
      description: describeAccountApi(options.publicUrl),
      base: '/account/v1',
      tags: tagsOf('account', options.publicUrl),
      securitySchemes: { apiKey: API_KEY, session: SESSION },
      operations: ACCOUNT_OPERATIONS,
      events: [],
    },
    options,
  );
}

interface Api {
  readonly title: string;
  readonly description: string;
  /** Path before all of its paths. */
  readonly base: string;
  readonly tags: readonly JsonObject[];
  readonly operations: readonly Operation[];
  readonly securitySchemes: JsonObject;
  /** The webhooks of subscribers; none for an API without webhooks. */
  readonly events: readonly z.ZodType[];
}

function documentOf(api: Api, { publicUrl, version = '1.0.0' }: OpenApiOptions): OpenApiDocument {
  const { title, description, base, tags, operations, events } = api;
  // Whatever clients get.
  const answered = operations.flatMap(({ replies }) => Object.values(replies).map(({ body }) => body));
  const schemas = collectSchemas([...answered, ...events, problemDocument]);
  const responses = sharedProblemResponses(operations, schemas);
  const paths = describePaths(operations, { schemas, problems: responses, publicUrl });
  const webhooks = events.length > 0 ? { webhooks: describeWebhooks(schemas, publicUrl) } : {};
  return {
    openapi: '3.1.0',
    info: { title, version, description, contact: { name: 'API support', url: `${publicUrl}/docs` } },
    servers: [{ url: `${publicUrl}${base}` }],
    security: Object.keys(api.securitySchemes).map((name) => ({ [name]: [] })),
    tags,
    externalDocs: externalDocs('getting-started', publicUrl),
    paths,
    ...webhooks,
    components: onlyUsed(
      { paths, ...webhooks },
      {
        schemas: schemas.components(),
        responses,
        headers: HEADER_COMPONENTS,
        parameters: PARAMETER_COMPONENTS,
        securitySchemes: api.securitySchemes,
      },
    ),
  };
}

type Components = OpenApiDocument['components'];

/** An API may use less than all that is shared. What a component refers to is used with it. */
function onlyUsed(using: JsonObject, components: Components): Components {
  let used = components;
  for (;;) {
    const text = JSON.stringify([using, used]);
    const { securitySchemes, ...rest } = used;
    const kept = Object.fromEntries(
      Object.entries(rest).map(([kind, named]) => [
        kind,
        Object.fromEntries(Object.entries(named).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`))),
      ]),
    );
    const next = { ...used, ...kept, securitySchemes };
    if (JSON.stringify(next) === JSON.stringify(used)) return next;
    used = next;
  }
}

function describePaths(operations: readonly Operation[], parts: DocumentParts): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    [...Map.groupBy(operations, templateOf)].map(([path, ofPath]) => [
      path,
      Object.fromEntries(ofPath.map((each) => [each.method.toLowerCase(), describeOperation(each, parts)])),
    ]),
  );
}

/** Headers of every delivery, and their meaning. */
export const DELIVERY_HEADERS: Readonly<Record<string, string>> = {
  'Service-Signature':
    "`t=<unix seconds>,v1=<hex>`: HMAC-SHA-256 over `<t>.<raw body>` with the endpoint's secret as shown. There can be several `v1`: one match is enough. Refuse a `t` more than 5 minutes off.",
  'Service-Event-Id':
    'Id of the event, the same at every attempt; of a batch that of its delivery. For logs: the signature covers the body alone, so keep the `id` of the body to handle each event once.',
  'Service-Event-Type': 'The type of the event, as in the body.',
  'Service-Delivery-Id': 'Id of the delivery, one for each endpoint and event.',
  'Service-Attempt': 'Attempt number, from 1.',
  'webhook-id': 'As `Service-Event-Id`, for the libraries of Standard Webhooks.',
  'webhook-timestamp': 'Unix seconds, signed with the body.',
  'webhook-signature': 'The signature of Standard Webhooks: `v1,<base64>`.',
};

/** Every event type as a webhook that subscribers take. */
function describeWebhooks(schemas: SchemaCollection, publicUrl: string): JsonObject {
  const guide = externalDocs('receiving-webhooks', publicUrl);
  return Object.fromEntries(
    DELIVERED_TYPES.map((type) => [
      type,
      { post: { ...describeDelivery(type, DELIVERED[type].schema, schemas), externalDocs: guide } },
    ]),
  );
}

function describeDelivery(type: DeliveredType, schema: z.ZodType, schemas: SchemaCollection): JsonObject {
  return {
    operationId: `receive${type.split(/[._]/).map(capitalised).join('')}`,
    tags: ['webhooks'],
    summary: type,
    description: DELIVERED[type].meaning,
    security: [],
    parameters: Object.entries(DELIVERY_HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      description,
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.schemaOf(schema, 'output'), example: SAMPLE_DELIVERIES[type] } },
    },
    responses: {
      '2XX': { description: 'Accepted. Answer within 15 seconds.' },
      default: { description: 'Not accepted: the delivery is retried, byte for byte, on a schedule of about three days.' },
    },
  };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
