import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { expect, test } from 'vitest';
import { isOfThisMachine, post } from './post.ts';

/** A key and a certificate that is signed by itself, in one text. */
function selfSigned(): string {
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost -keyout - -out -';
  return execFileSync('openssl', ['req', ...options.split(' ')], { encoding: 'utf8', stdio: 'pipe' });
}

test('a receiver whose certificate is its own work is refused, and reached where that is not checked', async () => {
  const pem = selfSigned();
  const bodies: string[] = [];
  const server = createServer({ key: pem, cert: pem }, (request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
    request.on('end', () => response.writeHead(204).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const sent = { url: new URL(`https://127.0.0.1:${port}/hook`), headers: {}, body: '{}', signal: AbortSignal.timeout(20_000) };

  await expect(post({ ...sent, isInsecure: false })).rejects.toThrow('fetch failed');
  expect(await post({ ...sent, isInsecure: true })).toBe(204);
  expect(bodies).toEqual(['{}']);
  server.close();
});

test.each([
  ['https://localhost:3000/hook', true],
  ['https://shop.localhost/hook', true],
  ['https://127.0.0.1:3000', true],
  ['https://[::1]:3000', true],
  ['https://127.0.0.1.example.com', false],
  ['https://localhost.example.com', false],
  ['https://192.0.2.7', false],
])('%s is of this machine: %s', (url, isOwn) => {
  expect(isOfThisMachine(new URL(url))).toBe(isOwn);
});
