import { expect, test } from 'vitest';
import { keptProgram } from './cost-reporter.ts';

const keeper = (...args: readonly string[]): string => ['sh', '/srv/tools/processes/keeper.sh', ...args, ''].join('\0');

test.each([
  ['mongod', keeper('/cache/mongodb-6.0.5/bin/mongod', '--dbpath', '/dev/shm/apps-data')],
  ['java', keeper('java', '-Xmx256m', '-cp', '/cache/kafka/*', 'kafka.Kafka')],
  ['valkey', keeper('/cache/valkey-9.1.2/bin/valkey-server', '127.0.0.1:0')],
  ['orders', keeper('/bin/node', '/srv/apps/orders/src/main.ts')],
  ['gateway', keeper('/bin/node', '/tmp/bundles/apps/gateway/main.js')],
  ['main.js', keeper('/bundles/main.js')],
  [undefined, ['node', '/srv/apps/orders/src/main.ts', ''].join('\0')],
])('the program %s is told by the command of its keeper', (program, command) => {
  expect(keptProgram(command)).toBe(program);
});
