import { type Operation, OPERATIONS, operation } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { dearestRequests, type DearRequest, PRICED_OPERATIONS } from './dearest-requests.ts';

const shapesOf = (requests: readonly DearRequest[]): readonly string[] => requests.map(({ shape }) => shape);
const bodyOf = (request: DearRequest, at = 1): unknown => JSON.parse(request.make(at, (kind) => kind).body ?? 'null');

/** As a later release might add it. */
const MUGS: Operation = operation({
  id: 'packMugs',
  method: 'POST',
  path: '/mugs/:sku/pack',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Pack mugs',
  description: 'Packs mugs.',
  params: z.strictObject({ sku: z.string() }),
  query: z.strictObject({ limit: z.string().optional() }),
  body: z
    .strictObject({ mugs: z.array(z.strictObject({ sku: z.string(), code: z.string() })).max(60) })
    .meta({ id: 'Mugs', examples: [{ mugs: [{ sku: 'MUG-01', code: 'a' }] }] }),
  replies: { 200: { description: 'The mugs.', body: z.strictObject({}) } },
});

test('an operation that is added to the contract is asked for its longest lists, pages and widest SKUs by itself', () => {
  const requests = dearestRequests('packMugs', [MUGS]);
  const longest = requests.find(({ shape }) => shape === 'the most items, the longest page');

  expect(shapesOf(requests)).toContain('the most items of one SKU, the longest page, of a SKU at many places');
  expect(longest?.make(1, String).path).toBe('/v1/mugs/MUG-01/pack?limit=200');
  const { mugs } = z.object({ mugs: z.array(z.object({ sku: z.string(), code: z.string() })) }).parse(longest && bodyOf(longest));
  expect(mugs).toHaveLength(50);
  expect(new Set(mugs.map(({ sku }) => sku)).size).toBe(50);
  expect(new Set(mugs.map(({ code }) => code)).size).toBe(50);
});

test('every operation of /v1 is asked, and each body is one that its contract takes', () => {
  const requests = dearestRequests();
  const refused = requests.filter((request) => {
    const { body, contentType } = request.make(1, (kind) => `${kind}01JD8Z0000000000000000TEST`);
    return (
      body !== undefined && contentType === 'application/json' && !request.operation.body.safeParse(JSON.parse(body)).success
    );
  });

  expect(refused.map(({ operation: { id }, shape }) => `${id}: ${shape}`)).toEqual([]);
  expect(new Set(requests.map(({ operation: { id } }) => id))).toEqual(new Set(PRICED_OPERATIONS.map(({ id }) => id)));
  expect(OPERATIONS.filter((each) => !PRICED_OPERATIONS.includes(each)).map(({ id }) => id)).toEqual([]);
});

test('what is bounded by the contract is as large as that', () => {
  const [ordered] = dearestRequests('createOrder').filter(({ shape }) => shape === 'the most items');
  const [listed] = dearestRequests('listSkus').filter(({ shape }) => shape.includes('a search of 8 words'));

  expect(ordered && bodyOf(ordered)).toMatchObject({ lines: { length: 200 } });
  expect(listed?.make(1, String).path).toMatch(/limit=200&q=aa%20bb%20cc%20dd%20ee%20ff%20gg%20hh$/);
  expect(shapesOf(dearestRequests('createOrders'))).toContain('the most items of many items');
});

/** The second line of its file. */
const second = (request: DearRequest | undefined, at: number) => request?.make(at, String).body?.split(/\r?\n/)[1];

test('a file that counts by location sets the units of a thousand SKUs, to another number each time', () => {
  const [csv, ndjson] = dearestRequests('importInventory').filter(({ shape }) => shape.endsWith('by location'));

  expect(csv?.make(7, String).body?.trimEnd().split('\r\n')).toHaveLength(1_001);
  expect([second(csv, 7), second(csv, 8)]).toEqual(['S-0,B1/S1,1007', 'S-0,B1/S1,1008']);
  expect(JSON.parse(second(ndjson, 7) ?? '')).toEqual({ sku: 'S-1', location: 'B1/S1', on_hand: 1_007 });
});
