import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'undici';

// The least that can be called a proxy on this platform, and so the measure of ours: node:http in front, undici behind, kept
// connections, and the fields that belong to one connection taken away. No key, no limit, no log. Started with the port to
// listen on and the port behind it.

const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const [port, upstreamPort] = process.argv.slice(2).map(Number);
const pool = new Pool(`http://127.0.0.1:${upstreamPort}`, { pipelining: 1, keepAliveTimeout: 4_000 });

function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = { ...headers };
  for (const name of HOP_BY_HOP) delete kept[name];
  return kept;
}

async function proxy(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: path = '/' } = request;
  const body = method === 'GET' ? null : request;
  await pool.stream({ method, path, headers: withoutHops(request.headers), body }, ({ statusCode, headers }) =>
    response.writeHead(statusCode, withoutHops(headers)),
  );
}

const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  proxy(request, response).catch(() => response.destroy());
});
server.listen(port, '127.0.0.1', 4_096);
