import { EVENT_SCHEMAS } from './events.ts';
import { HEADER_COMPONENTS } from './openapi/headers.ts';
import type { JsonObject } from './openapi/json.ts';
import { describeOperation, templateOf } from './openapi/operations.ts';
import { PARAMETER_COMPONENTS } from './openapi/parameters.ts';
import { sharedProblemResponses } from './openapi/problem-responses.ts';
import { collectSchemas, type SchemaCollection } from './openapi/schemas.ts';
import { describeWebhooks } from './openapi/webhooks.ts';
import { OPERATIONS } from './operations/index.ts';
import { problemDocument } from './problem.ts';

/** The document as JSON. Its parts follow OpenAPI 3.1.0. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: JsonObject;
  readonly servers: readonly JsonObject[];
  readonly security: readonly JsonObject[];
  readonly tags: readonly JsonObject[];
  /** Path items by template, relative to the version: `/orders/{id}/pack`. */
  readonly paths: Readonly<Record<string, JsonObject>>;
  readonly webhooks: JsonObject;
  readonly components: Readonly<Record<'schemas' | 'responses' | 'headers' | 'parameters' | 'securitySchemes', JsonObject>>;
}

/** What the OpenAPI document says of the place where it is served. */
export interface OpenApiOptions {
  /** Where clients reach the gateway, without a slash at its end: `http://localhost:8080`. */
  readonly publicUrl: string;
  /** Of the document; `1.0.0` unless told. */
  readonly version?: string;
}

const DESCRIPTION = `Inventory, locations, orders and scans of a warehouse.

Every request under \`/v1\` needs an API key: \`Authorization: Bearer <API_KEY>\`. Bodies are JSON in UTF-8 with \`snake_case\` fields; times are RFC 3339 in UTC with milliseconds. Body fields and query parameters that are not documented are refused. HEAD answers as GET.

Errors are problem documents (RFC 9457): switch on \`code\`, repeat a request only where \`retryable\` is true. Lists are paged by \`limit\` and \`cursor\`. /v1 only ever gains optional fields, so ignore those you do not know.`;

const TAGS = [
  { name: 'inventory', description: 'SKUs with their current quantities.' },
  { name: 'integrity', description: 'Whether stock, holds and ledger agree.' },
  { name: 'locations', description: 'Warehouses, aisles, shelves and bins, and transfers between them.' },
  { name: 'orders', description: 'Orders from external systems: created, packed, shipped.' },
  { name: 'scans', description: 'What devices saw.' },
  { name: 'events', description: 'Every event of the last 30 days, to be read.' },
  { name: 'webhooks', description: 'Events as subscribers get them, signed.' },
];

/** Whatever clients get. */
const ANSWERED = [
  ...OPERATIONS.flatMap(({ replies }) => Object.values(replies).map(({ body }) => body)),
  ...Object.values(EVENT_SCHEMAS),
  problemDocument,
];

/**
 * The OpenAPI 3.1 document of the public API, made of the contracts that the services themselves parse with.
 *
 * @see https://spec.openapis.org/oas/v3.1.0
 */
export function openApiDocument({ publicUrl, version = '1.0.0' }: OpenApiOptions): OpenApiDocument {
  const schemas = collectSchemas(ANSWERED);
  const paths = describePaths(schemas);
  const webhooks = describeWebhooks(schemas);
  const responses = sharedProblemResponses(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inventory & Order Fulfilment',
      version,
      description: DESCRIPTION,
      contact: { name: 'API support', url: `${publicUrl}/docs` },
    },
    servers: [{ url: `${publicUrl}/v1` }],
    security: [{ apiKey: [] }],
    tags: TAGS,
    paths,
    webhooks,
    components: {
      schemas: schemas.components(),
      responses,
      headers: HEADER_COMPONENTS,
      parameters: PARAMETER_COMPONENTS,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key. It belongs to one account, one environment (sandbox or production) and one role.',
        },
      },
    },
  };
}

function describePaths(schemas: SchemaCollection): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    [...Map.groupBy(OPERATIONS, templateOf)].map(([path, operations]) => [
      path,
      Object.fromEntries(operations.map((each) => [each.method.toLowerCase(), describeOperation(each, schemas)])),
    ]),
  );
}
