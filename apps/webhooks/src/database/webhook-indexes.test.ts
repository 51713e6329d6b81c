import { expect, test } from 'vitest';
import { INDEXES } from './webhook-indexes.ts';

test('what there is more of with every event has an end; what people change, and who changed it, has none', () => {
  const ending = INDEXES.filter(({ options }) => options?.expireAfterSeconds !== undefined);

  expect(new Set(ending.map(({ collection }) => collection))).toEqual(
    new Set(['events', 'deliveries', 'pending', 'attempts', 'endpoint_hours', 'replays']),
  );
});
