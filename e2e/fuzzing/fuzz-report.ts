import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ErrorCode, isErrorCode } from '@fulfilment/contracts';
import { z } from 'zod';

/** One request that was made up, and what came back. */
export interface FuzzedRequest {
  /** `POST /orders/{id}/pack`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string | undefined;
  /** True if the OpenAPI document allows the request. */
  readonly isAllowed: boolean;
  readonly status: number;
  /** Of the problem that came, if one came. */
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
  readonly answer: string;
}

/** Codes that speak of the form of a request, and of nothing that is stored. */
const OF_THE_FORM: ReadonlySet<ErrorCode | undefined> = new Set([
  'malformed_json',
  'invalid_parameter',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
] as const);

/** Rules between a request and the records it names: no schema can say them, and the field is named as in any other fault of a body. */
const ABOUT_RECORDS = [
  /^The stock is at this location already\.$/,
  / is an? \w+; an? \w+ stands (?:in|on) an? \w+\.$/,
  /^\d+ read-only fields? differs? from the record\.$/,
  /^There is no location \S+\.$/,
  /^location and location_id name two locations\.$/,
  /^A list by warehouse takes no location: /,
  / is not a warehouse\.$/,
  /^Only warehouses ship orders\.$/,
  /^There is no order with this id that has an external_id to take over\.$/,
  /^The key works in \w+ only\.$/,
  /^The packages do not match those of the (?:order|fulfilment)\.$/,
  /^The (?:order|fulfilment) has (?:1 parcel|\d+ parcels)\.$/,
  /^The order has fulfilments: change the parcels there\.$/,
  /^Parcels have at most \d+ contents in all\.$/,
  /^Fewer units are packed than planned: /,
  /^\d+ units of the line are named in all; \d+ must be\.$/,
  /^There is no such (?:line|reservation)\.$/,
  /^There is no return with this id\.$/,
  /^An order has at most \d+ (?:lines; it would have \d+|holds; release some first)\.$/,
  /^Nothing would be left of the order: /,
  /^The units have the disposition \w+ already\.$/,
  /^Required: the member has a password\.$/,
] as const;

/** Of a change, a rule between the request and its record; of a new SKU, the document says it. */
const NEEDS_CURRENCY = /^A unit cost needs a currency\.$/;

function isAboutRecords(sentence: string, { operation }: FuzzedRequest): boolean {
  return ABOUT_RECORDS.some((rule) => rule.test(sentence)) || (operation !== 'POST /inventory' && NEEDS_CURRENCY.test(sentence));
}

/** Value that the coverage phase puts in place of a header whose pattern asks for quotes, and takes for allowed (4.32, `HEADER_ALLOWED_CHARS`). */
const NO_ENTITY_TAG = '0';

/** True if a request that the document allows was refused for its form: then one of the two is wrong. */
export function isRefusedForItsForm(request: FuzzedRequest): boolean {
  return request.isAllowed && OF_THE_FORM.has(request.code) && !EXCUSES.some((excuses) => excuses(request));
}

/** Characters of no SKU: no pattern says which Unicode has assigned, since its classes are not known to every dialect. */
const NOT_OF_A_SKU = /[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/u;

/**
 * Rules of fields that no schema says: a list that grows, the check digit of a barcode that has the length of a GTIN, e-mail, a time to
 * come, what is named once, and a field that goes with one value of another.
 */
const OF_FIELDS = [
  /^A code that ISO 3166-1 alpha-2 assigns, or XK\.$/,
  /check digit of a GTIN\.$/,
  // The pattern in the document is looser: its classes of Unicode are not known to every dialect.
  /^An e-mail address\.$/,
  /^The time has passed\.$/,
  /^The line is named more than once\.$/,
  /^A new line has (?:a SKU|one unit at least)\.$/,
  /^The units are held there already\.$/,
  /^The order may not be shipped from /,
  / are not held by warehouse\.$/,
  / stands in an earlier line\.$/,
  /^Scrapped units go to no location\.$/,
] as const;
const fieldErrors = z.looseObject({ errors: z.array(z.looseObject({ code: z.string(), message: z.string() })).min(1) });

interface FieldError {
  readonly code: string;
  readonly message: string;
}

function isUnsaid({ code, message }: FieldError, request: FuzzedRequest): boolean {
  const isOfForm = !isErrorCode(code) || OF_THE_FORM.has(code);
  return !isOfForm || OF_FIELDS.some((rule) => rule.test(message)) || isAboutRecords(message, request);
}

/** True if each fault is one that no schema says; some items of an atomic batch may name what does not exist, beside them. */
function breaksRulesOfFields(request: FuzzedRequest): boolean {
  const { answer, code } = request;
  if (code !== 'validation_failed' && code !== 'invalid_parameter') return false;
  const { data } = fieldErrors.safeParse(answer === '' ? undefined : JSON.parse(answer));
  return data?.errors.every((each) => isUnsaid(each, request)) ?? false;
}

/** Target and body of a request, decoded. */
function textOf({ url, body = '' }: FuzzedRequest): string {
  try {
    return decodeURIComponent(url) + JSON.stringify(JSON.parse(body === '' ? '""' : body));
  } catch {
    return '';
  }
}

const EXCUSES: ReadonlyArray<(request: FuzzedRequest) => boolean> = [
  (request) =>
    (request.code === 'validation_failed' || request.code === 'invalid_parameter') &&
    isAboutRecords(request.detail ?? '', request),
  ({ code, headers }) =>
    code === 'invalid_parameter' && ['If-Match', 'If-None-Match'].some((condition) => headers[condition]?.[0] === NO_ENTITY_TAG),
  (request) => /"pointer":"[^"]*\/sku(?:\/\d+)?"/.test(request.answer) && NOT_OF_A_SKU.test(textOf(request)),
  breaksRulesOfFields,
  // What a file has to have in it, no schema says.
  ({ headers }) => ['text/csv', 'application/x-ndjson'].includes(headers['Content-Type']?.[0] ?? ''),
];

const encoded = z.object({ $base64: z.string() });
const mode = z.object({ mode: z.string() });
const fuzzedCase = z.object({
  value: z.object({
    method: z.string(),
    path: z.string(),
    meta: z.object({ generation: mode, components: z.record(z.string(), mode).default({}) }).nullish(),
  }),
});
type Meta = z.output<typeof fuzzedCase>['value']['meta'];
const headers = z.record(z.string(), z.array(z.string()));
const interaction = z.object({
  request: z.object({ method: z.string(), uri: z.string(), headers, body: encoded.nullish() }),
  response: z.object({ status_code: z.int(), headers, content: encoded.nullish() }).nullish(),
});
const finished = z.object({
  ScenarioFinished: z.object({
    recorder: z.object({
      cases: z.record(z.string(), fuzzedCase).default({}),
      interactions: z.record(z.string(), interaction).default({}),
    }),
  }),
});
const problem = z.object({ code: z.string(), detail: z.string() });

/** Reads the events that schemathesis wrote, one JSON object a line, and gives every exchange among them. */
export async function* readFuzzReport(file: string): AsyncGenerator<FuzzedRequest> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (!line.startsWith('{"ScenarioFinished"')) continue;
    const { cases, interactions } = finished.parse(JSON.parse(line)).ScenarioFinished.recorder;
    for (const [id, { request, response }] of Object.entries(interactions)) {
      const made = cases[id]?.value;
      if (!made || !response) continue;
      const answer = decoded(response.content);
      yield {
        operation: `${made.method} ${made.path}`,
        method: request.method,
        url: request.uri,
        headers: request.headers,
        body: request.body ? decoded(request.body) : undefined,
        isAllowed: isPositive(made.meta),
        status: response.status_code,
        ...problemIn(answer, response.headers),
        answer,
      };
    }
  }
}

function isPositive(meta: Meta): boolean {
  if (!meta) return false;
  return [meta.generation, ...Object.values(meta.components)].every((part) => part.mode === 'positive');
}

function problemIn(answer: string, fields: z.output<typeof headers>): Pick<FuzzedRequest, 'code' | 'detail'> {
  if (fields['content-type']?.[0]?.startsWith('application/problem+json') !== true || answer === '')
    return { code: undefined, detail: undefined };
  const { code, detail } = problem.parse(JSON.parse(answer));
  return { code: isErrorCode(code) ? code : undefined, detail };
}

function decoded(content: z.output<typeof encoded> | null | undefined): string {
  return Buffer.from(content?.$base64 ?? '', 'base64').toString('utf8');
}
