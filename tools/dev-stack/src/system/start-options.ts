import { parseArgs } from 'node:util';
import { isServiceName, SERVICES, type Scale, type ServiceName } from './services.ts';

/** The request that the command line states. */
export type StartRequest =
  | { readonly kind: 'start'; readonly fresh: boolean; readonly scale: Scale }
  | { readonly kind: 'help' }
  | { readonly kind: 'misuse'; readonly message: string };

// What one machine can sensibly be asked for.
const MOST_PROCESSES = 8;

export const START_USAGE = `npm start -- [--fresh] [--scale <service>=<n>[,…]] [--help]

Starts Kafka, MongoDB and Redis, the services and the gateway, and keeps them running until Ctrl-C.

  --fresh                begin empty: forget data, keys and secrets of earlier starts
  --scale orders=2       run several processes of a service (1 to ${MOST_PROCESSES}); repeatable, also --scale orders=2,scans=2
                         services: ${SERVICES.join(', ')}
  --help                 this text

Settings from the environment:
  PORT                   port of the API, 8080 by default; 0 for any free one
  HOST                   address the API listens on, 127.0.0.1 by default
  FULFILMENT_DATA        folder for data, keys and logs, .data by default
  FULFILMENT_CACHE       folder for fetched engines, .cache/engines by default
  FULFILMENT_ENGINES     containers or processes; otherwise containers where Docker answers, else processes
  KAFKA_BROKERS, MONGODB_URL, REDIS_URL
                         engines that run already
  LOG_LEVEL              of the services' logs, info by default
`;

/** Reads the arguments of `npm start`. */
export function parseStartArguments(args: readonly string[]): StartRequest {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { fresh: { type: 'boolean' }, scale: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help === true) return { kind: 'help' };
    return { kind: 'start', fresh: values.fresh ?? false, scale: parseScale(values.scale ?? []) };
  } catch (error) {
    return { kind: 'misuse', message: error instanceof Error ? error.message : String(error) };
  }
}

function parseScale(texts: readonly string[]): Scale {
  const entries = texts.flatMap((text) => text.split(',')).map(parseScaleEntry);
  return Object.fromEntries(entries);
}

function parseScaleEntry(entry: string): readonly [ServiceName, number] {
  const [name = '', count = ''] = entry.split('=');
  if (!isServiceName(name)) throw new Error(`--scale ${entry}: "${name}" is none of ${SERVICES.join(', ')}`);
  if (!/^[1-9]$/.test(count) || Number(count) > MOST_PROCESSES) {
    throw new Error(`--scale ${entry}: the number of processes is 1 to ${MOST_PROCESSES}, as in --scale ${name}=2`);
  }
  return [name, Number(count)];
}
