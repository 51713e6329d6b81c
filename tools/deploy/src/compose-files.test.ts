import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeSettings, parseEnv } from '@fulfilment/config';
import { CONSUMER_GROUPS, PROCESSES, PUBLISHERS } from '@fulfilment/contracts';
import { z } from 'zod';
import { makeSecrets } from './make-secrets.ts';
import { Env as PrepareEnv } from './prepare-mongodb.ts';

const ROOT = join(import.meta.dirname, '../../..');
const COMPOSE = join(ROOT, 'deploy/compose');

const mounted = z.union([z.string(), z.object({ source: z.string(), target: z.string() })]);
const container = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).optional(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(mounted).default([]),
  volumes: z.array(z.string()).default([]),
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
const files = readdirSync(COMPOSE).filter((name) => /yaml$|^(make-secrets|smoke|roll|check)$/.test(name));
let folder: string;
let hostnameFile: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fulfilment-compose-'));
  hostnameFile = `${folder}-hostname`;
  writeFileSync(hostnameFile, '3f8a0c5d9e21\n');
  await makeSecrets(folder);
});
afterAll(() => {
  for (const made of [folder, hostnameFile]) rmSync(made, { recursive: true });
});

type Variables = Readonly<Record<string, string>>;

/** The variables of `env`, else with the defaults of the file, as Compose fills them in. */
const filled = (given: string, env: Variables = {}): string =>
  given.replaceAll(/\$\{(?:env:)?(\w+):-([^}]*)\}/g, (_, name: string, fallback: string) => env[name] ?? fallback);

/** The environment of a container, with its secrets where they were made. */
function environmentOf(name: string, env: Variables = {}): Record<string, string> {
  const { environment = {}, secrets: own = [] } = services[name] ?? {};
  const targets = new Map(own.map((each) => (typeof each === 'string' ? [each, each] : [each.target, each.source])));
  const value = (given: string): string => {
    // As Docker writes it into each container.
    if (given === '/etc/hostname') return hostnameFile;
    const [, target] = /^\/run\/secrets\/(.+)$/.exec(given) ?? [];
    if (target === undefined) return filled(given, env);
    return join(folder, targets.get(target) ?? `${target} is not mounted`);
  };
  return Object.fromEntries(Object.entries(environment).map(([variable, given]) => [variable, value(given)]));
}

async function schemaOf(service: string) {
  const module: unknown = await import(join(ROOT, `apps/${service}/src/config.ts`));
  return z.object({ Env: z.instanceof(z.ZodObject) }).parse(module).Env;
}

/** The settings that a service reads with `env` in `.env`, and what its image sets (deploy/docker/Dockerfile). */
async function settingsOf(service: string, env: Variables = {}) {
  const image = { HOST: '0.0.0.0', PORT: '8080', INTERNAL_PORT: '9090' };
  return parseEnv(await schemaOf(service), { ...environmentOf(service, env), ...image });
}

test.each(PROCESSES)(
  '%s starts with the settings and the secrets of compose.yaml, and knows every one of them',
  async (service) => {
    const known = new Set(describeSettings(await schemaOf(service)).flatMap(({ name }) => [name, `${name}_FILE`]));

    expect(Object.keys(environmentOf(service)).filter((name) => !known.has(name))).toEqual([]);
    expect(await settingsOf(service)).toMatchObject({
      MONGODB_URL: expect.stringContaining(`mongodb://${service}:`),
      MONGODB_DATABASE: service,
    });
  },
);

test.each(PROCESSES.filter((name) => name !== 'gateway'))(
  '%s takes over at once from the process before it in its container',
  async (service) => {
    expect(await settingsOf(service)).toMatchObject({ INSTANCE_NAME: '3f8a0c5d9e21' });
  },
);

test('the preparation of MongoDB has a user for each service, and no two have one password', () => {
  const urls = Object.values(parseEnv(PrepareEnv, environmentOf('prepare-mongodb')));

  expect(urls.map(({ username }) => username)).toEqual(['admin', 'operator', ...PROCESSES]);
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

test('every process of the table is in the networks of its peers and of the engines, and those that use topics have the password of Kafka', () => {
  const networks = PROCESSES.map((name) => z.array(z.string()).parse(services[name]?.networks));
  const ofTopics = new Set<string>([...PUBLISHERS, ...Object.values(CONSUMER_GROUPS).map(({ service }) => service)]);

  expect(networks.filter((own) => !own.includes('back') || !own.includes('engines'))).toEqual([]);
  expect(holders('kafka-password')).toEqual(PROCESSES.filter((name) => ofTopics.has(name)));
});

test('only the edge publishes ports, and engines are in no network with a way out', () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports.length > 0);

  expect(published.map(([name]) => name)).toEqual(['edge']);
  for (const engine of ['kafka', 'mongodb', 'redis']) expect(services[engine]?.networks).toEqual(['engines']);
});

test('what keeps running has a health check, but for the collector, whose image has nothing to check it with', () => {
  const own = Object.entries(services).filter(([, { restart, healthcheck }]) => restart !== 'no' && healthcheck === undefined);

  // The images of the services bring theirs.
  expect(own.map(([name]) => name)).toEqual([...PROCESSES, 'otel-collector']);
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

const collectorConfig = z.looseObject({
  receivers: z.object({ otlp: z.object({ protocols: z.object({ http: z.object({ endpoint: z.string() }) }) }) }),
  exporters: z.record(z.string(), z.object({ endpoint: z.string().optional() })),
  service: z.looseObject({
    pipelines: z.object({ traces: z.object({ receivers: z.array(z.string()), exporters: z.array(z.string()) }) }),
  }),
});

/** The configuration that the collector reads in its container, with `env` in `.env`. */
function collectorWith(env: Variables) {
  const file = services['otel-collector']?.command?.at(-1) ?? '';
  const given = readFileSync(repositoryPath('otel-collector', file), 'utf8');
  return collectorConfig.parse(parse(filled(given, environmentOf('otel-collector', env))));
}

test('the collector sends nothing to itself, and what is chosen is an exporter that it has', () => {
  const onward = { TRACES_EXPORTER: 'otlphttp', TRACES_ENDPOINT: 'https://tempo.example.com:4318' };
  const [asItIs, sending] = [collectorWith({}), collectorWith(onward)];

  expect(asItIs.service.pipelines.traces).toMatchObject({ receivers: ['otlp'], exporters: ['debug'] });
  expect(sending.service.pipelines.traces.exporters).toEqual(['otlphttp']);
  expect(sending.exporters['otlphttp']?.endpoint).toBe(onward.TRACES_ENDPOINT);
  const addresses = Object.values(asItIs.exporters).flatMap(({ endpoint }) => (endpoint === undefined ? [] : [endpoint]));
  // `.invalid` is never a name of a host (RFC 2606).
  expect(addresses.map((address) => new URL(address).hostname)).toEqual(['traces.invalid']);
});

test.each(PROCESSES)('%s traces to the collector by the line of .env that the README names', async (service) => {
  const [, address = ''] = /^OTEL_EXPORTER_OTLP_ENDPOINT=(.+)$/m.exec(text('README.md')) ?? [];
  const { hostname, port } = new URL(address);
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_TRACES_SAMPLER_ARG: '0.1' };

  expect(services[hostname]?.networks).toContain('back');
  expect(services[service]?.networks).toContain('back');
  expect(collectorWith(traced).receivers.otlp.protocols.http.endpoint).toBe(`0.0.0.0:${port}`);
  expect(await settingsOf(service)).not.toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT');
  expect(await settingsOf(service, traced)).toMatchObject({ ...traced, OTEL_TRACES_SAMPLER_ARG: 0.1 });
});

/** The path in the repository of what a container has at `path`, by its mounted folders. */
function repositoryPath(service: string, path: string): string {
  const mounts = (services[service]?.volumes ?? []).map((each) => each.split(':'));
  const [source = '', target = ''] = mounts.find((each) => path.startsWith(`${each[1]}/`)) ?? [];
  return target === '' ? `${path} is not mounted` : join(COMPOSE, source, relative(target, path));
}

test('Prometheus reads a configuration that is mounted, and so are the rules that it names', () => {
  const [, config = ''] = /^--config\.file=(.+)$/m.exec((services['prometheus']?.command ?? []).join('\n')) ?? [];
  const { rule_files: rules } = z
    .looseObject({ rule_files: z.array(z.string()) })
    .parse(parse(readFileSync(repositoryPath('prometheus', config), 'utf8')));

  expect(rules).toHaveLength(2);
  expect(rules.filter((path) => !existsSync(repositoryPath('prometheus', join(dirname(config), path))))).toEqual([]);
});

test('Grafana finds the dashboards that are mounted', () => {
  const [, shown = ''] = /path: (\S+)/.exec(text('grafana/dashboards/fulfilment.yaml')) ?? [];

  expect(existsSync(repositoryPath('grafana', `${shown}/overview.json`))).toBe(true);
});

test('images of others are pinned to the patch, and `npm start` takes the same engines', () => {
  const images = Object.values(services).flatMap(({ image }) => (image.startsWith('${IMAGE_PREFIX') ? [] : [filled(image)]));
  const ofStart = readFileSync(join(ROOT, 'tools/dev-stack/src/engines/container-engine.ts'), 'utf8');
  const engines = Array.from(ofStart.matchAll(/^ {2}(?:kafka|mongodb|redis): '([^/'].*)',$/gm), ([, image]) => image);

  expect(images.filter((image) => !/:v?\d+\.\d+\.\d+(-[a-z]+)?$/.test(image))).toEqual([]);
  expect(engines).toEqual(['kafka', 'mongodb', 'redis'].map((name) => filled(services[name]?.image ?? '')));
  // Before it, a request with a body that reached no gateway failed: https://github.com/caddyserver/caddy/issues/7546
  const [, minor = 0, patch = 0] =
    filled(services['edge']?.image ?? '')
      .match(/\d+/g)
      ?.map(Number) ?? [];
  expect(minor * 100 + patch).toBeGreaterThanOrEqual(1_102);
});

test('the images of the system have the version that is released', () => {
  const { version } = z.looseObject({ version: z.string() }).parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  const own = Object.values(services).flatMap(({ image }) => (image.startsWith('${IMAGE_PREFIX') ? [filled(image)] : []));

  expect(own).toHaveLength(PROCESSES.length + 5);
  expect(own.filter((image) => !image.endsWith(`:${version}`))).toEqual([]);
});
