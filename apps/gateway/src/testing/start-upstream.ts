import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { PROCESSING_HEADER, READINESS_PATH } from '@fulfilment/contracts';
import { listen } from '@fulfilment/http';
import type { Stoppable } from '@fulfilment/kernel';

/** A request as a service gets it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface Upstream extends Stoppable {
  readonly url: string;
  readonly port: number;
  readonly seen: SeenRequest[];
  /** Answers from now on in another way; whatever body came has not been read then. */
  answerWith(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  answerAsUsual(): void;
  /** Connections that are open now. */
  connections(): number;
}

/**
 * A server in the place of a service: it remembers what it gets, and by default answers `{"ok":true}`.
 *
 * @param tells whether it says that it sends `102 Processing`, as services do.
 */
export async function startUpstream(port = 0, { tells = false } = {}): Promise<Upstream> {
  const seen: SeenRequest[] = [];
  const usually = (request: IncomingMessage, response: ServerResponse): void => {
    // A request that breaks off is none that a service acts on.
    answerOk(request, response).catch(() => undefined);
  };
  const answerOk = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await remember(request);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Cache-Control', 'private, no-cache');
    response.end(JSON.stringify({ ok: true }));
  };
  const remember = async (request: IncomingMessage): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { method = '', url = '', headers, rawHeaders } = request;
    seen.push({ method, url, headers, rawHeaders, body: Buffer.concat(chunks).toString() });
  };
  let handle: (request: IncomingMessage, response: ServerResponse) => void = usually;
  const server = createServer((request, response) => {
    // How it is, is asked all the time.
    if (request.url === READINESS_PATH) response.writeHead(200, tells ? { [PROCESSING_HEADER]: '1' } : {}).end();
    else handle(request, response);
  });
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.once('close', () => (connections -= 1));
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  const bound = await listen(server, { host: '127.0.0.1', port });
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    seen,
    answerWith: (handler) => {
      handle = handler;
    },
    answerAsUsual: () => {
      handle = usually;
    },
    connections: () => connections,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
