/** A request that is measured. */
export interface Workload {
  /** For people. */
  readonly what: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** Under way at once, each on a connection of its own that is kept. */
  readonly atOnce: number;
  /** How many of small requests take as long as one of these, roughly. */
  readonly weight: number;
}

const MIB = 1_048_576;
/** More than a slow reader reads while it is watched. */
const ENDLESS_BYTES = 1_024 * MIB;

const READ: Workload = { what: 'GET, 400 bytes of JSON', method: 'GET', path: '/v1/inventory/MUG-1', atOnce: 32, weight: 1 };
const WRITE: Workload = {
  what: 'POST, 80 bytes of JSON',
  method: 'POST',
  path: '/v1/inventory/MUG-1/adjustments',
  body: JSON.stringify({ type: 'receive', quantity: 12, location: 'A-01-03', reason: 'purchase order 4711' }),
  atOnce: 32,
  weight: 1,
};
const DOWNLOAD: Workload = { what: 'GET, a stream of 1 MiB', method: 'GET', path: downloadPath(MIB), atOnce: 4, weight: 20 };

export const WORKLOADS: readonly Workload[] = [READ, WRITE, DOWNLOAD];

/** An answer that a slow reader never reads to its end: no export, of which the gateway gives a tenant eight at once. */
export const ENDLESS: Workload = { ...DOWNLOAD, path: `/v1/inventory?bytes=${ENDLESS_BYTES}` };

/** The request that a client sends, byte for byte. @param key an API key's text. */
export function requestText({ method, path, body = '' }: Workload, key: string): string {
  const fields = [
    `${method} ${path} HTTP/1.1`,
    'Host: api.example.test',
    'User-Agent: bench/1.0',
    'Accept: application/json',
    `Authorization: Bearer ${key}`,
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${fields.join('\r\n')}\r\n\r\n${body}`;
}

function downloadPath(bytes: number): string {
  return `/v1/inventory/export?bytes=${bytes}`;
}

/** The extent of a measurement of the gateway. It is counted in requests: on a busy machine it takes longer, and says the same. */
export interface GatewayExtent {
  /** In each of which all take turns; one more warms up. */
  readonly rounds: number;
  /** Small requests of one turn, many at once. */
  readonly requests: number;
  /** Small requests of one turn, one at once. */
  readonly requestsAlone: number;
  readonly slowReaders: number;
  /** Milliseconds. */
  readonly slowMs: number;
}

export const GATEWAY: GatewayExtent = {
  rounds: 5,
  requests: 6_000,
  requestsAlone: 600,
  slowReaders: 1_000,
  slowMs: 10_000,
};
export const GATEWAY_QUICK: GatewayExtent = { ...GATEWAY, rounds: 2, requests: 3_000, requestsAlone: 300, slowMs: 3_000 };
