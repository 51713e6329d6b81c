import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const LOGGERS = fileURLToPath(new URL('./logger.ts', import.meta.url));

async function linesOf(program: string): Promise<unknown[]> {
  const source = `import { makeLogger, makeRequestLogger } from ${JSON.stringify(LOGGERS)}; ${program}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source]);
  return stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

test('secrets are not written, at the top and one level down', async () => {
  const [line] = await linesOf(
    `makeLogger({ service: 'orders', level: 'info' }).info({ key: 'k', at: { password: 'p' }, sku: 'MUG-1' }, 'said');`,
  );

  expect(line).toMatchObject({
    service: 'orders',
    level: 'info',
    msg: 'said',
    key: '[redacted]',
    at: { password: '[redacted]' },
  });
  expect(line).toMatchObject({ sku: 'MUG-1' });
});

test('an error of the Redis client is written without the command that it was about', async () => {
  const lines = await linesOf(
    `const err = Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: ['hunter2'] } });
     makeLogger({ service: 'orders', level: 'debug' }).debug({ err }, 'redis connection');`,
  );

  expect(lines).toMatchObject([{ err: { message: 'WRONGPASS', command: '[redacted]' } }]);
});

test('lines of requests have the same shape, and none is lost when the process ends at once', async () => {
  const lines = await linesOf(
    `const logger = makeRequestLogger({ service: 'gateway', level: 'info' });
     for (let at = 0; at < 100; at += 1) logger.info({ requestId: String(at) }, 'request');
     process.exit(0);`,
  );

  expect(lines).toHaveLength(100);
  expect(lines).toContainEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    service: 'gateway',
    pid: expect.any(Number),
    requestId: '99',
    msg: 'request',
  });
});

test('a line of a request is written soon, however few there are', async () => {
  const lines = await linesOf(
    `makeRequestLogger({ service: 'gateway', level: 'info' }).info({ requestId: 'one' }, 'request');
     setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2_000);`,
  ).catch((error: unknown) => error);

  expect(lines).toMatchObject({ stdout: expect.stringContaining('"requestId":"one"') });
});

test('SIGUSR2 has debug logged, by the logger of requests too, and a second one ends it', async () => {
  const lines = await linesOf(
    `const logger = makeLogger({ service: 'orders', level: 'warn' });
     const requests = makeRequestLogger({ service: 'orders', level: 'info' });
     const say = (step) => [logger, requests].forEach((each) => each.debug({ step }, 'said'));
     const switched = () => new Promise((resolve) => {
       process.once('SIGUSR2', resolve);
       process.kill(process.pid, 'SIGUSR2');
     });
     const alive = setInterval(() => undefined, 1_000);
     say('before');
     await switched();
     say('raised');
     await switched();
     say('lowered');
     clearInterval(alive);`,
  );

  const raised = expect.objectContaining({ level: 'debug', step: 'raised' });
  expect(lines).toHaveLength(4);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ msg: 'SIGUSR2: debug is logged for a time; a second one ends it', seconds: 600 }),
      raised,
      expect.objectContaining({ msg: 'debug is logged no longer' }),
    ]),
  );
  expect(lines.filter((line) => raised.asymmetricMatch(line))).toHaveLength(2);
});

test('debug ends by itself after 10 minutes, and a logger that wrote it before goes on', async () => {
  const lines = await linesOf(
    `import { mock } from 'node:test';
     mock.timers.enable({ apis: ['setTimeout'] });
     const loggers = ['info', 'debug'].map((level) => makeLogger({ service: level, level }));
     process.emit('SIGUSR2');
     mock.timers.tick(599_000);
     for (const each of loggers) each.debug('within');
     mock.timers.tick(1_000);
     for (const each of loggers) each.debug('after');`,
  );

  // Each logger writes for itself, so lines of two are in no order.
  const said = (text: string) =>
    lines
      .map((line) => JSON.stringify(line))
      .filter((line) => line.includes(`"msg":"${text}"`))
      .map((line) => line.replace(/.*"service":"(\w+)".*/, '$1'))
      .toSorted();
  expect(said('within')).toEqual(['debug', 'info']);
  expect(said('after')).toEqual(['debug']);
});
