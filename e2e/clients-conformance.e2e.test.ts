import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CASES,
  ERRORS,
  KEY,
  OPERATIONS,
  playCase,
  playError,
  playOperation,
  playSigned,
  playUntold,
  playWebhook,
  WEBHOOKS,
} from './clients/conformance.ts';
import { runGo } from './clients/install-go.ts';
import { INSTALL_MS, type InstalledLibrary, installLibrary, lacksToolchain, LIBRARIES } from './clients/libraries.ts';
import { startStubServer, stubAnswer, type StubServer } from './clients/stub-server.ts';

/** The code of the guide on testing: its title, and the place of it as a program. */
const DOCUMENTED: Readonly<Record<string, readonly [title: string, path: string]>> = {
  node: ['Node', 'examples/testing.mjs'],
  python: ['Python', 'examples/testing.py'],
  ruby: ['Ruby', 'examples/testing.rb'],
  go: ['Go', 'examples/testing/main.go'],
};

let stub: StubServer;

beforeAll(async () => {
  stub = await startStubServer();
  return () => stub.stop();
});

/** Runs a case for each at the same time, and names those that fail. */
async function all<T>(items: readonly T[], nameOf: (item: T) => string, play: (item: T) => Promise<void>): Promise<void> {
  const failed: string[] = [];
  await Promise.all(
    items.map((item) =>
      play(item).catch((error: unknown) =>
        failed.push(`${nameOf(item)}: ${error instanceof Error ? error.message : String(error)}`),
      ),
    ),
  );
  expect(failed).toEqual([]);
}

describe.each(Object.keys(LIBRARIES))('the library for %s, installed from its package', (name) => {
  let library: InstalledLibrary;
  let isAbsent: boolean;

  beforeAll(async () => {
    isAbsent = await lacksToolchain(name);
    if (isAbsent) return;
    library = await installLibrary(name);
  }, INSTALL_MS);

  beforeEach(({ skip }) => skip(isAbsent, 'the toolchain of the library is not on the PATH'));

  afterAll(() => (isAbsent ? undefined : library.remove()));

  test('calls every operation', async () => {
    expect(OPERATIONS.length).toBeGreaterThan(60);
    await all(
      OPERATIONS,
      ({ id }) => id,
      (operation) => playOperation(library.driver, stub, operation),
    );
  });

  test('has a typed error for every code, with its remedy', async () => {
    expect(ERRORS.length).toBeGreaterThan(50);
    await all(
      ERRORS,
      ({ code }) => code,
      (error) => playError(library.driver, stub, error),
    );
  });

  test('passes every case of the suite', async () => {
    expect(CASES.length).toBeGreaterThan(50);
    await all(
      CASES.filter(({ only }) => !only || only.includes(name)),
      (each) => each.name,
      (each) => playCase(library.driver, stub, each),
    );
  });

  test.each(['python'].filter((each) => each === name))('passes its own tests, as the users of %s have it', async () => {
    expect(await library.runExample('../tests/test_library.py', { env: {} })).toMatch(/^Ran [1-9]\d* tests [^]*^OK$/m);
  });

  test('verifies deliveries, and refuses those that are not to be trusted', async () => {
    expect(WEBHOOKS.length).toBeGreaterThan(25);
    await all(
      WEBHOOKS,
      (each) => each.name,
      (each) => playWebhook(library.driver, each),
    );
  });

  test('signs deliveries for tests as the service does, and has a sample of every type of event', async () => {
    const requests = await playSigned(library.driver);

    expect(requests.length).toBeGreaterThan(15);
    for (const [made, sent] of requests) expect(made).toEqual(sent);
  });

  test.runIf(name in DOCUMENTED)('tests a receiver as the guide on testing does', async () => {
    const [title = '', path = ''] = DOCUMENTED[name] ?? [];
    const guide = await readFile(join(import.meta.dirname, '../docs/testing.md'), 'utf8');
    const [, code = ''] = new RegExp(`^\`\`\`\\w+ ${title}\n([^]*?)^\`\`\``, 'm').exec(guide) ?? [];
    await mkdir(join(library.folder, path, '..'), { recursive: true });
    await writeFile(join(library.folder, path), code);

    expect(code).toMatch(/order.?shipped/i);
    if (name === 'go') await runGo(library.folder, ['run', './examples/testing']);
    else await library.runExample(path.replace('examples/', ''), { env: {} });
  });

  test('writes refused deliveries and failed handlers to the log, where it was given no function for errors', async () => {
    const { statuses, logged } = await playUntold(library.driver);

    expect(statuses).toEqual([500, 400]);
    expect(logged.join('\n')).toMatch(/delivery failed, and comes again[^]*a fault of a handler[^]*delivery is refused/i);
    expect(logged.join('\n')).not.toContain('whsec_');
  });

  test('goes on in the feed behind the last event that was handled, in another process too', async () => {
    const places = await mkdtemp(join(tmpdir(), 'fulfilment-places-'));
    const events = ['evt_1', 'evt_2', 'evt_3'].map((id) => ({ id, type: 'order.created' }));
    const answers = [events, events.slice(1), []].map((data) =>
      stubAnswer.parse({ body: { data, has_more: false, next_cursor: null } }),
    );
    const script = `feed-${name}`;
    const command = {
      do: 'feed',
      client: { api_key: KEY, base_url: stub.play(script, answers) },
      place_file: join(places, 'place'),
    };

    const first = await library.driver.do({ ...command, stop_after: 1 });
    const second = await library.driver.do(command);
    const third = await library.driver.do(command);

    expect([first.value, second.value, third.value]).toEqual([['evt_1'], ['evt_2', 'evt_3'], []]);
    expect(stub.requestsOf(script).map(({ query }) => query['after'])).toEqual([undefined, ['evt_1'], ['evt_3']]);
    await rm(places, { recursive: true });
  });

  test('shows the API key in no value, error, client or output', () => {
    expect(library.driver.output).toContain('unauthenticated');
    expect(library.driver.output).not.toContain(KEY);
    expect(library.driver.output).not.toContain('SECRETSECRET');
  });
});
