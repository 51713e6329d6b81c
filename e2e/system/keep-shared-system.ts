import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Stoppable } from '@fulfilment/kernel';
import type { EngineAddresses } from '@fulfilment/testing';
import type { TestProject } from 'vitest/node';
import { LentSystems } from './lent-systems.ts';
import type { SharedSystemPlace } from './shared-system.ts';
import { differencesIn, processNamed, startSystemOn, type SystemPlace, type TestSystemOptions } from './start-test-system.ts';

/** Two of each service that has to share its work with another of its kind, as far as tests are about that. */
const SCALE = { inventory: 2, orders: 2, webhooks: 2 };
/** So that files, and requests, can come from addresses of their own: failed attempts are counted by address. */
const SETTINGS = { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' };

/** The hook through which workers have systems started and stopped. */
interface Share {
  readonly url: string;
  /** Tells which engines they are to run on; the project that only judges what was seen has none. */
  readonly runOn: (engines: EngineAddresses) => void;
  readonly close: () => Promise<void>;
}

declare global {
  // Each vitest project loads a copy of this module; they share only the global scope.
  var fulfilmentSharedSystem: Promise<Share> | undefined;
}

/**
 * Provides an address on this machine. `GET /` starts the system that all files share, if none runs, and says where it is. `POST /‹scale›`
 * lends one of that scale, which its file may kill processes of, and `DELETE /‹namespace›` gives it back. `DELETE /` stops them all, after
 * the invariants were held against the stores of the shared one, with all that the files of the run have left there.
 */
export async function setup(project: TestProject): Promise<void> {
  const share = await (globalThis.fulfilmentSharedSystem ??= listen());
  const provided = project.getProvidedContext();
  if ('engines' in provided) share.runOn(provided.engines);
  project.provide('sharedSystem', share.url);
}

/**
 * Stops the systems that run, when the first project is taken down: the run is over for all of them, and the engines still run.
 * The run fails where stores of the shared one differ.
 */
export async function teardown(): Promise<void> {
  const share = await globalThis.fulfilmentSharedSystem;
  globalThis.fulfilmentSharedSystem = undefined;
  await share?.close().catch(failRun);
}

/** The engines would go on if a teardown threw: those behind it are left out then. */
export function failRun(error: unknown): void {
  process.exitCode = 1;
  process.stderr.write(`${String(error)}\n`);
}

type Answer = Partial<SharedSystemPlace>;

async function listen(): Promise<Share> {
  let engines: EngineAddresses | undefined;
  const start = async (options: TestSystemOptions): Promise<SystemPlace & Stoppable> => {
    const given = engines;
    if (!given) throw new Error('There are no engines to run on');
    const begin = () => startSystemOn(given, options);
    // All files would fail where a loaded machine lets one process come too late.
    return await begin().catch(begin);
  };
  let shared: Promise<SystemPlace & Stoppable> | undefined;
  const lent = new LentSystems((options) => start({ ...options, settings: SETTINGS }));
  const stop = async (): Promise<void> => {
    const system = await shared?.catch(() => undefined);
    shared = undefined;
    let differences: readonly string[];
    try {
      differences = await differencesOf(system);
    } finally {
      await Promise.all([system?.stop(), lent.stop()]);
    }
    if (differences.length > 0) throw new Error(`The stores of the shared system differ:\n${differences.join('\n')}`);
  };
  const answer = async (method: string, name: string): Promise<Answer> => {
    if (method === 'GET') return placeOf(await (shared ??= start({ scale: SCALE, settings: SETTINGS })));
    if (method === 'POST') return placeOf(await lent.lend(name));
    if (name === '') await stop();
    else lent.takeBack(name);
    return {};
  };
  const server = createServer(({ method = '', url = '' }, response) => {
    answer(method, decodeURIComponent(url.slice(1))).then(
      (body) => end(response, 200, body),
      (error: unknown) => end(response, 500, { error: String(error) }),
    );
  });
  return {
    url: await addressOf(server),
    runOn: (its) => {
      engines = its;
    },
    close: async () => {
      server.close();
      await stop();
    },
  };
}

async function differencesOf(system: SystemPlace | undefined): Promise<readonly string[]> {
  if (system === undefined) return [];
  return await differencesIn({ mongodbUrl: processNamed(system, 'mongodb').baseUrl }, system.namespace);
}

function placeOf({ dataDir, namespace }: SystemPlace): Answer {
  return { dataDir, namespace };
}

async function addressOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The shared system has no hook');
  return `http://127.0.0.1:${address.port}`;
}

function end(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
}
