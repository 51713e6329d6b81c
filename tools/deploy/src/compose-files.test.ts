import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeSettings, parseEnv } from '@fulfilment/config';
import { SERVICES } from '@fulfilment/dev-stack/run-file';
import { z } from 'zod';
import { makeSecrets } from './make-secrets.ts';
import { Env as PrepareEnv } from './prepare-mongodb.ts';

const ROOT = join(import.meta.dirname, '../../..');
const COMPOSE = join(ROOT, 'deploy/compose');

const mounted = z.union([z.string(), z.object({ source: z.string(), target: z.string() })]);
const container = z.looseObject({
  image: z.string(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(mounted).default([]),
  ports: z.array(z.string()).default([]),
  networks: z.unknown().optional(),
  network_mode: z.string().optional(),
  restart: z.string(),
  healthcheck: z.unknown().optional(),
});
const stack = z.looseObject({
  services: z.record(z.string(), container),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const text = (name: string): string => readFileSync(join(COMPOSE, name), 'utf8');
const { services, secrets } = stack.parse(parse(text('compose.yaml'), { merge: true }));
const files = readdirSync(COMPOSE).filter((name) => /yaml$|^(make-secrets|smoke|roll)$/.test(name));
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fulfilment-compose-'));
  await makeSecrets(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The variables with the defaults of the file, as Compose fills them in. */
const filled = (value: string): string => value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

/** The environment of a container, with its secrets where they were made. */
function environmentOf(name: string): Record<string, string> {
  const { environment = {}, secrets: own = [] } = services[name] ?? {};
  const targets = new Map(own.map((each) => (typeof each === 'string' ? [each, each] : [each.target, each.source])));
  const value = (given: string): string => {
    const [, target] = /^\/run\/secrets\/(.+)$/.exec(given) ?? [];
    if (target === undefined) return filled(given);
    return join(folder, targets.get(target) ?? `${target} is not mounted`);
  };
  return Object.fromEntries(Object.entries(environment).map(([variable, given]) => [variable, value(given)]));
}

async function schemaOf(service: string) {
  const module: unknown = await import(join(ROOT, `apps/${service}/src/config.ts`));
  return z.object({ Env: z.instanceof(z.ZodObject) }).parse(module).Env;
}

test.each(SERVICES)(
  '%s starts with the settings and the secrets of compose.yaml, and knows every one of them',
  async (service) => {
    const schema = await schemaOf(service);
    const known = new Set(describeSettings(schema).flatMap(({ name }) => [name, `${name}_FILE`]));
    const given = environmentOf(service);

    expect(Object.keys(given).filter((name) => !known.has(name))).toEqual([]);
    // Those that the image sets: deploy/docker/Dockerfile.
    expect(parseEnv(schema, { ...given, HOST: '0.0.0.0', PORT: '8080', INTERNAL_PORT: '9090' })).toMatchObject({
      MONGODB_URL: expect.stringContaining(`mongodb://${service}:`),
      MONGODB_DATABASE: service,
    });
  },
);

test('the preparation of MongoDB has a user for each service, and no two have one password', () => {
  const urls = Object.values(parseEnv(PrepareEnv, environmentOf('prepare-mongodb')));

  expect(urls.map(({ username }) => username)).toEqual(['admin', 'operator', ...SERVICES]);
  expect(new Set(urls.map(({ password }) => password)).size).toBe(urls.length);
});

test('every secret is one that make-secrets makes, and every one that it makes is used', () => {
  const used = Object.values(services).flatMap((each) => each.secrets.map((one) => (typeof one === 'string' ? one : one.source)));

  expect([...new Set(used)].toSorted()).toEqual(readdirSync(folder).toSorted());
  expect(Object.keys(secrets).toSorted()).toEqual(readdirSync(folder).toSorted());
});

/** The containers that a secret is mounted into. */
const holders = (secret: string): string[] =>
  Object.entries(services).flatMap(([name, each]) => (each.secrets.includes(secret) ? [name] : []));

test('secrets that sign or decrypt are mounted only where they are needed', () => {
  expect(holders('jwt-private-key')).toEqual(['gateway', 'admin']);
  expect(holders('key-pepper')).toEqual(['gateway']);
  expect(holders('webhook-secret-key')).toEqual(['webhooks']);
});

test('only the edge publishes ports, and engines are in no network with a way out', () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports.length > 0);

  expect(published.map(([name]) => name)).toEqual(['edge']);
  for (const engine of ['kafka', 'mongodb', 'redis']) expect(services[engine]?.networks).toEqual(['engines']);
});

test('what keeps running has a health check, but for the collector, whose image has nothing to check it with', () => {
  const own = Object.entries(services).filter(([, { restart, healthcheck }]) => restart !== 'no' && healthcheck === undefined);

  // The images of the services bring theirs.
  expect(own.map(([name]) => name)).toEqual(['gateway', 'inventory', 'orders', 'scans', 'webhooks', 'otel-collector']);
});

test('every variable is in .env.example with its default, and no other is', () => {
  const documented = new Map([...text('.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  const uses = files.flatMap((file) =>
    [...text(file).matchAll(/\$\{([A-Z]\w+):-([^}]*)\}/g)].map(([, name, value]) => ({ name, value })),
  );

  const used = new Map(uses.map(({ name, value }) => [name, value]));

  expect(Object.fromEntries(used)).toEqual(Object.fromEntries(documented));
  expect(uses.filter(({ name, value }) => used.get(name) !== value)).toEqual([]);
});

test('the images of the system have the version that is released', () => {
  const { version } = z.looseObject({ version: z.string() }).parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  const own = Object.values(services).flatMap(({ image }) => (image.startsWith('${IMAGE_PREFIX') ? [filled(image)] : []));

  expect(own).toHaveLength(SERVICES.length + 5);
  expect(own.filter((image) => !image.endsWith(`:${version}`))).toEqual([]);
});
