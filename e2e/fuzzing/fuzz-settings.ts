import { fileURLToPath } from 'node:url';

/** Records that are there, so that requests reach past "not found". */
export interface KnownValues {
  readonly skus: readonly string[];
  readonly locationIds: readonly string[];
  readonly orderIds: readonly string[];
}

const HOOKS = fileURLToPath(new URL('./hooks.py', import.meta.url));

/** The variable that carries the API key, so that it stands in no file and on no command line. */
export const KEY_VARIABLE = 'FUZZING_API_KEY';

/**
 * Responses that an allowed request may get because of the records as they stand, which no schema can say. Which of their
 * codes speaks of the form of the request instead is held against every answer afterwards, by `isRefusedForItsForm`.
 */
const ANSWERS_TO_ALLOWED = ['2xx', '3xx', 400, 401, 403, 404, 409, 412, 422, 429];

/** A refusal by size or by what a field of the header asks for is one too. */
const ANSWERS_TO_FORBIDDEN = [400, 401, 403, 404, 405, 406, 409, 412, 413, 414, 415, 422, 428, 429, 431];

/**
 * The settings of schemathesis (`schemathesis.toml`). Every check is on but `use_after_free`: what is archived stays readable.
 *
 * @see https://schemathesis.readthedocs.io/en/stable/reference/configuration/
 */
export function fuzzSettings({ skus, locationIds, orderIds }: KnownValues): string {
  return [
    'continue-on-failure = true',
    `hooks = ${JSON.stringify(HOOKS)}`,
    '[auth.openapi.apiKey]',
    `bearer = "\${${KEY_VARIABLE}}"`,
    '[generation]',
    'database = "none"',
    '[output.sanitization]',
    'keys-to-sanitize = ["Authorization"]',
    'sensitive-markers = []',
    '[warnings]',
    'fail-on = ["unsupported_regex", "missing_auth", "unresolvable_reference", "missing_deserializer", "rate_limited"]',
    '[checks.use_after_free]',
    'enabled = false',
    '[checks.positive_data_acceptance]',
    `expected-statuses = ${JSON.stringify(ANSWERS_TO_ALLOWED)}`,
    '[checks.negative_data_rejection]',
    `expected-statuses = ${JSON.stringify(ANSWERS_TO_FORBIDDEN)}`,
    '[dictionaries]',
    `skus = { values = ${JSON.stringify(skus)} }`,
    `places = { values = ${JSON.stringify(locationIds)} }`,
    `versions = { values = ${JSON.stringify(['*', '"1"', '"2"', 'W/"1"'])} }`,
    `orders = { values = ${JSON.stringify(orderIds)} }`,
    '[parameters]',
    // Any other entity tag ends the request before it reaches a record.
    '"header.If-Match" = { dictionary = "versions", probability = 0.9 }',
    ...operationsWith('/inventory/{sku}', 'path.sku', 'skus'),
    ...operationsWith('/locations/{id}', 'path.id', 'places'),
    ...operationsWith('/orders/{id}', 'path.id', 'orders'),
    // An invalid item of a batch fails individually, in an answer of 200.
    '[[operations]]',
    'include-path-regex = "/batch$"',
    `checks = { negative_data_rejection = { expected-statuses = ${JSON.stringify([200, ...ANSWERS_TO_FORBIDDEN])} } }`,
    '',
  ].join('\n');
}

/** Four of five requests to paths below `path` are about a record that is there. */
function operationsWith(path: string, parameter: string, dictionary: string): string[] {
  return [
    '[[operations]]',
    `include-path-regex = ${JSON.stringify(`^${path.replaceAll(/[{}]/g, String.raw`\$&`)}`)}`,
    `parameters = { ${JSON.stringify(parameter)} = { dictionary = "${dictionary}", probability = 0.8 } }`,
  ];
}
