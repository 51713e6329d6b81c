import { silentLogger } from '@fulfilment/observability';
import { eventually, startOldRedis } from '@fulfilment/testing';
import { expect, onTestFinished, test } from 'vitest';
import { connectRedis, makeHints, redisErrorLog } from './index.ts';

/** The log lines about a Redis that answers INFO so, by a connection or by hints. */
async function loggedOf(info: string, connect: (url: string, onError: (error: Error) => void) => { stop(): Promise<void> }) {
  const redis = await startOldRedis(info);
  const lines: string[] = [];
  const keep = (level: string) => (text: unknown) => void lines.push(`${level} ${String(text).replace(/:\d+ /, ':1 ')}`);
  const log = redisErrorLog({ ...silentLogger, error: keep('error'), warn: keep('warn') });
  const connection = connect(redis.url, log);
  onTestFinished(async () => {
    await connection.stop();
    await redis.stop();
  });
  return lines;
}

const BY = {
  connection: (url: string, onError: (error: Error) => void) =>
    connectRedis({ url, prefix: '', commandTimeoutMs: 2_000, onError }),
  hints: (url: string, onError: (error: Error) => void) => makeHints({ url, prefix: '', onError }),
};

test.each([
  ['connection', '5.0.7'],
  ['connection', '6.0.16'],
  ['hints', '5.0.7'],
] as const)('a %s to Redis %s logs one error that names both versions', async (by, version) => {
  const lines = await loggedOf(`# Server\r\nredis_version:${version}\r\nredis_mode:standalone`, BY[by]);

  await eventually(() =>
    expect(lines).toEqual([
      `error Redis at 127.0.0.1:1 is too old: it is ${version}, and 6.2 is the least that this release runs on. Upgrade it.`,
    ]),
  );
});

test('a Redis that does not tell its version to its user is a warning', async () => {
  const lines = await loggedOf("-NOPERM this user has no permissions to run the 'info' command", BY.connection);

  await eventually(() =>
    expect(lines).toEqual(['warn Redis at 127.0.0.1:1 does not tell its version to its user (INFO): it has to be 6.2 or newer.']),
  );
});
