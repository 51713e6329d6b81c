import type { CustomFetchOptions } from 'openid-client';

/** Bytes of an answer, uncompressed: the largest real ones, key sets and discovery documents, have some ten thousand. */
const MAX_ANSWER_BYTES = 1_048_576;

/**
 * `fetch` for openid-client, which reads an answer as a whole: a small compressed one could fill the memory of the gateway, and stop
 * every other request while it is parsed.
 *
 * @throws TypeError, as `fetch` where nothing answers, for an answer above 1 MiB.
 */
export async function fetchFromProvider(url: string, { body = null, ...init }: CustomFetchOptions): Promise<Response> {
  const answer = await fetch(url, { ...init, body });
  if (answer.body === null) return answer;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES)
      throw new TypeError(`an answer of the identity provider has more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Response(new Blob(chunks), { status: answer.status, statusText: answer.statusText, headers: answer.headers });
}
