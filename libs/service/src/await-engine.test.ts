import { ConfigError, engineAway } from '@fulfilment/config';
import { expect, test } from 'vitest';
import { EngineWaits } from './await-engine.ts';

const access = (label: string) => ({ label, address: `${label.toUpperCase()}_URL`, credentials: '', authorities: '' });
const away = (label: string) => engineAway(access(label), 'db:1', new Error('connect ECONNREFUSED'));

/** Waits of a start, and the lines that they wrote. */
function waitsOf(seconds: number) {
  const lines: string[] = [];
  return { lines, waits: new EngineWaits({ seconds, logger: { warn: (line: string) => void lines.push(line) } }) };
}

test('an engine that comes late is connected to, and told of while it is away', async () => {
  const { lines, waits } = waitsOf(600);
  let tries = 0;
  const connection = await waits.await(async () => {
    tries += 1;
    if (tries < 3) throw away('MongoDB');
    return 'connected';
  });

  expect([connection, tries]).toEqual(['connected', 3]);
  expect(lines[0]).toMatch(
    /^Waiting \d+ s more for an engine\. MongoDB does not answer at db:1 \(connect ECONNREFUSED\): start it, or correct MONGODB_URL\.$/,
  );
});

test('what a wait does not mend ends the start at once, and the waits for other engines', async () => {
  const { waits } = waitsOf(600);
  const waiting = waits.await(async () => Promise.reject(away('Kafka')));
  const refused = waits.await(async () => Promise.reject(new ConfigError('MongoDB is too old')));

  await expect(refused).rejects.toThrow(/^MongoDB is too old$/);
  await expect(waiting).rejects.toThrow('Kafka does not answer');
});

test('with no time to wait an engine is tried once, and named without a wait', async () => {
  const { lines, waits } = waitsOf(0);

  await expect(waits.await(async () => Promise.reject(away('Kafka')))).rejects.toThrow(/correct KAFKA_URL\.$/);
  expect(lines).toEqual([]);
});
