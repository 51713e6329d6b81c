import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSUMER_GROUPS, CONTAINER_PORTS, LIVENESS_PATH, PROCESSES, PUBLISHERS, READINESS_PATH } from '@fulfilment/contracts';

/** The facts of processes that files of deploy/ say in forms of their own. */
export interface ProcessTable {
  /** The gateway first. */
  readonly processes: readonly string[];
  /** Those with a consumer group. */
  readonly consumers: readonly string[];
  /** Those with an outbox. */
  readonly publishers: readonly string[];
  readonly ports: Readonly<Record<'api' | 'internal', number>>;
  /** Paths of the internal port. */
  readonly probes: Readonly<Record<'live' | 'ready', string>>;
}

/** The table as libs/contracts has it. */
export const PROCESS_TABLE: ProcessTable = {
  processes: PROCESSES,
  consumers: [...new Set(Object.values(CONSUMER_GROUPS).map(({ service }) => service))],
  publishers: PUBLISHERS,
  ports: CONTAINER_PORTS,
  probes: { live: LIVENESS_PATH, ready: READINESS_PATH },
};

/** A part of a file, and what it is by the table. */
type Place = readonly [part: RegExp, text: (table: ProcessTable, before: string) => string];

const servicesOf = ({ processes }: ProcessTable): readonly string[] => processes.filter((name) => name !== 'gateway');
const lines = (names: readonly string[], line: (name: string, variable: string) => string): string =>
  names.map((name) => `${line(name, name.toUpperCase())}\n`).join('');
const usersOf = ({ processes }: ProcessTable): readonly string[] => ['admin', 'operator', ...processes];

/** Three containers of a service, by the names that Compose gives them. */
function upstreams(name: string, { ports }: ProcessTable): string {
  return [1, 2, 3].map((at) => `http://fulfilment-${name}-${at}:${ports.api}`).join(',');
}

const absenceOf = (name: string): string =>
  `label_replace(fulfilment:installations unless on (installation) process_start_time_seconds{service="${name}"}, "service", "${name}", "", "")`;

/** The expression of the alert on services of which no process is there. */
function absences(names: readonly string[]): string {
  return `          ${names.map(absenceOf).join('\n            or ')}\n`;
}

/** Settings, secrets and networks that one service alone has in Compose. */
const OWN_IN_COMPOSE: Readonly<
  Record<string, Readonly<Partial<Record<'settings' | 'secrets' | 'networks', readonly string[]>>>>
> = {
  webhooks: {
    settings: [
      'WEBHOOK_SECRET_KEY_FILE: /run/secrets/webhook-secret-key',
      'WEBHOOK_ALLOW_HTTP: ${WEBHOOK_ALLOW_HTTP:-false}',
      'WEBHOOK_ALLOWED_CIDRS: ${WEBHOOK_ALLOWED_CIDRS:-}',
    ],
    secrets: ['webhook-secret-key'],
    networks: ['egress'],
  },
};

/** A service in Compose, of the release that its image has there. */
function composeService(name: string, tag: string): string {
  const { settings = [], secrets = [], networks = [] } = OWN_IN_COMPOSE[name] ?? {};
  return [
    `  ${name}:`,
    '    <<: *service',
    `    image: \${IMAGE_PREFIX:-fulfilment}/${name}:${tag}`,
    '    environment:',
    '      <<: [*settings, *kafka-settings]',
    ...settings.map((line) => `      ${line}`),
    '    secrets:',
    `      - { source: mongodb-url-${name}, target: mongodb-url }`,
    ...['redis-url', 'jwt-public-keys', 'cursor-secret', 'kafka-password', ...secrets].map((secret) => `      - ${secret}`),
    `    networks: [${['back', 'engines', ...networks].join(', ')}]`,
    '',
    '',
  ].join('\n');
}

const GATEWAY_INTERNAL: Place = [/(?<=http:\/\/gateway:)\d+/g, ({ ports }) => String(ports.internal)];

const PLACES: Readonly<Record<string, readonly Place[]>> = {
  'deploy/helm/fulfilment/templates/_helpers.tpl': [
    [/(?<="fulfilment\.services" -\}\}\n).+/, ({ processes }) => processes.join(' ')],
    [/(?<="fulfilment\.consumers" -\}\}\n).+/, ({ consumers }) => consumers.join(' ')],
    [/(?<="fulfilment\.publishers" -\}\}\n).+/, ({ publishers }) => publishers.join(' ')],
    [/(?<="fulfilment\.apiPort" -\}\}\n).+/, ({ ports }) => String(ports.api)],
    [/(?<="fulfilment\.internalPort" -\}\}\n).+/, ({ ports }) => String(ports.internal)],
  ],
  'deploy/helm/fulfilment/templates/deployments.yaml': [
    [/(?<=(?:startup|liveness)Probe:\n +httpGet: \{ path: )[^,]+/g, ({ probes }) => probes.live],
    [/(?<=readinessProbe:\n +httpGet: \{ path: )[^,]+/, ({ probes }) => probes.ready],
  ],
  'deploy/docker/Dockerfile': [
    [/(?<= PORT=)\d+/, ({ ports }) => String(ports.api)],
    [/(?<=INTERNAL_PORT=)\d+/, ({ ports }) => String(ports.internal)],
    [/(?<=^EXPOSE ).+/m, ({ ports }) => `${ports.api} ${ports.internal}`],
    [
      /(?:^FROM service AS \w+\nLABEL .+\nCOPY .+\n\n)+/m,
      ({ processes }) =>
        lines(
          processes,
          (name) => `FROM service AS ${name}\nLABEL org.opencontainers.image.title="fulfilment ${name}"\nCOPY ${name}/ /app/\n`,
        ),
    ],
  ],
  'deploy/docker/docker-bake.json': [
    [/(?<="image": \[).+(?=, "operator"\])/, ({ processes }) => processes.map((name) => `"${name}"`).join(', ')],
  ],
  'deploy/docker/health.mjs': [[/(?<=path: ')[^']+/, ({ probes }) => probes.ready]],
  'deploy/observability/prometheus.yaml': [
    [/(?<=- names: \[).+(?=\])/, ({ processes }) => processes.join(', ')],
    [/(?<=its internal port )\d+|(?<=^ +port: )\d+/gm, ({ ports }) => String(ports.internal)],
  ],
  'deploy/helm/fulfilment/files/alerts.yaml': [
    [/(?<=container=~")[^"]+/, ({ processes }) => processes.join('|')],
    [/(?:^ +(?:or )?label_replace\(fulfilment:installations .+\n)+/m, ({ processes }) => absences(processes)],
  ],
  'deploy/compose/roll': [
    [/.+(?=\) service=\$1)/, ({ processes }) => `  ${processes.join(' | ')}`],
    [/(?<=usage: roll )[^']+/, ({ processes }) => processes.join('|')],
  ],
  'deploy/compose/check': [[/(?<=for service in ).+(?=; do)/, ({ processes }) => processes.join(' ')]],
  'deploy/compose/Caddyfile': [[/(?<=dynamic a gateway )\d+/, ({ ports }) => String(ports.api)]],
  'deploy/compose/.env.example': [
    [
      /(?:^UPSTREAM_.+\n)+/m,
      (table) => lines(servicesOf(table), (name, variable) => `UPSTREAM_${variable}=${upstreams(name, table)}`),
    ],
  ],
  'deploy/compose/compose.smoke.yaml': [GATEWAY_INTERNAL, [/(?<=http:\/\/webhooks:)\d+/, ({ ports }) => String(ports.api)]],
  'deploy/compose/README.md': [
    [/(?<=^for service in ).+(?=; do \.\/roll)/m, (table) => [...servicesOf(table), 'gateway'].join(' ')],
  ],
  'deploy/helm/fulfilment/README.md': [
    [/(?<=`‹registry›)\/gateway`.+(?= and `\/operator`)/, ({ processes }) => processes.map((name) => `/${name}\``).join(', `')],
  ],
  'deploy/compose/compose.yaml': [
    GATEWAY_INTERNAL,
    [
      // From the first service behind the gateway to the engines.
      /^ {2}inventory:\n[^]*?(?=^ {2}kafka:$)/m,
      (table, before) => {
        const [tag = ''] = /(?<=\/inventory:).+/.exec(before) ?? [];
        return servicesOf(table)
          .map((name) => composeService(name, tag))
          .join('');
      },
    ],
    [
      /(?:^ {6}UPSTREAM_.+\n)+/m,
      (table) =>
        lines(
          servicesOf(table),
          (name, variable) => `      UPSTREAM_${variable}: \${UPSTREAM_${variable}:-${upstreams(name, table)}}`,
        ),
    ],
    [
      /(?:^ {6}[A-Z]+_URL: http:.+\n)+/m,
      (table) => lines(servicesOf(table), (name, variable) => `      ${variable}_URL: http://${name}:${table.ports.api}`),
    ],
    [
      /(?:^ {6}[A-Z]+_MONGODB_URL_FILE: .+\n)+/m,
      (table) =>
        lines(usersOf(table), (name, variable) => `      ${variable}_MONGODB_URL_FILE: /run/secrets/mongodb-url-${name}`),
    ],
    [/(?:^ {6}- mongodb-url-.+\n){2,}/m, (table) => lines(usersOf(table), (name) => `      - mongodb-url-${name}`)],
    [
      /(?:^ {2}mongodb-url-.+\n)+/m,
      (table) =>
        lines(usersOf(table), (name) => `  mongodb-url-${name}: { file: '\${SECRETS_DIR:-./secrets}/mongodb-url-${name}' }`),
    ],
  ],
};

/**
 * The files of deploy/ that name processes, their ports or their probes, as the table has them. What the gateway alone needs in Compose
 * is written by hand there.
 *
 * @returns texts by path, relative to `root`.
 * @throws Error naming a file that lacks a place.
 */
export function processFiles(root: string, table: ProcessTable): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(PLACES).map(([path, places]) => [
      path,
      places.reduce(
        (text, [part, fill]) => {
          if (text.search(part) < 0) throw new Error(`${path} has nothing like ${part}`);
          return text.replace(part, (before: string) => fill(table, before));
        },
        readFileSync(join(root, path), 'utf8'),
      ),
    ]),
  );
}
