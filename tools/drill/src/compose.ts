import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { docker, edgeOfStack, stack, STACK_HOME } from '@fulfilment/deploy/stack';
import { runCommand } from '@fulfilment/dev-stack/processes';
import { PROCESSES } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import { z } from 'zod';
import { type Drill, type DrillContext, keepBusy, table } from './drilled-system.ts';

const CLIENTS = 4;

/** Changes the stack that runs by deploy/compose while clients use it through the edge. */
export const compose: Drill = {
  meaning: 'the stack that runs by deploy/compose: scaling, rolling restarts and kills under load; needs root and Docker',
  run: async (context) => {
    const states = await stack('ps', '--format', '{{.Service}}={{.Health}}', ...PROCESSES, 'edge').catch(() => '');
    if (states.split('\n').filter((each) => each.endsWith('=healthy')).length <= PROCESSES.length)
      throw new Error('deploy/compose does not run. Start it as deploy/compose/README.md says: docker compose up --wait');
    await whole();
    const rows = await underLoad(await newClient(), context);
    await whole();
    const verified = (await stack('run', '--rm', '--no-TTY', 'verify')).split('\n').at(-1) ?? '';
    const memory = await docker('stats', '--no-stream', '--format', '{{.Name}} {{.MemUsage}}');
    const used = table(['container', 'memory / limit'], memory.split('\n').toSorted().map(memoryRow));
    return `${table(['while', 'requests', 'failed', 'seconds', '95 %, ms'], rows)}\n\n\`verify\`: ${verified}\n\n${used}`;
  },
};

function memoryRow(line: string): string[] {
  const [name = '', ...usage] = line.split(' ');
  return [name, usage.join(' ')];
}

/** Sends a request through the edge. @returns its status, or 0 without an answer. */
type Send = (method: string, path: string, body?: unknown) => Promise<number>;

/** Runs a command of the operator in the stack. @returns what it prints. */
async function admin<Schema extends z.ZodType>(schema: Schema, ...args: string[]): Promise<z.output<Schema>> {
  const output = await stack('run', '--rm', '--no-TTY', 'admin', ...args, '--json');
  return schema.parse(JSON.parse(output.slice(output.indexOf('{'))));
}

/** A client of an account of its own, with a key without a limit. */
async function newClient(): Promise<Send> {
  const { port, certificate: ca } = await edgeOfStack();
  const { id } = await admin(z.looseObject({ id: z.string() }), 'account', 'create', '--name', 'Drill', '--plan', 'enterprise');
  const limits = ['--burst', '1000000', '--rate', '1000000'];
  const issue = ['key', 'issue', '--account', id, '--environment', 'sandbox', '--role', 'admin', '--name', 'drill', ...limits];
  const { key } = await admin(z.looseObject({ key: z.string() }), ...issue);
  const agent = new Agent({ ca, keepAlive: true, timeout: 30_000 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return (method, path, body) =>
    new Promise((resolve) => {
      const sent = request(
        { host: 'localhost', port, path: `/v1${path}`, method, headers, agent, timeout: 30_000 },
        (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode ?? 0));
          response.once('error', () => resolve(0));
        },
      );
      sent.once('timeout', () => sent.destroy());
      sent.once('error', () => resolve(0));
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

/** Creates and reads while the stack changes. @returns a row for each change. */
async function underLoad(client: Send, context: DrillContext): Promise<string[][]> {
  const sku = 'MUG';
  const stock = await client('POST', '/inventory', { sku, name: 'Mug', on_hand: 10_000_000 });
  if (stock !== 201) throw new Error(`the SKU of the drill was answered with ${stock}`);
  const answers: { readonly status: number; readonly ms: number }[] = [];
  const send: Send = async (...call) => {
    const began = performance.now();
    const status = await client(...call);
    answers.push({ status, ms: performance.now() - began });
    return status;
  };
  const busy = keepBusy(CLIENTS, async () => {
    await send('POST', '/orders', { lines: [{ sku, quantity: 1 }] });
    await send('GET', `/inventory/${sku}`);
  });
  const rows: string[][] = [];
  const during = async (label: string, change: () => Promise<unknown>): Promise<void> => {
    answers.length = 0;
    const began = performance.now();
    await change();
    const took = seconds(performance.now() - began);
    await delay(3_000, context.signal);
    const seen = answers.slice();
    const failed = Map.groupBy(
      seen.filter(({ status }) => status === 0 || status >= 400),
      ({ status }) => status,
    );
    const slow = seen.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(seen.length * 0.95)] ?? 0;
    const kinds = [...failed].map(([status, those]) => `${those.length} × ${status || 'no answer'}`).join(', ');
    rows.push([label, String(seen.length), kinds || '0', took, String(Math.round(slow))]);
    context.progress((rows.at(-1) ?? []).join(' | '));
  };
  try {
    await during('nothing else', () => delay(5_000, context.signal));
    await during('orders scaled from 1 to 3', () =>
      stack('up', '--detach', '--wait', '--no-deps', '--no-recreate', '--scale', 'orders=3', 'orders'),
    );
    await during('rolling restart of the 3 orders', () => roll('orders'));
    for (const service of PROCESSES) {
      await during(`SIGKILL of ${service}`, async () => {
        const [id = ''] = (await stack('ps', '--quiet', service)).split('\n');
        // Killed from outside of Docker, as by the kernel: a kill by its command counts as a stop, after which it does not restart.
        const pid = await docker('inspect', '--format', '{{.State.Pid}}', id);
        process.kill(Number(pid), 'SIGKILL');
        await healthy(id, context);
      });
    }
    if (context.next !== undefined) await upgrade(context.next, during);
  } finally {
    await busy.stop();
  }
  return rows;
}

/** Two processes of each service become those of another release, one after the other, after its migrations. */
async function upgrade(tag: string, during: (label: string, change: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const two = PROCESSES.flatMap((service) => ['--scale', `${service}=2`]);
  await during('two processes of each service', () =>
    stack('up', '--detach', '--wait', '--no-deps', '--no-recreate', ...two, ...PROCESSES),
  );
  const env = { ...process.env, IMAGE_TAG: tag };
  // The test-made next release needs its migration: deploy/compose/README.md.
  await during(`roll to ${tag} before its migrations, refused`, async () => {
    const { code, output } = await runCommand(join(STACK_HOME, 'roll'), ['orders'], env);
    if (code !== 1 || !output.includes('goes on as it is')) throw new Error(`roll was not refused (${code}):\n${output}`);
  });
  await during(`migrations of ${tag}`, async () => {
    const args = ['--chdir', STACK_HOME, 'docker', 'compose', 'run', '--rm', '--no-TTY', '--no-deps', 'migrate'];
    const { code, output } = await runCommand('env', args, env);
    if (code !== 0) throw new Error(`the migrations of ${tag} failed:\n${output}`);
  });
  // The gateway comes last: it shows what the services have to know.
  for (const service of PROCESSES.toSorted((a, b) => Number(a === 'gateway') - Number(b === 'gateway')))
    await during(`${service} to ${tag}`, () => roll(service, env));
}

/** `./roll` of a service. */
async function roll(service: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const { code, output } = await runCommand(join(STACK_HOME, 'roll'), [service], env);
  if (code !== 0) throw new Error(`roll ${service} failed:\n${output}`);
}

/** @throws Error with the processes that lack an engine: a container of one that is degraded is healthy all the same. */
async function whole(): Promise<void> {
  const { code, output } = await runCommand(join(STACK_HOME, 'check'), [], process.env);
  if (code !== 0) throw new Error(`deploy/compose has not all that it uses:\n${output}`);
}

async function healthy(id: string, { signal }: DrillContext): Promise<void> {
  await delay(500, signal);
  for (let tries = 0; tries < 240; tries += 1) {
    if ((await docker('inspect', '--format', '{{.State.Health.Status}}', id)) === 'healthy') return;
    await delay(250, signal);
  }
  throw new Error(`the container ${id} is not healthy a minute after its kill`);
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
