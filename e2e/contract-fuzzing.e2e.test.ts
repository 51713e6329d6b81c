import { expect, test } from 'vitest';
import { type FuzzedRequest, isRefusedForItsForm } from './fuzzing/fuzz-report.ts';
import { type FuzzFindings, runSchemathesis } from './fuzzing/run-schemathesis.ts';
import { refusingSystem } from './refusals/refusing-system.ts';
import { runSeed } from './system/run-seed.ts';
import { processNamed } from './system/start-test-system.ts';

/** All phases together. */
const SECONDS = Number(process.env['FUZZING_SECONDS'] ?? 90);
const seed = runSeed('FUZZING_SEED', import.meta.url);

const { system, tenant, standing } = refusingSystem();

async function fuzz(): Promise<FuzzFindings> {
  const { sku, archived, place, created, packed, shipped, cancelled } = standing();
  const findings = await runSchemathesis({
    baseUrl: processNamed(system(), 'gateway').baseUrl,
    key: tenant().shop.key,
    known: {
      skus: [sku.sku, 'RARE-01', archived.sku],
      locationIds: [place.id],
      orderIds: [created, packed, shipped, cancelled].map(({ id }) => id),
    },
    seconds: SECONDS,
    seed,
  });
  return findings;
}

const shown = ({ method, url, headers, body = '', status, answer }: FuzzedRequest): string =>
  `${method} ${url} ${JSON.stringify(headers)} ${body.slice(0, 500)}\n  → ${status} ${answer.slice(0, 700)}`;

/** One of each kind: a fault in a schema comes back a hundred times. */
function oneOfEach(requests: readonly FuzzedRequest[]): string[] {
  const kinds = Map.groupBy(requests, ({ operation, detail }) => `${operation} ${detail}`);
  return [...kinds.values()].flatMap(([first]) => (first ? [shown(first)] : []));
}

const NO_CURRENCY = 'A unit cost needs a currency.';

/** The refusal of a batch by a rule that no schema says, and another fault. */
function batchOf(code: string, message: string): string {
  return JSON.stringify({
    errors: [
      { code: 'invalid', message: NO_CURRENCY },
      { code, message },
    ],
  });
}

test.each<readonly [string, boolean, Partial<FuzzedRequest>]>([
  ['an allowed one, for its form', true, {}],
  ['an allowed one, for a parameter', true, { code: 'invalid_parameter', status: 400 }],
  ['a forbidden one', false, { isAllowed: false }],
  ...['If-Match', 'If-None-Match'].map(
    (condition) =>
      [
        `one whose ${condition} the fuzzer puts a placeholder in`,
        false,
        { code: 'invalid_parameter', status: 400, headers: { [condition]: ['0'] } },
      ] as const,
  ),
  ['an allowed one, for the records as they stand', false, { code: 'unknown_sku' }],
  [
    'an allowed batch, for its records and a rule that no schema says',
    false,
    { detail: '2 items failed, so nothing was done.', answer: batchOf('not_found', 'There is no such SKU.') },
  ],
  [
    'an allowed batch, for its form and a rule that no schema says',
    true,
    { detail: '2 items failed, so nothing was done.', answer: batchOf('required', 'Required.') },
  ],
  [
    'a change that is allowed, for a cost without a currency',
    false,
    { operation: 'PATCH /inventory/{sku}', detail: NO_CURRENCY },
  ],
  ['a new SKU that is allowed, for a cost without a currency', true, { operation: 'POST /inventory', detail: NO_CURRENCY }],
  [
    'an order that is allowed, for the order that it replaces',
    false,
    { operation: 'POST /orders', detail: 'There is no order with this id that has an external_id to take over.' },
  ],
  [
    'an allowed one, for two parameters that name two locations',
    false,
    { code: 'invalid_parameter', status: 400, detail: 'location and location_id name two locations.' },
  ],
  [
    'an allowed one, for a location beside a warehouse',
    false,
    { code: 'invalid_parameter', status: 400, detail: 'A list by warehouse takes no location: leave one of them out.' },
  ],
  ...[
    'The time has passed.',
    'There is no such line.',
    'A new line has a SKU.',
    'The units of this order are not held by warehouse.',
    'The order may not be shipped from W2.',
    'The units have the disposition damaged already.',
  ].map(
    (message) =>
      [
        `an allowed one, for a field that breaks a rule of no schema (${message})`,
        false,
        { detail: '1 field is invalid.', answer: JSON.stringify({ errors: [{ code: 'out_of_range', message }] }) },
      ] as const,
  ),
  ['an allowed one, for where its parent stands', false, { detail: 'MAIN is a warehouse; a bin stands on a shelf.' }],
])('of refused requests, it is a fault of the document or the service to refuse %s: %s', (_what, isFault, facts) => {
  const request: FuzzedRequest = {
    operation: 'POST /locations',
    method: 'POST',
    url: '/v1/locations',
    headers: {},
    body: '{}',
    isAllowed: true,
    status: 422,
    code: 'validation_failed',
    detail: '1 field is invalid.',
    answer: '',
  };

  expect(isRefusedForItsForm({ ...request, ...facts })).toBe(isFault);
});

test(
  'requests that are made up from the OpenAPI document, allowed and forbidden ones, are answered as it says',
  async () => {
    const { text, exitCode, requests } = await fuzz();

    if (exitCode !== 0) process.stderr.write(`${text}\n`);
    expect(oneOfEach(requests.filter(isRefusedForItsForm))).toEqual([]);
    expect(exitCode).toBe(0);
    const asked = new Set(requests.map(({ operation }) => operation));
    expect(system().contract.operations.filter((operation) => !asked.has(operation))).toEqual([]);
  },
  // Reading what came back takes minutes on a machine that does other work beside it.
  (SECONDS + 900) * 1_000,
);
