import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { orderRecord, PROCESSES, skuRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { signal } from '../processes/kept-process.ts';
import { makeApiClient } from './accounts.ts';
import { readRun, type Run } from './run-file.ts';
import { type StartedProgram, startProgram } from './started-program.fixture.ts';

let folder: string;
let dataDir: string;
/** Of the system that was started first. */
let demoKey: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-start-'));
  dataDir = join(folder, 'data');
});

afterAll(() => rm(folder, { recursive: true }));

async function theRun(): Promise<Run> {
  const run = await readRun(dataDir);
  if (!run) throw new Error('nothing runs');
  return run;
}

const pidsOf = ({ processes }: Run): number[] => processes.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));

async function pidOf(name: string): Promise<number> {
  const { processes } = await theRun();
  return processes.find((one) => one.name === name)?.pid ?? 0;
}

describe('a system that was started', () => {
  let program: StartedProgram;
  let api: ReturnType<typeof makeApiClient>;

  beforeAll(async () => {
    program = startProgram(dataDir, { args: ['--scale', 'orders=2'] });
    const { baseUrl, key } = await program.ready();
    demoKey = key;
    api = makeApiClient(baseUrl, key);
  });

  afterAll(() => program.stop());

  test('prints a command that creates the sample SKU as it stands', async () => {
    const command = /^ {2}curl[^]*?'\{.*\}'$/m.exec(program.output())?.[0] ?? '';

    const { stdout } = await promisify(execFile)('sh', ['-c', command]);

    expect(stdout).toContain('201 Created');
    expect(await api({ method: 'GET', path: '/inventory/MUG-01', answer: skuRecord })).toMatchObject({
      on_hand: 100,
      location: 'A3/S2',
    });
  });

  test('prints a line that sets the variables of the guides', async () => {
    const line = /^ {2}export API=.*$/m.exec(program.output())?.[0] ?? '';
    const command = `${line}; curl -sf "$API/me" -H "Authorization: Bearer $KEY"; curl -sf "$ACCOUNT_API/keys" -H "Authorization: Bearer $KEY"`;

    const { stdout } = await promisify(execFile)('sh', ['-c', command]);

    expect(stdout).toMatch(/"environment":"sandbox".*"prefix":/s);
  });

  test('does the main job: an order is packed and shipped, and its units are gone', async () => {
    const { id } = await api({
      method: 'POST',
      path: '/orders',
      body: { lines: [{ sku: 'MUG-01', quantity: 2 }] },
      answer: orderRecord,
    });
    await api({ method: 'POST', path: `/orders/${id}/pack`, body: {}, answer: orderRecord });
    await api({ method: 'POST', path: `/orders/${id}/ship`, body: {}, answer: orderRecord });

    expect((await api({ method: 'GET', path: '/inventory/MUG-01', answer: skuRecord })).on_hand).toBe(98);
  });

  test('is shown by the demo, with every delivery verified', async () => {
    const demo = fileURLToPath(new URL('../../../demo/src/main.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [demo], { env: { ...process.env, FULFILMENT_DATA: dataDir } });

    expect(stdout).toContain('Using the system that runs at http://localhost:');
    for (const type of ['inventory.updated', 'order.created', 'order.packed', 'order.shipped']) {
      expect(stdout).toMatch(new RegExp(`⇠ ${type} \\(evt_\\w+\\), signature verified`));
    }
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Done.');
  });

  test('shows nothing of its self-test in the demo account', async () => {
    const { status } = await fetchSku('SELF-TEST', program);

    expect(status).toBe(404);
  });

  test('lists every process with its ports, for its owner alone', async () => {
    const { processes } = await theRun();

    expect(processes.map(({ name }) => name).toSorted()).toEqual(
      [...PROCESSES, 'orders-2', 'kafka', 'mongodb', 'redis'].toSorted(),
    );
    for (const { pid = 0, port } of processes) {
      expect(signal(pid, 0)).toBe(true);
      expect(port).toBeGreaterThan(0);
    }
    expect((await stat(join(dataDir, 'run.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  test('keeps no file that others than its owner may open', async () => {
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    // Engines may remove files that they no longer need after the folder was listed.
    const modes = await Promise.all(
      files.map((file) =>
        stat(file).then(
          ({ mode }) => mode & 0o077,
          () => 0,
        ),
      ),
    );

    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((_, at) => modes[at] !== 0)).toEqual([]);
  });

  test('is not started a second time on the same folder, but named', async () => {
    const second = startProgram(dataDir);

    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(
      `a system runs already on ${dataDir} (process ${program.process.pid}, at http://localhost:`,
    );
  });

  test.each(['scans', 'mongodb'])('names %s when it is killed, starts it again and goes on', async (name) => {
    const before = await pidOf(name);
    signal(before, 'SIGKILL');

    await eventually(async () => expect(await pidOf(name)).not.toBe(before), { withinMs: 60_000 });

    expect(program.output()).toMatch(new RegExp(`${name} ended \\(signal 9\\); starting it again`, 'i'));
    const path = name === 'scans' ? '/scans' : '/inventory/MUG-01';
    await eventually(() => api({ method: 'GET', path, answer: z.looseObject({}) }), { withinMs: 30_000 });
  });

  test('leaves no process at Ctrl-C', async () => {
    const pids = pidsOf(await theRun());

    expect(await program.stop()).toBe(0);

    for (const pid of pids) expect(signal(pid, 0)).toBe(false);
    expect(program.output().trimEnd().split('\n').at(-1)).toBe('Stopped.');
  });
});

describe('a start on the data of an earlier run', () => {
  test('has the same key and data; killed, the supervisor takes everything with it, and the next start goes on from there', async () => {
    const first = started();
    await expectToGoOn(first);
    const pids = pidsOf(await theRun());
    first.process.kill('SIGKILL');

    const second = started();
    await expectToGoOn(second);
    expect(second.output()).toContain('An earlier run was cut off');
    for (const pid of pids) expect(signal(pid, 0)).toBe(false);
    expect(await second.stop()).toBe(0);
  });

  test('with --fresh begins empty, with another key', async () => {
    const program = started('--fresh');

    expect((await program.ready()).key).not.toBe(demoKey);
    expect((await fetchSku('MUG-01', program)).status).toBe(404);
  });
});

test('a taken port is named, with what to set, and nothing is left', async () => {
  const squatter = createServer();
  const port = await new Promise<number>((resolve) => {
    squatter.listen(0, '127.0.0.1', () => {
      const address = squatter.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });

  const program = startProgram(dataDir, { env: { PORT: String(port) } });

  expect(await program.exited).toBe(1);
  expect(program.output().trim()).toBe(`port ${port} is taken; set another one for the API, as in PORT=${port + 1} npm start`);
  squatter.close();
});

test('wrong usage ends with 2 and says how it goes', async () => {
  const program = startProgram(dataDir, { args: ['--scale', 'billing=2'] });

  expect(await program.exited).toBe(2);
  expect(program.output()).toContain('"billing" is not one of');
  expect(program.output().trimEnd().split('\n').at(-1)).toBe('npm start -- --help lists flags and settings.');
});

async function fetchSku(sku: string, program: StartedProgram): Promise<Response> {
  const { baseUrl, key } = await program.ready();
  return await fetch(`${baseUrl}/v1/inventory/${sku}`, { headers: { authorization: `Bearer ${key}` } });
}

async function expectToGoOn(program: StartedProgram): Promise<void> {
  const now = await program.ready();
  expect(now.key).toBe(demoKey);
  const api = makeApiClient(now.baseUrl, now.key);
  expect((await api({ method: 'GET', path: '/inventory/MUG-01', answer: skuRecord })).on_hand).toBe(98);
}

function started(...args: readonly string[]): StartedProgram {
  const program = startProgram(dataDir, { args });
  onTestFinished(async () => void (await program.stop()));
  return program;
}
