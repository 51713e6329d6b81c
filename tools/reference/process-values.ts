import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessTable } from './process-table.ts';

/** A value of the chart: the comment above it, its default as YAML, and its schema. */
interface Value {
  readonly comment: string;
  readonly value: string;
  readonly schema: object;
}

/** Values by name, and maps of such. */
interface Values {
  readonly [name: string]: Value | Values;
}

const isValue = (each: Value | Values): each is Value => typeof each['comment'] === 'string';

const value = (comment: string, byDefault: string, schema: object): Value => ({ comment, value: byDefault, schema });
const ref = (name: string): object => ({ $ref: `#/definitions/${name}` });
const whole = (minimum: number, maximum: number): object => ({ type: 'integer', minimum, maximum });
const PROCESSES = whole(1, 200);
const KINDS_OF_AFFINITY = ['nodeAffinity', 'podAffinity', 'podAntiAffinity'];

/** The values that are the same of every process. */
const PLACEMENT: Values = {
  podAnnotations: value('Annotations of its pods.', '{}', ref('labels')),
  nodeSelector: value('Node labels that its pods ask for.', '{}', ref('labels')),
  tolerations: value('Taints that its pods tolerate.', '[]', { type: 'array', items: { type: 'object' } }),
  affinity: value('Affinity of its pods.', '{}', {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(KINDS_OF_AFFINITY.map((kind) => [kind, { type: 'object' }])),
  }),
  extraEnv: value('As `extraEnv` and its like above, for this service beside them.', '[]', ref('extraEnv')),
  extraEnvFrom: value('Beside the common ones.', '[]', ref('extraEnvFrom')),
  extraVolumes: value('Beside the common ones.', '[]', ref('extraVolumes')),
  extraVolumeMounts: value('Beside the common ones.', '[]', ref('extraVolumeMounts')),
  sidecars: value('Beside the common ones.', '[]', ref('containers')),
  initContainers: value('After the common ones.', '[]', ref('containers')),
  lifecycle: value('Instead of the common ones.', '{}', ref('lifecycle')),
};

const SERVICE: Values = {
  type: value('`ClusterIP`, `NodePort` or `LoadBalancer`.', 'ClusterIP', { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] }),
  port: value('Port of the API.', '80', ref('port')),
  annotations: value("Annotations, such as those of a cloud's balancer.", '{}', ref('labels')),
  loadBalancerSourceRanges: value('Ranges that a LoadBalancer admits; by default all.', '[]', ref('ranges')),
};

/** The values that one process alone has, beside its like in all. */
const OWN: Readonly<Record<string, Values>> = {
  gateway: {
    trustedProxies: value(
      'Ranges of proxies in front, whose `X-Forwarded-For` counts, such as `10.0.0.0/8`.',
      '[]',
      ref('ranges'),
    ),
    maxInFlightPerProcess: value(
      'Requests of a gateway under way at one process of a service. The chart multiplies it by the least number of processes of a service, since a Service of Kubernetes is one address to the gateway.',
      '512',
      whole(1, 65_536),
    ),
  },
  webhooks: {
    allowHttp: value('Endpoints may be plain http.', 'false', { type: 'boolean' }),
    allowedCidrs: value('Ranges that may be delivered to although they are private, such as `10.1.0.0/16`.', '[]', ref('ranges')),
  },
};

const OUTBOX_SECONDS = value(
  'With KEDA: age of the oldest unpublished message, in seconds, above which processes are added.',
  '5',
  whole(1, 86_400),
);
const DELIVERY_SECONDS = value(
  'With KEDA: age of the oldest undelivered event, in seconds, above which processes are added. One failing endpoint alone makes it old: keep it above the pause that you accept.',
  '60',
  whole(1, 86_400),
);

/** @param memory MiB that its container took at most. */
function valuesOf(name: string, memory: number, { consumers, publishers }: ProcessTable): Values {
  const isGateway = name === 'gateway';
  const consumes = consumers.includes(name);
  const notice = isGateway
    ? value(noticeOf('the balancer in front needs to notice'), '15000', whole(0, 60_000))
    : value(noticeOf('the endpoints of its Service need to change everywhere'), '5000', whole(0, 60_000));
  return {
    replicas: value('Processes, where nothing scales them.', '2', PROCESSES),
    existingSecret: value('Secret of this service, instead of `existingSecret`.', "''", ref('name')),
    ...(consumes && {
      kafkaClientSecret: value('Secret of its client certificate, instead of `kafka.tls.clientSecret`.', "''", ref('name')),
    }),
    ...(isGateway ? { drainNoticeMs: notice, ...OWN[name] } : { ...OWN[name], drainNoticeMs: notice }),
    settings: value(
      `More settings by their names, as docs/generated/configuration.md lists them${isGateway ? ', such as `CORS_ORIGINS`' : ''}.`,
      '{}',
      ref(`${name}Settings`),
    ),
    image: {
      repository: value('Name of its image behind `image.registry`.', name, {}),
      digest: value('Digest (`sha256:…`) instead of the tag.', "''", {}),
    },
    ...(isGateway && { service: SERVICE }),
    resources: value(
      `Requests and limits of a process. Its container took ${memory} MiB after a load (docs/drills.md, compose); the limit has room for what is large or hostile. One process uses at most about one core.`,
      [
        '',
        '    requests: { cpu: 500m, memory: 224Mi, ephemeral-storage: 64Mi }',
        '    limits: { memory: 1Gi, ephemeral-storage: 256Mi }',
      ].join('\n'),
      ref('resources'),
    ),
    autoscaling: {
      enabled: value('The number of processes follows the load, instead of `replicas`.', 'true', { type: 'boolean' }),
      minReplicas: value('Least number of processes.', '2', PROCESSES),
      maxReplicas: value(
        `Greatest number of processes${consumes ? '; more than `kafka.partitions` share the API, but not the records' : ''}.`,
        '6',
        PROCESSES,
      ),
      cpuPercent: value('Share of the requested CPU, in percent, above which processes are added.', '80', whole(1, 100)),
      ...(consumes && {
        lagRecords: value(
          'With KEDA: records not yet handled, for each process, above which processes are added.',
          '2000',
          whole(1, 10_000_000),
        ),
      }),
      ...(publishers.includes(name) && { outboxSeconds: OUTBOX_SECONDS }),
      ...(name === 'webhooks' && { deliverySeconds: DELIVERY_SECONDS }),
    },
    ...PLACEMENT,
  };
}

function noticeOf(whom: string): string {
  return `Milliseconds after SIGTERM in which it reports not ready and works on: as long as ${whom}. The grace period of the pod is 25 s more.`;
}

/** The values of each process in the chart, as values.yaml has them and as their schema describes them. */
export interface ProcessValues {
  readonly yaml: string;
  readonly schemas: Readonly<Record<string, object>>;
}

/** The values of the processes of a table; the memory that their comments cite is that of docs/drills.md. */
export function processValues(root: string, table: ProcessTable): ProcessValues {
  const memory = memoryByProcess(root);
  const all = table.processes.map((name) => [name, valuesOf(name, memory.get(name) ?? 0, table)] as const);
  return {
    yaml: all.map(([name, values]) => `${name}:\n${yamlOf(values, '  ')}`).join('\n'),
    schemas: Object.fromEntries(all.map(([name, values]) => [name, schemaOf(values)])),
  };
}

function yamlOf(values: Values, indent: string): string {
  return Object.entries(values)
    .map(([name, each]) =>
      isValue(each)
        ? `${indent}# ${each.comment}\n${indent}${name}:${each.value.startsWith('\n') ? '' : ' '}${each.value}\n`
        : `${indent}${name}:\n${yamlOf(each, `${indent}  `)}`,
    )
    .join('');
}

function schemaOf(values: Values): object {
  const properties = Object.entries(values).map(([name, each]) => [
    name,
    name === 'image' ? ref('image') : isValue(each) ? each.schema : schemaOf(each),
  ]);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) };
}

/** MiB that the container of each process took at most after the last load of the drill. */
function memoryByProcess(root: string): ReadonlyMap<string, number> {
  const drill = readFileSync(join(root, 'docs/drills.md'), 'utf8');
  return new Map(
    Array.from(drill.matchAll(/^\| (\w+) \| (?:\d+ and )?(\d+) \|$/gm), ([, name = '', most]) => [name, Number(most)]),
  );
}
