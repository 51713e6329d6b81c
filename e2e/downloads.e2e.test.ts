import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { packAll } from '../tools/clients/downloads.ts';
import { runProgram } from '../tools/clients/run-program.ts';
import { fetchRequirements, INSTALL_MS, lacksToolchain } from './clients/libraries.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import { processNamed, type TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: TestSystem;
let tenant: TestTenant;
let baseUrl: string;

beforeAll(async () => {
  system = await sharedTestSystem();
  tenant = await openTenant(system);
  ({ baseUrl } = processNamed(system, 'gateway'));
});

afterAll(() => tenant?.stop());

/** A folder of one test. */
async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-downloads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${baseUrl}/downloads${path}`, init);

const listing = z.object({
  packages: z.array(z.object({ name: z.string(), url: z.string(), install: z.string(), sha256: z.string(), bytes: z.int() })),
});

test('the page and the list name five packages, and what is served has their hashes and sizes', async () => {
  const { packages } = listing.parse(await (await get('/packages.json')).json());
  const page = await (await get('')).text();

  expect(packages).toHaveLength(5);
  for (const { url, sha256, bytes } of packages) {
    const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    const served = Buffer.from(await answer.arrayBuffer());
    expect([createHash('sha256').update(served).digest('hex'), served.length]).toEqual([sha256, bytes]);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const again = await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes)]);
    expect(page).toContain(sha256);
  }
});

test('two builds of the packages give the same bytes', async () => {
  const [one, other] = [await emptyFolder(), await emptyFolder()];
  await Promise.all([packAll(one), packAll(other)]);

  expect(await runProgram('diff', ['-r', one, other], { cwd: one })).toBe('');
});

test('what can change is looked at again, what is not there is 404 to the go command, and nothing is written', async () => {
  const module = '/go/example.com/fulfilment/client-go';

  for (const path of ['', '/packages.json', `${module}/@latest`, `${module}/@v/list`])
    expect([path, (await get(path)).headers.get('cache-control')]).toEqual([path, 'no-cache']);
  expect((await get('/go/golang.org/x/mod/@v/list')).status).toBe(404);
  expect((await get('/packages.json', { method: 'POST' })).status).toBe(405);
});

/** The environment of a machine that reaches this system and no other address. */
const ALONE = {
  HTTP_PROXY: 'http://127.0.0.1:1',
  HTTPS_PROXY: 'http://127.0.0.1:1',
  NO_PROXY: '127.0.0.1,localhost',
  http_proxy: 'http://127.0.0.1:1',
  https_proxy: 'http://127.0.0.1:1',
  no_proxy: '127.0.0.1,localhost',
  npm_config_registry: 'http://127.0.0.1:1/',
};

interface Case {
  readonly guide: string;
  readonly toolchain?: string;
  /** Commands before and after the one of the guide. */
  readonly before?: string;
  readonly after: string;
  readonly env: (folder: string) => Promise<Readonly<Record<string, string>>>;
}

const noEnv = async () => ({});

test.for<Case>([
  {
    guide: 'client-library-node',
    after: `node -e "const { FulfilmentClient } = require('@fulfilment/client'); new FulfilmentClient({ apiKey: process.env.KEY, baseUrl: process.env.BASE }).me.get().then((me) => console.log(me.account.id))"`,
    env: noEnv,
  },
  {
    guide: 'client-library-python',
    // -S: without the packages of the machine.
    after: `PYTHONPATH=$PACKAGES python3 -S -c "import os, fulfilment; print(fulfilment.FulfilmentClient(api_key=os.environ['KEY'], base_url=os.environ['BASE']).me.get()['account']['id'])"`,
    env: async (folder) => {
      const packages = join(folder, 'packages');
      // The one dependency, which comes from a registry otherwise.
      const dependencies = await fetchRequirements();
      return {
        PIP_NO_DEPS: '1',
        PIP_TARGET: packages,
        PIP_DISABLE_PIP_VERSION_CHECK: '1',
        PYTHONDONTWRITEBYTECODE: '1',
        PACKAGES: `${packages}:${dependencies}`,
      };
    },
  },
  {
    guide: 'client-library-ruby',
    toolchain: 'ruby',
    after: `ruby -e "require 'fulfilment'; puts Fulfilment::Client.new(api_key: ENV['KEY'], base_url: ENV['BASE']).me.get[:account][:id]"`,
    env: async (folder) => ({ GEM_HOME: join(folder, 'gems'), GEM_PATH: join(folder, 'gems') }),
  },
  {
    guide: 'client-library-go',
    toolchain: 'go',
    before: 'go mod init shop.example/tools',
    after: 'go run .',
    env: async (folder) => ({
      GOTOOLCHAIN: 'local',
      GOMODCACHE: join(folder, 'modules'),
      GOFLAGS: '-modcacherw',
      // The standard library is compiled once for all.
      GOCACHE: process.env['GOCACHE'] ?? join(homedir(), '.cache/go-build'),
    }),
  },
  {
    guide: 'command-line',
    after: 'FULFILMENT_API_KEY=$KEY FULFILMENT_URL=$BASE global/bin/fulfil --json whoami',
    env: async (folder) => ({ npm_config_prefix: join(folder, 'global'), XDG_CONFIG_HOME: folder }),
  },
])(
  'the command of $guide installs its package in an empty folder with no other address in reach, and it calls this system',
  { timeout: INSTALL_MS },
  async ({ guide, toolchain = '', before = ':', after, env }, { skip }) => {
    skip(await lacksToolchain(toolchain), `${toolchain} is not on the PATH`);
    const folder = await emptyFolder();
    const markdown = await (await fetch(`${baseUrl}/docs/${guide}.md`)).text();
    const [, command = ''] = /^```sh\n([^]*?)^```/m.exec(markdown) ?? [];
    const { packages } = listing.parse(await (await get('/packages.json')).json());
    if (toolchain === 'go') await writeFile(join(folder, 'main.go'), GO_PROGRAM);

    const given = { ...ALONE, KEY: tenant.shop.key, BASE: baseUrl, HOME: folder, ...(await env(folder)) };
    const output = await runProgram('sh', ['-ec', `${before}\n${command}\n${after}`], { cwd: folder, env: given });

    expect(packages.map(({ install }) => install)).toContain(command.trim());
    expect(output).toContain(tenant.tenant.accountId);
  },
);

const GO_PROGRAM = `package main

import (
	"context"
	"fmt"
	"os"

	fulfilment "example.com/fulfilment/client-go"
)

func main() {
	client, err := fulfilment.NewClient(os.Getenv("KEY"), os.Getenv("BASE"))
	if err != nil {
		panic(err)
	}
	me, err := client.Me.Get(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Println(me.Account.ID)
}
`;
