import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROCESSES, SERVICES } from '@fulfilment/contracts';
import { fetchHelm, HELM_RUNS_HERE, HELMS } from '@fulfilment/deploy/helm';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { parseArchiveArguments } from '../tools/archive/src/archive-command.ts';
import { readSettings } from '../tools/reference/configuration.ts';
import { isAbsent } from './generators/tools.ts';
import { fetchKubernetesValidate, fetchKubeScore, KUBERNETES, progress } from './helm/tools.ts';

const root = join(import.meta.dirname, '..');
const CHART = join(root, 'deploy/helm/fulfilment');
const EXAMPLES = ['minimal', 'full'] as const;
/** The bounds of `ingress.nginx` by default. */
const NGINX_BOUNDS = {
  'nginx.ingress.kubernetes.io/limit-connections': '100',
  'nginx.ingress.kubernetes.io/proxy-read-timeout': '660',
  'nginx.ingress.kubernetes.io/proxy-send-timeout': '60',
};
/** Policies of kube-score that the chart departs from, with the reason. */
const DEPARTURES = {
  'container-resources': 'a limit of CPU only adds latency; container-memory-requests and the like are held below',
  'container-image-pull-policy': 'tags are releases and do not move; image.pullPolicy is a value',
  'deployment-has-host-podantiaffinity': 'topology spread constraints do this',
};

const variable = z.looseObject({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() });
const container = z.looseObject({
  image: z.string(),
  env: z.array(variable).default([]),
  resources: z.looseObject({ requests: z.record(z.string(), z.string()), limits: z.record(z.string(), z.string()) }),
});
const podSpec = z.looseObject({
  terminationGracePeriodSeconds: z.number().optional(),
  automountServiceAccountToken: z.boolean(),
  containers: z.tuple([container]),
});
const cronJob = z.looseObject({
  jobTemplate: z.looseObject({ spec: z.looseObject({ template: z.looseObject({ spec: podSpec }) }) }),
});
const policyPeer = z.looseObject({
  podSelector: z.looseObject({ matchLabels: z.record(z.string(), z.string()).optional() }).optional(),
  ipBlock: z.looseObject({ cidr: z.string(), except: z.array(z.string()).optional() }).optional(),
});
const servicePorts = z.looseObject({ ports: z.array(z.looseObject({ port: z.number() })) });
const policy = z.looseObject({
  ingress: z.array(z.looseObject({ from: z.array(policyPeer).optional(), ports: z.array(z.looseObject({ port: z.string() })) })),
  egress: z.array(z.looseObject({ to: z.array(policyPeer).optional(), ports: z.array(z.looseObject({ port: z.number() })) })),
});
const object = z.looseObject({
  kind: z.string(),
  apiVersion: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) }),
  spec: z.unknown().optional(),
});
type KubernetesObject = z.output<typeof object>;

/** Additions of an installation to its pods. */
const ADDED = {
  extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/ca/ca.crt' }],
  extraEnvFrom: [{ configMapRef: { name: 'proxy' } }],
  extraVolumes: [{ name: 'ca', configMap: { name: 'ca' } }],
  extraVolumeMounts: [{ name: 'ca', mountPath: '/etc/ca' }],
  sidecars: [{ name: 'agent', image: 'agent:1' }],
  initContainers: [{ name: 'first', image: 'first:1' }],
  lifecycle: { preStop: { sleep: { seconds: 3 } } },
  hostAliases: [{ ip: '10.0.0.7', hostnames: ['kafka.internal'] }],
  dnsConfig: { options: [{ name: 'ndots', value: '1' }] },
  orders: {
    extraEnv: [{ name: 'HTTPS_PROXY', valueFrom: { secretKeyRef: { name: 'proxy', key: 'url' } } }],
    sidecars: [{ name: 'tail', image: 'tail:1' }],
    lifecycle: { postStart: { exec: { command: ['node', '--version'] } } },
  },
};
const withName = z.looseObject({ name: z.string() });
const addedPod = z.looseObject({
  template: z.looseObject({
    spec: z.looseObject({
      containers: z.array(withName),
      initContainers: z.array(withName).default([]),
      volumes: z.array(withName),
    }),
  }),
});
const secretReference = z.looseObject({
  secretKeyRef: z.looseObject({ name: z.string(), key: z.string(), optional: z.boolean().default(false) }),
});

const helms = new Map<string, string>();
const rendered = new Map<string, readonly KubernetesObject[]>();

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Outcome> {
  return promisify(execFile)(file, [...args], { env, maxBuffer: 64 * 1_024 * 1_024 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => z.looseObject({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error),
  );
}

const nameOfMigrations = async (...settings: readonly string[]): Promise<string> => {
  const shown = ['--set', ['migrations.mode=job', ...settings].join(','), '--show-only', 'templates/migrations.yaml'];
  const { stdout } = await template(newest(), [...valuesOf('minimal'), ...shown]);
  return objectsOf(stdout)[0]?.metadata.name ?? '';
};

const cronJobsOf = (example: string) => (rendered.get(example) ?? []).filter(({ kind }) => kind === 'CronJob');
const valuesOf = (example: string): readonly string[] => ['--values', join(CHART, `ci/${example}-values.yaml`)];
const newest = (): string => helms.get(HELMS.at(-1)?.version ?? '') ?? '';

function template(helm: string, args: readonly string[]): Promise<Outcome> {
  return run(helm, ['template', 'shop', CHART, '--namespace', 'shop', '--kube-version', '1.37.0', ...args]);
}

function objectsOf(text: string): readonly KubernetesObject[] {
  return parseAllDocuments(text)
    .map((document): unknown => document.toJS())
    .filter((each) => each !== null)
    .map((each) => object.parse(each));
}

/** Runs `use` with the rendered text in a file. */
async function withFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-helm-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'objects.yaml'), text);
  return join(folder, 'objects.yaml');
}

describe.skipIf(!HELM_RUNS_HERE)('the Helm chart (Helm is had for Linux on x64)', () => {
  beforeAll(async () => {
    for (const helm of HELMS) helms.set(helm.version, await fetchHelm(helm, progress));
    for (const example of EXAMPLES) {
      const { code, stdout, stderr } = await template(newest(), valuesOf(example));
      if (code !== 0) throw new Error(stderr);
      rendered.set(example, objectsOf(stdout));
    }
  });

  describe.each(HELMS.map(({ version }) => version))('by Helm %s', (version) => {
    const helm = (): string => helms.get(version) ?? '';

    test.each(EXAMPLES)('is free of faults and warnings with the values "%s"', async (example) => {
      const { code, stdout } = await run(helm(), ['lint', '--strict', CHART, ...valuesOf(example)]);

      expect({ code, stdout }).toMatchObject({ code: 0 });
    });

    test.each(EXAMPLES)('renders the same objects with the values "%s"', async (example) => {
      const { code, stdout, stderr } = await template(helm(), valuesOf(example));

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(objectsOf(stdout)).toEqual(rendered.get(example));
    });

    test('names every required value that is missing, a line each', async () => {
      const { code, stderr } = await template(helm(), []);

      expect(code).toBe(1);
      const required = ['image.registry', 'publicUrl', 'kafka.brokers', ...PROCESSES.map((name) => `${name}.existingSecret`)];
      for (const name of required)
        expect(stderr).toMatch(new RegExp(`^  ${name.replace('.', String.raw`\.`)}: is required`, 'm'));
    });

    test.each<[values: readonly string[], line: RegExp]>([
      [['gateway.replica=3'], /^ *- .*gateway.*replica'? (is )?not allowed$/m],
      [['gateways.replicas=3'], /^ *- .*gateways'? (is )?not allowed$/m],
      [['gateway.settings.PORT=80'], /^ *- .*gateway.settings.*PORT'? (is )?not allowed$/m],
      [['orders.settings.ORDER_WAIT=1'], /^ *- .*orders.settings.*ORDER_WAIT'? (is )?not allowed$/m],
      [['orders.settings.ORDER_WAIT_MS=abc'], /^ *- .*orders.settings.ORDER_WAIT_MS.*pattern/m],
      [['orders.settings.ORDER_WAIT_MS=20001'], /^ *- .*orders.settings.ORDER_WAIT_MS.*20,?000/m],
      [['scans.settings.OTEL_EXPORTER_OTLP_ENDPOINT=collector'], /^ *- .*scans.settings.OTEL_EXPORTER_OTLP_ENDPOINT.*pattern/m],
      [['kafka.partitions=0'], /^ *- .*kafka.partitions.*1$/m],
      [['inventory.replicas=two'], /^ *- .*inventory.replicas.*integer/m],
      [['gateway.service.type=External'], /^ *- .*gateway.service.type.*LoadBalancer/m],
      [['publicUrl=api.example.com'], /^ *- .*publicUrl.*pattern/m],
      [['kafka.brokers={kafka}'], /^ *- .*kafka.brokers.0.*pattern/m],
      [['webhooks.image.digest=latest'], /^ *- .*webhooks.image.digest.*pattern/m],
      [['archive.olderThanDays=30'], /^ *- .*archive.olderThanDays.*31$/m],
      [['archive.schedule=nightly'], /^ *- .*archive.schedule.*pattern/m],
      [['scans.resources.requests.memory=lots'], /^ *- .*scans.resources.requests.memory.*pattern/m],
      [['gateway.autoscaling.maxReplicas=1'], /^ {2}gateway\.autoscaling\.maxReplicas: is at least minReplicas$/m],
      [['kafka.tls.caSecret=ca'], /^ {2}kafka\.tls\.enabled: is true where /m],
      [['extraEnv[0].name=PORT'], /^ {2}extraEnv: PORT is set by the chart for gateway/m],
      [['orders.extraEnv[0].value=x'], /^ *- .*orders.extraEnv.0.*name/m],
      [['lifecycle.preStart.sleep.seconds=1'], /^ *- .*lifecycle.*preStart'? (is )?not allowed$/m],
      [['sidecars[0].name=agent'], /^ *- .*sidecars.0.*image/m],
      [['secretFiles.folder=secrets'], /^ *- .*secretFiles.folder.*pattern/m],
      [['secretFiles.folder=/vault/secrets'], /^ {2}secretFiles\.enabled: is true where secretFiles\.folder is given$/m],
      [['keda.enabled=true'], /^ {2}keda\.prometheus\.serverAddress: is required with keda\.enabled/m],
      [['httpRoute.enabled=true'], /^ {2}httpRoute\.parentRefs: is required with httpRoute\.enabled/m],
      [
        ['monitoring.serviceMonitor.enabled=true'],
        /^ {2}networkPolicy\.operators: is required with monitoring\.serviceMonitor\.enabled/m,
      ],
    ])('refuses %j in one line', async (values, line) => {
      const { code, stderr } = await template(helm(), [...valuesOf('minimal'), '--set', values.join(',')]);

      expect(code).toBe(1);
      expect(stderr).toMatch(line);
    });
  });

  test.each(EXAMPLES)('its objects with the values "%s" are those of Kubernetes', async (example) => {
    const { stdout } = await template(newest(), valuesOf(example));
    const file = await withFile(stdout);
    const { command, env } = await fetchKubernetesValidate();
    const [python, ...args] = command;
    const validate = (path: string, version: string) =>
      run(python, [...args, '--strict', '--quiet', '--no-warn', '-k', version, path], env);

    for (const version of KUBERNETES) expect(await validate(file, version)).toEqual({ code: 0, stdout: '', stderr: '' });
    const misspelt = await withFile(stdout.replace('automountServiceAccountToken:', 'automountServiceAccountTokens:'));
    expect((await validate(misspelt, '1.37')).code).not.toBe(0);
  });

  test('its objects keep the policies of kube-score but for the named departures', async ({ skip }) => {
    if (await isAbsent('go')) skip('There is no Go on the PATH: kube-score cannot be built.');
    const kubeScore = await fetchKubeScore();
    const ignored = Object.keys(DEPARTURES).flatMap((name) => ['--ignore-test', name]);
    const score = (path: string) => run(kubeScore, ['score', '--output-format', 'ci', ...ignored, path]);
    const { stdout } = await template(newest(), valuesOf('minimal'));

    const good = await score(await withFile(stdout));
    expect(good.stdout.split('\n').filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line))).toEqual([]);
    expect(good.code).toBe(0);
    const writable = await score(await withFile(stdout.replace('readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false')));
    expect(writable.stdout).toMatch(/^\[CRITICAL\].*writable root filesystem/im);
  });

  describe.each(EXAMPLES)('with the values "%s"', (example) => {
    const find = (kind: string, name: string): KubernetesObject | undefined =>
      rendered.get(example)?.find((each) => each.kind === kind && each.metadata.name.endsWith(`-${name}`));
    const podOf = (name: string) =>
      z.looseObject({ template: z.looseObject({ spec: podSpec }) }).parse(find('Deployment', name)?.spec).template.spec;

    test.each(PROCESSES)('%s gets the settings that it requires, and only such as it reads', async (name) => {
      const { settings } = await readSettings(root, `apps/${name}/src/config.ts`);
      const given = podOf(name).containers[0].env.map((each) => each.name);
      const required = settings.filter(({ fallback }) => fallback === undefined).map((each) => each.name);

      expect(given.filter((each, at) => given.indexOf(each) !== at)).toEqual([]);
      expect(given.filter((each) => !settings.some((setting) => setting.name === each))).toEqual([]);
      expect(required.filter((each) => !given.includes(each))).toEqual([]);
    });

    test.each(PROCESSES)('%s accepts the values that it gets', async (name) => {
      const secrets = {
        MONGODB_URL: 'mongodb://mongodb/?replicaSet=rs0',
        REDIS_URL: 'rediss://redis',
        JWT_PUBLIC_KEYS: '{"keys":[{"kty":"OKP","kid":"a"}]}',
        JWT_PRIVATE_KEY: '{"kty":"OKP","crv":"Ed25519","x":"x","d":"d","kid":"a"}',
        WEBHOOK_SECRET_KEY: Buffer.alloc(32).toString('base64'),
        KEY_PEPPERS_OLD: '[]',
        WEBHOOK_SECRET_KEYS_OLD: '',
      };
      const env = Object.fromEntries(
        podOf(name).containers[0].env.map((each) => [
          each.name,
          each.value ?? new Map(Object.entries(secrets)).get(each.name) ?? 'x'.repeat(32),
        ]),
      );
      const module: unknown = await import(join(root, `apps/${name}/src/config.ts`));
      const { readConfig } = z
        .looseObject({ readConfig: z.function({ input: [z.unknown()], output: z.unknown() }) })
        .parse(module);

      expect(() => readConfig(env)).not.toThrow();
    });

    test.each(PROCESSES)('%s has the time that it needs to stop', (name) => {
      const { terminationGracePeriodSeconds: grace = 0, containers } = podOf(name);
      const notice = Number(containers[0].env.find((each) => each.name === 'DRAIN_NOTICE_MS')?.value);

      expect(grace).toBe(25 + Math.ceil(notice / 1_000));
    });

    test.each(PROCESSES)('a container of %s has requests and limits, and the pod no token', (name) => {
      const { automountServiceAccountToken, containers } = podOf(name);

      expect(automountServiceAccountToken).toBe(false);
      expect(Object.keys(containers[0].resources.requests)).toEqual(
        expect.arrayContaining(['cpu', 'memory', 'ephemeral-storage']),
      );
      expect(Object.keys(containers[0].resources.limits)).toEqual(expect.arrayContaining(['memory', 'ephemeral-storage']));
    });

    test('only the gateway takes requests of others than the gateway and operators', () => {
      for (const name of SERVICES) {
        const [first, ...others] = policy.parse(find('NetworkPolicy', name)?.spec).ingress;
        expect(first?.from?.map((peer) => peer.podSelector?.matchLabels?.['app.kubernetes.io/component'])).toEqual(['gateway']);
        expect(others).toHaveLength(example === 'full' ? 1 : 0);
        expect(others.every(({ from = [] }) => from.length > 0)).toBe(true);
      }
      expect(policy.parse(find('NetworkPolicy', 'gateway')?.spec).ingress[0]?.ports.map(({ port }) => port)).toEqual(['api']);
    });

    test('webhooks alone reaches public addresses, and none that is private; the gateway with an identity provider', () => {
      const reaching = PROCESSES.filter((name) =>
        policy.parse(find('NetworkPolicy', name)?.spec).egress.some(({ to = [{}] }) => to.some(isEverywhere)),
      );
      expect(reaching).toEqual(example === 'full' ? ['gateway', 'webhooks'] : ['webhooks']);
      const everywhere = policy
        .parse(find('NetworkPolicy', 'webhooks')?.spec)
        .egress.flatMap(({ to = [] }) => to)
        .find(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0');
      expect(everywhere?.ipBlock?.except).toEqual(
        expect.arrayContaining(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10']),
      );
    });
  });

  test('the pod of the operator reaches what its commands ask for while it is there, and no release has it', async () => {
    const shown = ['--set', 'operator.enabled=true,migrations.existingSecret=six', '--show-only', 'templates/operator.yaml'];
    const { code, stdout } = await template(newest(), [...valuesOf('minimal'), ...shown]);
    expect(code).toBe(0);
    const names = new Map(objectsOf(stdout).map((each) => [`${each.kind} ${each.metadata.name}`, each]));
    expect([...names.keys()].toSorted()).toEqual([
      'NetworkPolicy shop-fulfilment-from-operator',
      'NetworkPolicy shop-fulfilment-operator',
      'Pod shop-fulfilment-operator',
    ]);
    const [pod, admission] = [
      names.get('Pod shop-fulfilment-operator'),
      names.get('NetworkPolicy shop-fulfilment-from-operator'),
    ];
    const [{ env }] = podSpec.parse(pod?.spec).containers;

    const ports = (rendered.get('minimal') ?? [])
      .filter(({ kind }) => kind === 'Service')
      .flatMap(({ metadata, spec }) => servicePorts.parse(spec).ports.map(({ port }) => `http://${metadata.name}:${port}`));
    const urls = env.flatMap(({ value }) => value ?? []);
    expect(urls.filter((url) => !ports.includes(url))).toEqual([]);
    expect(urls).toHaveLength(PROCESSES.length);
    expect(env.filter(({ value }) => value === undefined)).toEqual([
      { name: 'JWT_PRIVATE_KEY', valueFrom: { secretKeyRef: { name: 'fulfilment', key: 'JWT_PRIVATE_KEY' } } },
      { name: 'MONGODB_URL', valueFrom: { secretKeyRef: { name: 'six', key: 'MONGODB_URL' } } },
    ]);
    const { ingress } = policy.pick({ ingress: true }).parse(admission?.spec);
    expect(ingress.map(({ from }) => from)).toEqual([[{ podSelector: { matchLabels: expect.any(Object) } }]]);
    expect(pod?.metadata.labels).toMatchObject(ingress[0]?.from?.[0]?.podSelector?.matchLabels ?? { none: '' });
    const pods = [...rendered.values()].flat().filter(({ kind }) => kind === 'Pod');
    expect(pods.filter(({ metadata }) => metadata.name !== pod?.metadata.name)).toEqual(pods);

    const { command, env: python } = await fetchKubernetesValidate();
    const [program, ...args] = command;
    const judged = await run(
      program,
      [...args, '--strict', '--quiet', '--no-warn', '-k', '1.37', await withFile(stdout)],
      python,
    );
    expect(judged).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('the commands that the README gives to the pod of the operator are commands of it', async () => {
    const readme = await readFile(join(CHART, 'README.md'), 'utf8');
    const commands = await readFile(join(root, 'docs/generated/commands.md'), 'utf8');
    const named = Array.from(readme.matchAll(/^admin ((?:[a-z]+ ?)+)/gm), ([, name = '']) => name.trim().replace(/ status$/, ''));

    expect(named).toEqual(['account create', 'key issue', 'migrate', 'verify']);
    expect(named.filter((name) => !commands.includes(`\n## ${name}\n`))).toEqual([]);
  });

  test.each(EXAMPLES)('the Job of migrations migrates the databases of the services, with "%s"', async (example) => {
    const objects = rendered.get(example) ?? [];
    const job = objects.find(({ kind }) => kind === 'Job');
    const { containers } = z.looseObject({ template: z.looseObject({ spec: podSpec }) }).parse(job?.spec).template.spec;
    const [program, command = '', ...args] = z.array(z.string()).parse(containers[0]['args']);
    const databases = objects
      .filter(({ kind }) => kind === 'Deployment')
      .flatMap(variablesOf)
      .filter(({ name }) => name === 'MONGODB_DATABASE')
      .map(({ value }) => value);

    expect(program).toBe('main.js');
    expect(await readFile(join(root, 'docs/generated/commands.md'), 'utf8')).toContain(`\n## ${command}\n`);
    expect(args).toEqual(example === 'full' ? ['--namespace', 'shop'] : []);
    expect(databases).toEqual(Object.values(databasesOf(args[1] ?? '')));
    expect(containers[0].env.map(({ name }) => name)).toEqual(['MONGODB_URL']);
  });

  test('without hooks there is a Job for each release, which a tool that only renders gives another name, and one for what stays', async () => {
    const first = await nameOfMigrations('image.tag=1.0.0');

    expect(first).toMatch(/^shop-fulfilment-migrations-[0-9a-f]{10}$/);
    expect(await nameOfMigrations('image.tag=1.0.0')).toBe(first);
    expect(await nameOfMigrations('image.tag=1.1.0')).not.toBe(first);
    expect(await nameOfMigrations('image.tag=1.0.0', 'migrations.rate=100')).not.toBe(first);
  });

  test('the CronJob that archives the ledger runs the command of that name, with all that it is told, where it is wanted', async () => {
    const [job] = cronJobsOf('full').map(({ spec }) => cronJob.parse(spec));
    const { containers, automountServiceAccountToken } = job?.jobTemplate.spec.template.spec ?? {};
    const [program, command, ...args] = z.array(z.string()).parse(containers?.[0]['args']);

    expect(cronJobsOf('minimal')).toEqual([]);
    expect(job).toMatchObject({ schedule: '15 1 * * 0', timeZone: 'Europe/Berlin', concurrencyPolicy: 'Forbid' });
    expect([program, automountServiceAccountToken]).toEqual(['main.js', false]);
    expect(await readFile(join(root, 'docs/generated/commands.md'), 'utf8')).toContain(`\n## ${command}\n`);
    expect(parseArchiveArguments(args)).toMatchObject({ kind: 'archive', olderThanDays: 90, rate: 500, namespace: 'shop' });
    const secret = { secretKeyRef: { name: 'shop-inventory', key: 'MONGODB_URL' } };
    expect(containers?.[0].env).toMatchObject([{ name: 'MONGODB_URL', valueFrom: secret }]);
  });

  test('every metric that scales a service is one that its code exports', async () => {
    const queries = (rendered.get('full') ?? [])
      .filter(({ kind }) => kind === 'ScaledObject')
      .flatMap((each) => JSON.stringify(each.spec).match(/fulfilment_[a-z_]+/g) ?? []);
    const code = await Promise.all(
      ['libs/messaging/src/consumer/consumer.ts', 'libs/messaging/src/outbox/relay.ts', 'apps/webhooks/src/metrics.ts'].map(
        (path) => readFile(join(root, path), 'utf8'),
      ),
    );

    expect(new Set(queries)).toEqual(
      new Set(['fulfilment_consumer_lag', 'fulfilment_outbox_oldest_seconds', 'fulfilment_webhook_oldest_undelivered_seconds']),
    );
    expect(queries.filter((query) => !code.some((text) => text.includes(`'${query.replace('fulfilment_', '')}'`)))).toEqual([]);
  });

  test('scrapes name their installation, and each alert links to the copy of the pages that is given', async () => {
    const endpoints = z.looseObject({ endpoints: z.array(z.looseObject({ relabelings: z.array(z.unknown()) })) });
    const monitor = (rendered.get('full') ?? []).find(({ kind }) => kind === 'ServiceMonitor');
    const given = ['--set', 'monitoring.prometheusRule.pagesUrl=https://git.example.org/shop/'];
    const { stdout } = await template(newest(), [...valuesOf('full'), ...given]);
    const links = Array.from(stdout.matchAll(/^ +runbook_url: (\S+)$/gm), ([, link = '']) => link);

    expect(endpoints.parse(monitor?.spec).endpoints.map(({ relabelings }) => relabelings)).toEqual([
      [{ targetLabel: 'installation', replacement: 'shop/shop' }],
    ]);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !link.startsWith('https://git.example.org/shop/docs/'))).toEqual([]);
  });

  test('the least number of processes is known to the rules, for each service of the installation', async () => {
    const groups = z.looseObject({ groups: z.array(z.looseObject({ rules: z.array(z.unknown()) })) });
    const least = (rendered.get('full') ?? []).find(({ metadata }) => metadata.name.endsWith('-processes'));

    expect(groups.parse(least?.spec).groups[0]?.rules).toEqual(
      PROCESSES.map((service) => ({
        record: 'fulfilment:processes:least',
        expr: expect.stringMatching(/^vector\([1-9]\d*\)$/),
        labels: { installation: 'shop/shop', service },
      })),
    );
  });

  test('pods take what an installation adds: of every service, of one, and of migrations what names hosts', async () => {
    const values = await withFile(JSON.stringify(ADDED));
    const { code, stdout, stderr } = await template(newest(), [...valuesOf('minimal'), '--values', values]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const objects = objectsOf(stdout);
    const podOf = (ending: string) =>
      addedPod.parse(
        objects.find(({ kind, metadata }) => /^(Deployment|Job)$/.test(kind) && metadata.name.endsWith(ending))?.spec,
      ).template.spec;
    const [orders, scans, migrations] = [podOf('-orders'), podOf('-scans'), podOf('-migrations')];
    const [first] = orders.containers;

    expect(first?.['env']).toEqual(expect.arrayContaining([...ADDED.extraEnv, ...ADDED.orders.extraEnv]));
    expect(scans.containers[0]?.['env']).not.toEqual(expect.arrayContaining(ADDED.orders.extraEnv));
    expect(first).toMatchObject({ envFrom: ADDED.extraEnvFrom, lifecycle: ADDED.orders.lifecycle });
    expect(scans.containers[0]).toMatchObject({ lifecycle: ADDED.lifecycle });
    expect(first?.['volumeMounts']).toEqual(expect.arrayContaining(ADDED.extraVolumeMounts));
    expect(orders.volumes).toEqual(expect.arrayContaining(ADDED.extraVolumes));
    expect(orders.containers.slice(1)).toEqual([...ADDED.sidecars, ...ADDED.orders.sidecars]);
    expect(scans.containers.slice(1)).toEqual(ADDED.sidecars);
    expect(orders.initContainers).toEqual(ADDED.initContainers);
    for (const pod of [orders, scans, migrations])
      expect(pod).toMatchObject({ hostAliases: ADDED.hostAliases, dnsConfig: ADDED.dnsConfig });
    expect(migrations.containers).toHaveLength(1);

    const { command, env } = await fetchKubernetesValidate();
    const [python, ...args] = command;
    const judged = await run(python, [...args, '--strict', '--quiet', '--no-warn', '-k', '1.37', await withFile(stdout)], env);
    expect(judged).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test.each(EXAMPLES)('secrets are files where that is wanted, of the same keys and no others, with "%s"', async (example) => {
    const set = async (...given: readonly string[]) => {
      const { stdout } = await template(newest(), [
        ...valuesOf(example),
        '--set',
        ['secretFiles.enabled=true', ...given].join(','),
      ]);
      return objectsOf(stdout).filter(({ kind }) => kind === 'Deployment');
    };
    const [mounted, brought] = [await set(), await set('secretFiles.folder=/vault/secrets')];

    for (const deployment of mounted) {
      const before = (rendered.get(example) ?? []).find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === deployment.metadata.name,
      );
      const keys = secretsOf(before ?? deployment).filter(({ isOptional }) => !isOptional);
      const secrets = addedPod.parse(deployment.spec).template.spec.volumes.find(({ name }) => name === 'secrets');

      expect(keys.length).toBeGreaterThan(3);
      expect(secrets?.['secret']).toEqual({
        secretName: keys[0]?.secret,
        items: keys.map(({ key }) => ({ key, path: key })),
      });
      expect(secretsOf(deployment).filter(({ isOptional }) => !isOptional)).toEqual([]);
      const named = variablesOf(deployment).filter(({ name }) => name.endsWith('_FILE'));
      expect(named).toEqual(keys.map(({ key }) => ({ name: `${key}_FILE`, value: `/etc/fulfilment/secrets/${key}` })));
    }
    for (const deployment of brought) {
      const folders = variablesOf(deployment).flatMap(({ name, value }) =>
        name.endsWith('_FILE') ? [dirname(value ?? '')] : [],
      );
      expect(new Set(folders)).toEqual(new Set(['/vault/secrets']));
      expect(addedPod.parse(deployment.spec).template.spec.volumes.filter(({ name }) => name === 'secrets')).toEqual([]);
    }
  });

  test('`helm test` asks every process, and its policies are there only with it', () => {
    const own = (rendered.get('minimal') ?? []).filter(({ metadata }) => metadata.name.endsWith('-test'));
    const headless = (rendered.get('minimal') ?? []).filter(
      ({ kind, metadata }) => kind === 'Service' && metadata.name.endsWith('-internal'),
    );
    const pod = own.find(({ kind }) => kind === 'Pod');
    const [{ env }] = podSpec.parse(pod?.spec).containers;

    expect(own.map(({ kind }) => kind).toSorted()).toEqual(['NetworkPolicy', 'NetworkPolicy', 'Pod']);
    for (const { metadata } of own) expect(metadata).toMatchObject({ annotations: { 'helm.sh/hook': 'test' } });
    const [port, ...hosts] = env[0]?.value?.split(' ') ?? [];
    expect(hosts).toEqual(headless.map(({ metadata }) => metadata.name));
    expect(new Set(headless.flatMap(({ spec }) => servicePorts.parse(spec).ports.map((each) => String(each.port))))).toEqual(
      new Set([port]),
    );
  });

  test('ingress-nginx bounds a client where that is wanted; annotations that are given win', async () => {
    const annotated = z.looseObject({ annotations: z.record(z.string(), z.string()).optional() });
    const annotationsOf = (objects: readonly KubernetesObject[]) =>
      annotated.parse(objects.find(({ kind }) => kind === 'Ingress')?.metadata).annotations;
    const own = ['--set-string', String.raw`ingress.annotations.nginx\.ingress\.kubernetes\.io/limit-connections=7`];
    const withOwn = await template(newest(), [...valuesOf('full'), ...own]);
    const without = await template(newest(), [...valuesOf('full'), '--set', 'ingress.nginx.enabled=false']);

    expect(annotationsOf(rendered.get('full') ?? [])).toEqual({ 'example.com/a': 'b', ...NGINX_BOUNDS });
    expect(annotationsOf(objectsOf(withOwn.stdout))?.['nginx.ingress.kubernetes.io/limit-connections']).toBe('7');
    expect(annotationsOf(objectsOf(without.stdout))).toEqual({ 'example.com/a': 'b' });
  });

  test('no object holds a secret: what is secret comes from Secrets that are there', () => {
    const all = [...rendered.values()].flat();

    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    const variables = all.filter(({ kind }) => kind === 'Deployment' || kind === 'Job').flatMap(variablesOf);
    const secret = /URL$|PEPPER|SECRET|PASSWORD|USERNAME|PRIVATE_KEY/;
    const open = variables.filter(({ name, value }) => secret.test(name) && value !== undefined).map(({ name }) => name);
    expect(new Set(open)).toEqual(new Set(['PUBLIC_URL']));
  });
});

function isEverywhere({ ipBlock, podSelector }: z.output<typeof policyPeer>): boolean {
  return ipBlock === undefined ? podSelector === undefined : ipBlock.cidr.endsWith('/0');
}

function variablesOf({ spec }: KubernetesObject): readonly z.output<typeof variable>[] {
  return z.looseObject({ template: z.looseObject({ spec: podSpec }) }).parse(spec).template.spec.containers[0].env;
}

/** The keys of Secrets that are variables of a Deployment's container. */
function secretsOf(deployment: KubernetesObject) {
  return variablesOf(deployment).flatMap(({ valueFrom }) => {
    const { success, data } = secretReference.safeParse(valueFrom);
    return success
      ? [{ secret: data.secretKeyRef.name, key: data.secretKeyRef.key, isOptional: data.secretKeyRef.optional }]
      : [];
  });
}
