import { expect, test } from 'vitest';
import { hostsOf } from './start-engine.ts';

test.each([
  ['kafka-1:9092,kafka-2', 9092, ['kafka-1:9092', 'kafka-2:9092']],
  ['redis://127.0.0.1:6380/2', 6379, ['127.0.0.1:6380']],
  ['rediss://user:p@ss@cache.internal', 6379, ['cache.internal:6379']],
  ['mongodb://user:secret@a:1,b/orders?replicaSet=rs0', 27_017, ['a:1', 'b:27017']],
  ['redis://[::1]:6379', 6379, ['::1:6379']],
  ['mongodb+srv://cluster.example', 27_017, []],
])('the hosts of %s', (address, defaultPort, expected) => {
  expect(hostsOf(address, defaultPort).map(({ host, port }) => `${host}:${port}`)).toEqual(expected);
});
