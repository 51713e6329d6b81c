import { describe, expect, test } from 'vitest';
import { newFulfilment } from '../../domain/fulfilment.ts';
import { at, cancelledOrder, createdOrder, packedOrder, shippedOrder } from '../../domain/order.builder.ts';
import { isFoundIn, searchTermsOf, searchWords } from './search-terms.ts';

const shipTo = {
  name: 'Zoë Müller-Łuk',
  company: 'Café & Co.',
  address1: '1 Main Road',
  city: 'Hong Kong',
  country: 'HK',
  email: 'Zoe@Example.com',
};
const order = packedOrder({
  id: 'ord_01JD8Z0000000000000000AAAA',
  externalId: '#1001 B',
  shipTo,
  shipment: { carrier: 'DHL', trackingNumber: 'JD0146', trackingUrl: null },
  packing: { packages: [{ tracking: '1Z 999' }], packedAt: at },
  fulfilments: [
    {
      ...newFulfilment({ id: 'ful_1', lines: [] }, 1, at),
      packages: [{ tracking: 'PART-2' }],
      shipment: { carrier: null, trackingNumber: 'PART-1', trackingUrl: null },
    },
  ],
});

const isFound = (text: string, ofPersons = true): boolean =>
  isFoundIn(searchTermsOf(order), { words: searchWords(text), ofPersons });

describe('an order is found by the beginning', () => {
  test.each([
    ['of its id', 'ORD_01jd8z'],
    ['of its external id', '#100'],
    ['of that without the sign', '1001'],
    ['of another word of it', 'b'],
    ['of its tracking number', 'jd01'],
    ['of that of a parcel', '1z 99'],
    ['of those of its fulfilments', 'part-1 part-2'],
    ['of a name without accents', 'zoe muller-luk'],
    ['of a name with them, in capitals', 'ZOË'],
    ['of the company', 'cafe'],
    ['of the e-mail address', 'zoe@exa'],
    ['of several of these', 'zoe 1001'],
  ])('%s', (_what, text) => expect(isFound(text)).toBe(true));

  test.each(['luk', 'hong', 'main', '001', 'dhl', 'zoe nowhere', '*'])('and not by "%s"', (text) =>
    expect(isFound(text)).toBe(false),
  );
});

test('an order that is packed, shipped or cancelled without new tracking keeps its terms, so that no key of the index is written', () => {
  const facts = { externalId: 'A-1', shipTo };
  const steps = [packedOrder(facts), shippedOrder(facts), cancelledOrder(facts)];

  expect(steps.map(searchTermsOf)).toEqual(steps.map(() => searchTermsOf(createdOrder(facts))));
});

test('a search that is to tell nothing of persons finds by codes alone', () => {
  expect(['1001', 'part-1', 'zoe', 'cafe', 'zoe@example.com', 'zoe 1001'].map((text) => isFound(text, false))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('an erased order is found by nothing of its address, not even by what stands for it', () => {
  const erased = { ...shipTo, name: '[erased]', company: undefined, email: undefined };

  expect(searchTermsOf(createdOrder({ externalId: 'A-1', shipTo: erased, erasedAt: at }))).toEqual([
    'a-1',
    'ord_01jd8z0000000000000000test',
  ]);
});

test('terms are bounded in number and length, and id and external id are not those that are left out', () => {
  const words = Array.from({ length: 66 }, (_, place) => `w${place}`).join(' ');
  const packages = Array.from({ length: 200 }, (_, place) => ({ tracking: `T${place}` }));
  const terms = searchTermsOf(
    packedOrder({
      externalId: 'x'.repeat(200),
      shipTo: { ...shipTo, name: words, company: words },
      packing: { packages, packedAt: at },
    }),
  );

  expect(terms.length).toBe(64);
  expect(Math.max(...terms.map((term) => term.length))).toBe(64);
  expect(terms).toEqual(expect.arrayContaining(['ord_01jd8z0000000000000000test', 'x'.repeat(64), 't0']));
  expect(isFoundIn(terms, { words: searchWords('X'.repeat(90)), ofPersons: false })).toBe(true);
});
