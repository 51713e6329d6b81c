import { once } from 'node:events';
import { type Problem, PROBLEM_TYPE } from '@fulfilment/http';
import { delay } from '@fulfilment/kernel';
import { type Exchange, hasBody } from './exchange.ts';
import { cachingAt } from './security-headers.ts';

/** Milliseconds that a client may go on sending a body that nobody wants. */
const LINGER_MS = 1_000;

/** Answers with a problem document (RFC 9457). */
export function sendProblem({ request, response }: Exchange, { status, headers, body }: Problem): void {
  const text = JSON.stringify(body);
  const unread = hasBody(request) && !request.complete;
  response.setHeader('Content-Type', PROBLEM_TYPE);
  response.setHeader('Cache-Control', cachingAt(request.url));
  response.setHeader('Content-Length', Buffer.byteLength(text));
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (unread) response.setHeader('Connection', 'close');
  response.writeHead(status);
  if (!unread) {
    response.end(request.method === 'HEAD' ? undefined : text);
    return;
  }
  response.write(text);
  request.resume();
  void endWhenRead().then(() => response.end());

  // Closed at once, a connection with unread bytes is reset, and the client may never see why.
  async function endWhenRead(): Promise<void> {
    const over = new AbortController();
    await Promise.race([once(request, 'close', { signal: over.signal }).catch(() => undefined), delay(LINGER_MS, over.signal)]);
    over.abort();
  }
}
