import { expect, test } from 'vitest';
import { errorsOf } from './producer.ts';

const answer = (partition: number, errorCode = 0) => ({ topicName: 'orders.events', partition, errorCode });

test('a partition that no broker answered for is not acknowledged, nor is one whose answer is an error', () => {
  const destinations = ['orders.events/0', 'orders.events/1', 'orders.events/2'];
  const failed = (answers: Parameters<typeof errorsOf>[1]) =>
    destinations.filter((destination) => errorsOf(destinations, answers).get(destination) !== undefined);

  expect(failed([answer(0), answer(2, 6)])).toEqual(['orders.events/1', 'orders.events/2']);
  expect(failed([answer(0), answer(1), answer(2)])).toEqual([]);
});
