import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/** One answer of the stub, or a fault in its place. */
export const stubAnswer = z.object({
  status: z.number().default(200),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown().optional(),
  text: z.string().optional(),
  problem: z.record(z.string(), z.unknown()).optional(),
  fault: z.enum(['reset', 'hang', 'half']).optional(),
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
    if (!script) return void response.writeHead(500).end();
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
  return { method: request.method ?? '', path, query, headers, text: Buffer.concat(chunks).toString(), at };
}

function reply(answer: StubAnswer, seen: StubRequest, response: ServerResponse): void {
  const { status, headers, fault } = answer;
  if (fault === 'hang') return;
  if (fault === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const text = textOf(answer, seen);
  const type = answer.problem ? 'application/problem+json' : 'application/json';
  response.writeHead(status, {
    'content-type': type,
    'x-request-id': 'req_stub',
    ...RATE_LIMIT,
    ...headers,
    ...(fault && { 'content-length': '500' }),
  });
  if (fault === 'half') response.write('{"half":', () => setTimeout(() => response.socket?.destroy(), 50));
  else response.end(text);
}

const RATE_LIMIT = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99', 'x-ratelimit-reset': '1800000000' };

const items = z.record(z.string(), z.array(z.unknown()));

function textOf({ status, body, text, problem, echo_results: member }: StubAnswer, seen: StubRequest): string {
  if (text !== undefined) return text;
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
