import { accountApiDocument, openApiDocument } from '@fulfilment/api-docs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import { type Api, faultsByContract, faultsOfProblem, type SuccessOf } from './own-contract.ts';
import { noteSeen } from './seen-statuses.ts';

/** One request and what came back. */
export interface Exchange {
  readonly method: string;
  /** Below the path of its API, without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Holds responses against the OpenAPI document of a system. */
export interface Contract {
  /** @throws Error that lists what the document does not allow: the status, the media type, a header, or the body. */
  check(exchange: Exchange): void;
  /** `GET /orders/{id}` for each operation of the document. */
  readonly operations: readonly string[];
  /** Those that answered with success at least once. */
  readonly answered: ReadonlySet<string>;
}

const reference = z.object({ $ref: z.string() });
const header = z.looseObject({ required: z.boolean().default(false), schema: z.looseObject({ type: z.string() }) });
const response = z.looseObject({
  headers: z.record(z.string(), z.union([reference, header])),
  content: z.record(z.string(), z.looseObject({})).default({}),
  'x-codes': z.array(z.string()).default([]),
});
const operation = z.looseObject({ responses: z.record(z.string(), z.union([reference, response])) });
const openApi = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ responses: z.record(z.string(), response), headers: z.record(z.string(), header) }),
});
type OpenApi = z.output<typeof openApi>;
type Response = z.output<typeof response>;
type Header = z.output<typeof header>;

/** Headers of every response, whatever its status and origin. */
const ON_EVERY_RESPONSE = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const PROBLEM = '#/components/schemas/Problem';

/** A document, and what holds JSON against its schemas. */
interface CheckedDocument {
  readonly api: OpenApi;
  readonly validate: Validate;
}

const OWN_DOCUMENTS = { '/v1': openApiDocument, '/account/v1': accountApiDocument } as const;
/** Those that this worker has compiled: each file that shares its modules takes them. */
const compiledOwn = new Map<Api, CheckedDocument>();

/** @param document of that API, as it is served. */
export function makeContract(document: unknown, of: Api = '/v1'): Contract {
  return contractBy(checkedDocument(document), of);
}

/** By the document of this release, which its systems serve (`documents.e2e.test.ts`), without a gateway that renders it. */
export function ownContract(of: Api): Contract {
  // Of its public URL nothing is held against answers.
  const own = compiledOwn.get(of) ?? checkedDocument(JSON.parse(JSON.stringify(OWN_DOCUMENTS[of]({ publicUrl: '' }))));
  compiledOwn.set(of, own);
  return contractBy(own, of);
}

function checkedDocument(document: unknown): CheckedDocument {
  const api = openApi.parse(document);
  return { api, validate: makeValidate(api) };
}

function contractBy({ api, validate }: CheckedDocument, of: Api): Contract {
  const answered = new Set<string>();
  return {
    operations: Object.entries(api.paths).flatMap(([path, item]) => Object.keys(item).map((method) => nameOf(method, path))),
    answered,
    check: (exchange) => {
      const found = findOperation(api, exchange);
      const faults = [
        ...missingHeaders(exchange),
        ...(found ? faultsOf(exchange, found, { of, api, validate }) : strayFaults(exchange, validate)),
      ];
      if (faults.length > 0) throw new Error(describe(exchange, faults));
      if (!found) return;
      const name = nameOf(exchange.method, found.template);
      // The table of statuses is of /v1.
      if (of === '/v1') noteSeen(name, exchange.status);
      if (exchange.status < 300) answered.add(name);
    },
  };
}

type Validate = (pointer: string, value: unknown) => readonly string[];

function makeValidate(api: OpenApi): Validate {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // An annotation, of which ajv-formats knows nothing.
  ajv.addFormat('idn-email', true);
  ajv.addSchema({ ...api, $id: 'openapi' });
  const compiled = new Map<string, ValidateFunction>();
  return (pointer, value) => {
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` });
    compiled.set(pointer, check);
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

interface FoundOperation {
  readonly template: string;
  readonly method: string;
  readonly responses: z.output<typeof operation>['responses'];
}

function findOperation({ paths }: OpenApi, { method, path }: Exchange): FoundOperation | undefined {
  const segments = path.split('/');
  const fits = (template: string): boolean => {
    const parts = template.split('/');
    return parts.length === segments.length && parts.every((part, place) => part === segments[place] || part.startsWith('{'));
  };
  // A name goes before a parameter, as the gateway has it.
  const template = Object.keys(paths).filter(fits).toSorted(byParameters)[0];
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
  const found = template === undefined ? undefined : paths[template]?.[asked];
  return template !== undefined && found ? { template, method: asked, responses: found.responses } : undefined;
}

const byParameters = (a: string, b: string): number => a.split('{').length - b.split('{').length;

interface Checks extends CheckedDocument {
  readonly of: Api;
}

function faultsOf(exchange: Exchange, found: FoundOperation, { of, api, validate }: Checks): string[] {
  const declared = found.responses[exchange.status];
  if (!declared) return [`the status ${exchange.status} is not declared`];
  const own = `#/paths/${escaped(found.template)}/${found.method}/responses/${exchange.status}`;
  const at = isReference(declared) ? declared.$ref : own;
  const resolved = isReference(declared) ? api.components.responses[nameIn(declared.$ref)] : declared;
  if (!resolved) return [`${at} leads nowhere`];
  const { template, method } = found;
  return [
    ...headerFaults(exchange, resolved, api),
    ...bodyFaults(exchange, { resolved, at, validate }),
    ...ownFaults(exchange, { api: of, template, method, status: exchange.status }),
  ];
}

function bodyFaults(
  { method, headers, text }: Exchange,
  { resolved, at, validate }: { readonly resolved: Response; readonly at: string; readonly validate: Validate },
): readonly string[] {
  if (Object.keys(resolved.content).length === 0) return text === '' ? [] : ['there is a body, and none is declared'];
  const type = essence(headers);
  if (!Object.hasOwn(resolved.content, type)) return [`the media type ${type} is not declared`];
  if (method === 'HEAD') return [];
  const faults = validate(`${at}/content/${escaped(type)}/schema`, isJson(type) ? JSON.parse(text) : text);
  return type === 'application/problem+json' ? [...faults, ...faultsOfProblem(JSON.parse(text), resolved['x-codes'])] : faults;
}

function ownFaults({ method, headers, text }: Exchange, success: SuccessOf): readonly string[] {
  return method === 'HEAD' || text === '' || !isJson(essence(headers)) ? [] : faultsByContract(success, JSON.parse(text));
}

function isJson(type: string): boolean {
  return /[/+]json$/.test(type);
}

/** A request without an operation (an unknown path, another method) can only be refused. */
function strayFaults({ method, headers, text }: Exchange, validate: Validate): readonly string[] {
  const type = essence(headers);
  if (type !== 'application/problem+json') return [`the media type is ${type}`];
  return method === 'HEAD' ? [] : [...validate(PROBLEM, JSON.parse(text)), ...faultsOfProblem(JSON.parse(text), [])];
}

function missingHeaders({ headers }: Exchange): string[] {
  return ON_EVERY_RESPONSE.filter((name) => !headers.has(name)).map((name) => `${name} is missing`);
}

function headerFaults({ headers }: Exchange, { headers: declared }: Response, { components }: OpenApi): string[] {
  return Object.entries(declared).flatMap(([name, entry]) => {
    const shape = isReference(entry) ? components.headers[nameIn(entry.$ref)] : entry;
    return shape ? headerFault(name, headers.get(name), shape) : [`the header ${name} is described nowhere`];
  });
}

function headerFault(name: string, value: string | null, { required, schema }: Header): string[] {
  if (value === null) return required ? [`${name} is missing`] : [];
  if (schema.type === 'integer' && !/^\d+$/.test(value)) return [`${name} is ${value}`];
  const { pattern } = schema;
  return typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value) ? [`${name} is ${value}`] : [];
}

function isReference(entry: object): entry is z.output<typeof reference> {
  return '$ref' in entry && typeof entry.$ref === 'string';
}

function nameIn(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/** A member's name inside a JSON pointer inside a URI (RFC 6901 sections 3 and 6). */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function essence(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0] ?? '';
}

function nameOf(method: string, template: string): string {
  return `${method === 'HEAD' ? 'GET' : method.toUpperCase()} ${template}`;
}

function describe({ method, path, status, text }: Exchange, faults: readonly string[]): string {
  return `${method} ${path} → ${status} is not as the OpenAPI document says:\n  ${faults.join('\n  ')}\n${text.slice(0, 2_000)}`;
}
