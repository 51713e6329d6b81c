import { createServer } from 'node:http';

/** Listens at an address of this machine, and answers each request with 204. @param onBody is given the bodies. */
export async function startReceiver(onBody: (body: string) => void = () => {}, host = '127.0.0.1') {
  let count = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      count += 1;
      onBody(body);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port');
  return {
    url: `http://${host}:${address.port}/`,
    count: () => count,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
