import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

/** One answer of the stub, or a fault in its place. */
export const stubAnswer = z.object({
  status: z.number().default(200),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown().optional(),
  text: z.string().optional(),
  problem: z.record(z.string(), z.unknown()).optional(),
  /** Bytes of the body in base64, for text that is not UTF-8. */
  base64: z.string().optional(),
  fault: z.enum(['reset', 'hang', 'half', 'cut_head', 'stall', 'drip', 'drip_head', 'gzip_cut', 'gzip_unasked']).optional(),
  /** Compressed for a client that takes gzip. */
  gzip: z.boolean().default(false),
  /** The last segment of the path as the SKU of the body. */
  echo_path: z.boolean().default(false),
  /** Member of the body whose items each get a result. */
  echo_results: z.string().optional(),
});
export type StubAnswer = z.output<typeof stubAnswer>;

/** A request that the stub got. */
export interface StubRequest {
  readonly method: string;
  /** As it was sent, below the prefix of its script. */
  readonly path: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** Milliseconds. */
  readonly at: number;
  /** Port of the client's end of the connection. */
  readonly connection: number;
}

/** A server that answers and fails by scripts, each under a prefix of its own. */
export interface StubServer {
  /** @returns the base URL of the script. */
  readonly play: (name: string, answers: readonly StubAnswer[]) => string;
  readonly requestsOf: (name: string) => readonly StubRequest[];
  readonly stop: () => void;
}

/** Starts it on a free port of this machine. */
export async function startStubServer(): Promise<StubServer> {
  const scripts = new Map<string, { answers: readonly StubAnswer[]; requests: StubRequest[] }>();
  const server = createServer((request, response) => {
    const [, name = ''] = (request.url ?? '').split('/');
    const script = scripts.get(name);
    if (!script) return void response.writeHead(400).end();
    void read(request, name).then((seen) => {
      const answer = script.answers[Math.min(script.requests.length, script.answers.length - 1)];
      script.requests.push(seen);
      if (answer) reply(answer, seen, response);
      return undefined;
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has a port.
  const { port } = server.address() as AddressInfo;
  return {
    play: (name, answers) => {
      scripts.set(name, { answers, requests: [] });
      return `http://127.0.0.1:${port}/${name}`;
    },
    requestsOf: (name) => scripts.get(name)?.requests ?? [],
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function read(request: IncomingMessage, name: string): Promise<StubRequest> {
  const at = performance.now();
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const [path = '', search = ''] = (request.url ?? '').slice(name.length + 1).split('?');
  const params = new URLSearchParams(search);
  const query = Object.fromEntries([...new Set(params.keys())].map((key) => [key, params.getAll(key)]));
  const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, value?.toString()]));
  const connection = request.socket.remotePort ?? 0;
  return { method: request.method ?? '', path, query, headers, text: Buffer.concat(chunks).toString(), at, connection };
}

function reply(answer: StubAnswer, seen: StubRequest, response: ServerResponse): void {
  const { fault } = answer;
  const { socket } = response;
  if (fault === 'hang') return;
  if (fault === 'reset') return void socket?.resetAndDestroy();
  if (fault === 'cut_head') return void socket?.end('HTTP/1.1 200 OK\r\nContent-Type: appl');
  if (fault === 'drip_head') return dripHead(response);
  replyWith(answer, seen, response);
}

function replyWith(answer: StubAnswer, seen: StubRequest, response: ServerResponse): void {
  const { status, headers, fault, problem } = answer;
  const whole = textOf(answer, seen);
  // Half of a file in a whole frame where it is compressed; a connection that ends where the client wants it plain.
  const zipped = isZipped(answer, seen) ? gzipSync(whole) : null;
  const sent = zipped && fault === 'gzip_cut' ? zipped.subarray(0, zipped.length / 2) : (zipped ?? Buffer.from(whole));
  const ends = fault === 'gzip_cut' && !zipped ? 'half' : fault;
  response.writeHead(status, {
    'content-type': problem ? 'application/problem+json' : 'application/json',
    'x-request-id': 'req_stub',
    ...RATE_LIMIT,
    ...headers,
    ...(zipped && { 'content-encoding': 'gzip' }),
    ...((ends === 'half' || ends === 'stall') && { 'content-length': String(sent.length + 500) }),
  });
  write(fault === 'half' ? '{"half":' : sent, ends, response);
}

function write(sent: string | Uint8Array, fault: StubAnswer['fault'], response: ServerResponse): void {
  if (fault === 'half') response.write(sent, () => setTimeout(() => response.socket?.destroy(), 50));
  else if (fault === 'stall') response.write(sent);
  else if (fault === 'drip') drip(sent, response);
  else response.end(sent);
}

function isZipped({ gzip, fault }: StubAnswer, { headers }: StubRequest): boolean {
  if (fault === 'gzip_unasked') return true;
  return (gzip || fault === 'gzip_cut') && /\bgzip\b/.test(headers['accept-encoding'] ?? '');
}

/** Writes its text at once, then a blank every 100 ms, for ever. */
function drip(text: string | Uint8Array, response: ServerResponse): void {
  response.write(text);
  const timer = setInterval(() => response.write(' '), 100);
  response.on('close', () => clearInterval(timer));
}

/** The same within the head of an answer. */
function dripHead({ socket }: ServerResponse): void {
  if (!socket) return;
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Slow: ');
  const timer = setInterval(() => socket.write('x'), 100);
  socket.on('error', () => {}).on('close', () => clearInterval(timer));
}

const RATE_LIMIT = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99', 'x-ratelimit-reset': '1800000000' };

const items = z.record(z.string(), z.array(z.unknown()));

function textOf(answer: StubAnswer, seen: StubRequest): string | Uint8Array {
  const { status, body, text, base64, problem, echo_results: member, echo_path: echoesPath } = answer;
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  if (text !== undefined) return text;
  if (echoesPath) return JSON.stringify({ sku: seen.path.split('/').at(-1) });
  if (problem) {
    const usual = {
      type: 'http://stub/docs/errors',
      title: 'Refused',
      status,
      detail: 'Refused.',
      request_id: 'req_stub',
      retryable: false,
    };
    return JSON.stringify({ ...usual, ...problem });
  }
  if (member === undefined) return JSON.stringify(body ?? {});
  const { [member]: sent = [] } = items.parse(JSON.parse(seen.text));
  return JSON.stringify({ results: sent.map((_item, index) => ({ index, status: 200 })) });
}
