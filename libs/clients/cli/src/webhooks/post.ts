import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { request } from 'node:https';

/** A request to a receiver. */
export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** True where the certificate of the receiver is not checked. */
  readonly isInsecure: boolean;
}

/** Sends a POST, and follows no redirect. @returns the status of the answer, once it was read whole. */
export async function post({ url, headers, body, signal, isInsecure }: Post): Promise<number> {
  if (isInsecure && url.protocol === 'https:') return await postUnchecked({ url, headers, body, signal });
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
  await response.arrayBuffer();
  return response.status;
}

/** `fetch` has no option for it. */
async function postUnchecked({ url, headers, body, signal }: Omit<Post, 'isInsecure'>): Promise<number> {
  const sent = request(url, { method: 'POST', headers, signal, rejectUnauthorized: false });
  sent.end(body);
  const response: unknown[] = await once(sent, 'response', { signal });
  const [answer] = response;
  if (!(answer instanceof IncomingMessage)) throw new Error('No answer came');
  await once(answer.resume(), 'end', { signal });
  return answer.statusCode ?? 0;
}

/** True for a name or an address of this machine. */
export function isOfThisMachine({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
  );
}
