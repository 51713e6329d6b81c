import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { runProgram } from '../tools/clients/run-program.ts';
import { isAbsent, openApiGenerator, openApiPythonClient, openApiTypescript } from './generators/tools.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import { processNamed } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

const PATIENCE_MS = 300_000;
const here = (path: string): string => fileURLToPath(new URL(`./generators/${path}`, import.meta.url));
const TSC = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'bin/tsc');
const STRICT = [
  '--noEmit',
  '--pretty',
  'false',
  '--strict',
  '--target',
  'es2022',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
];

/** Faults of generators in clients of any document with the like, by the file that has them. */
const KNOWN_FAULTS = {
  /** openapi-generator 7.23, typescript-fetch: a union with a fall-back becomes a class of all its members at once. */
  unionWithFallBack: 'models/Event.ts',
  /** The same: it takes a field called `exists` for its own function of that name. */
  fieldCalledExists: 'models/FilterFinding.ts',
} as const;

const DOCUMENTS = ['openapi', 'account'] as const;

/** Of programs that run for seconds: the second compiler of the JVM, and threads that collect, take more than they give. */
const SHORT_LIVED_JVM = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

let folder: string;
let baseUrl: string;
let tenant: TestTenant;
/** The end of each smoke test, as its client sees it. */
const shipped = {
  order: 'shipped',
  left: 1,
  missing: 'not_found',
  events: expect.arrayContaining(['inventory.updated', 'order.created', 'order.packed', 'order.shipped']),
  unknown: 'order.teleported',
};

beforeAll(async () => {
  const system = await sharedTestSystem();
  const origin = processNamed(system, 'gateway').baseUrl;
  folder = await mkdtemp(join(tmpdir(), 'fulfilment-generators-'));
  baseUrl = `${origin}/v1`;
  tenant = await openTenant(system);
  const served = { openapi: '/openapi.json', account: '/account/openapi.json' };
  for (const name of DOCUMENTS) await writeFile(pathOf(name), await (await fetch(origin + served[name])).text());
  return async () => {
    await tenant.stop();
    await rm(folder, { recursive: true, force: true });
  };
});

const pathOf = (document: string): string => join(folder, `${document}.json`);

test(
  'openapi-typescript makes types that compile, of both documents',
  async () => {
    const cli = await openApiTypescript();

    for (const name of DOCUMENTS)
      await runProgram(process.execPath, [cli, pathOf(name), '--output', `${name}.ts`], { cwd: folder });

    expect(await runProgram(process.execPath, [TSC, ...STRICT, 'openapi.ts', 'account.ts'], { cwd: folder })).toBe('');
  },
  PATIENCE_MS,
);

test(
  'openapi-python-client makes clients that compile, of both documents, and one of them ships an order',
  async () => {
    const { command, env } = await openApiPythonClient();
    const [python, ...first] = command;
    const to = join(folder, 'python');
    await mkdir(to);
    await cp(here('python/smoke.py'), join(to, 'smoke.py'));
    for (const [name, made] of [
      ['openapi', 'fulfilment_api'],
      ['account', 'fulfilment_account_api'],
    ] as const) {
      const config = join(to, `${name}.yaml`);
      await writeFile(config, `package_name_override: ${made}\npost_hooks: []\n`);
      const args = ['generate', '--path', pathOf(name), '--config', config, '--meta', 'none', '--output-path', made];
      await runProgram(python, [...first, ...args], { cwd: to, env });
      const modules = await Array.fromAsync(glob('api/*/[!_]*.py', { cwd: join(to, made) }));
      const lacking = (await operationsOf(name)).filter((id) => !modules.some((file) => file.endsWith(`/${snakeCase(id)}.py`)));
      // It knows no media types of text: the file of an import has to be sent by hand.
      expect(lacking).toEqual(name === 'openapi' ? ['importInventory'] : []);
      await runProgram(python, ['-S', '-m', 'compileall', '-q', made], { cwd: to, env });
    }

    const seen = await runProgram(python, ['-S', 'smoke.py', baseUrl, tenant.shop.key], { cwd: to, env });

    expect(JSON.parse(seen)).toEqual({ ...shipped, created: 'UTC' });
  },
  PATIENCE_MS,
);

test(
  'oapi-codegen makes clients that compile, of both documents, and one of them ships an order',
  async ({ skip }) => {
    skip(await isAbsent('go'), 'There is no go on the PATH.');
    // Go finds what it compiled of equal sources again, if they are in the folder of the earlier run.
    const to = fileURLToPath(new URL('../.cache/generators/go', import.meta.url));
    await rm(to, { recursive: true, force: true });
    await cp(here('go'), to, { recursive: true });
    const env = { ...process.env, GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'local' };
    for (const [name, made] of [
      ['openapi', 'api'],
      ['account', 'account'],
    ] as const) {
      await mkdir(join(to, made));
      const args = ['-generate', 'types,client', '-package', made, '-o', `${made}/${made}.go`, pathOf(name)];
      await runProgram('go', ['tool', 'oapi-codegen', ...args], { cwd: to, env });
    }

    const seen = await runProgram('go', ['run', '.', baseUrl, tenant.shop.key], { cwd: to, env });

    expect(JSON.parse(seen)).toEqual({ ...shipped, created: 'UTC' });
  },
  PATIENCE_MS,
);

const OPENAPI_GENERATOR = {
  // It leaves the types of a webhook's headers out, of any document that has some, and fails at a condition beside a field of null.
  python: { leaveOut: ['webhooks', 'allOf'], options: '' },
  'typescript-fetch': {
    leaveOut: [],
    options: 'additionalProperties:\n  modelPropertyNaming: original\n  paramNaming: original\n',
  },
  ruby: { leaveOut: [], options: '' },
  java: { leaveOut: [], options: 'library: native\n' },
} as const;

test(
  'openapi-generator makes clients in Python, TypeScript, Ruby and Java that compile, of both documents',
  async () => {
    const { classPath } = await openApiGenerator();
    const to = join(folder, 'openapi-generator');
    await mkdir(to);
    const configs = await Promise.all(
      DOCUMENTS.flatMap((document) => Object.entries(OPENAPI_GENERATOR).map((entry) => configure(document, entry, to))),
    );

    await runProgram(
      'java',
      [...SHORT_LIVED_JVM, '-cp', classPath, 'org.openapitools.codegen.OpenAPIGenerator', 'batch', '--fail-fast', ...configs],
      { cwd: to },
    );

    const faulty: string[] = [];
    for (const document of DOCUMENTS) {
      const [python, typescript, ruby, java] = Object.keys(OPENAPI_GENERATOR).map((language) => join(to, document, language));
      await runProgram('python3', ['-m', 'compileall', '-q', 'openapi_client'], { cwd: python ?? '' });
      faulty.push(...(await faultyModels(typescript ?? '')));
      if (!(await isAbsent('ruby')))
        await runProgram('ruby', ['-e', 'Dir["lib/**/*.rb"].each { |file| RubyVM::InstructionSequence.compile_file(file) }'], {
          cwd: ruby ?? '',
        });
      const sources = await Array.fromAsync(glob('src/main/**/*.java', { cwd: java ?? '' }));
      const options = [...SHORT_LIVED_JVM.map((option) => `-J${option}`), '-nowarn', '-proc:none', '-d', 'classes'];
      await runProgram('javac', [...options, '-cp', classPath, ...sources], { cwd: java ?? '' });
    }
    expect(faulty.toSorted()).toEqual(Object.values(KNOWN_FAULTS).toSorted());
  },
  PATIENCE_MS,
);

const operationId = z.looseObject({ operationId: z.string().optional() });
const documented = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

async function operationsOf(document: string): Promise<readonly string[]> {
  const { paths } = documented.parse(JSON.parse(await readFile(pathOf(document), 'utf8')));
  const operations = Object.values(paths).flatMap((path) => Object.values(path).map((each) => operationId.safeParse(each).data));
  return operations.flatMap((operation) => operation?.operationId ?? []);
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type Generator = readonly [language: string, terms: { readonly leaveOut: readonly string[]; readonly options: string }];

/** @returns the file that says what to generate, and where to. */
async function configure(document: string, [language, { leaveOut, options }]: Generator, to: string): Promise<string> {
  const input = join(to, `${document}-${language}.json`);
  const known = (name: string, value: unknown): unknown => (leaveOut.includes(name) ? undefined : value);
  await writeFile(input, JSON.stringify(JSON.parse(await readFile(pathOf(document), 'utf8'), known)));
  const file = join(to, `${document}-${language}.yaml`);
  await writeFile(
    file,
    `generatorName: ${language}\ninputSpec: ${input}\noutputDir: ${join(to, document, language)}\n${options}`,
  );
  return file;
}

/** The generated files that TypeScript refuses. */
async function faultyModels(cwd: string): Promise<readonly string[]> {
  try {
    await runProgram(process.execPath, [TSC, ...STRICT, '--lib', 'es2022,dom', 'index.ts'], { cwd });
    return [];
  } catch (error) {
    const files = (error instanceof Error ? error.message : '').matchAll(/^([\w/]+\.ts)\(\d+,\d+\): error/gm);
    const names = new Set(Array.from(files, ([, name = '']) => name));
    if (names.size === 0) throw error;
    return [...names];
  }
}
