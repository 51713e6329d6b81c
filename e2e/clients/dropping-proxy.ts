import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of the API that loses answers. */
export interface DroppingProxy {
  readonly baseUrl: string;
  /** Methods and paths of the requests whose answer it lost, after the API had given it. */
  readonly lost: readonly string[];
  readonly stop: () => void;
}

/** Loses the first answer to every write: the work is done, and the client does not know. @param target base URL of the API. */
export async function startDroppingProxy(target: string): Promise<DroppingProxy> {
  const seen = new Set<string>();
  const lost: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = '', url = '' } = request;
      const {
        host: _host,
        connection: _connection,
        'content-length': _length,
        'transfer-encoding': _encoding,
        ...fields
      } = request.headers;
      const headers = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
      const body = method === 'GET' ? {} : { body: Buffer.concat(chunks) };
      const answer = await fetch(target + url, { method, headers: { ...headers, 'accept-encoding': 'identity' }, ...body });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const key = headers['idempotency-key'] ?? '';
      if (method !== 'GET' && !seen.has(key)) {
        seen.add(key);
        lost.push(`${method} ${url}`);
        response.socket?.resetAndDestroy();
        return;
      }
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(bytes);
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has a port.
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${port}`, lost, stop };
}
