/** The most of a receiver's body that is read, in bytes: receivers have nothing to say to us. */
const MAX_BODY_BYTES = 65_536;
/** What of it is kept for the endpoint's owner. */
const EXCERPT_BYTES = 1_024;

/** What has been read of an answer so far. */
export interface PartialAnswer {
  readonly status: number;
  excerpt: string;
}

/**
 * Reads a body to its end, and keeps its beginning in `answer` as it comes.
 *
 * @returns false if it is too large; the rest of it is not read.
 * @throws whatever breaks the connection.
 */
export async function readAnswer(body: AsyncIterable<Uint8Array>, answer: PartialAnswer): Promise<boolean> {
  const decoder = new TextDecoder();
  let size = 0;
  for await (const chunk of body) {
    const wanted = chunk.subarray(0, Math.max(0, EXCERPT_BYTES - size));
    answer.excerpt += decoder.decode(wanted, { stream: true });
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return false;
  }
  return true;
}
