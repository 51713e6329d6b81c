/** The most of a receiver's body that is read, in bytes: receivers have nothing to say to us. */
const MAX_BODY_BYTES = 65_536;
/** What of it is kept for the endpoint's owner. */
const EXCERPT_BYTES = 1_024;

/** The beginning of a body, as it comes. */
export interface AnswerExcerpt {
  /** @returns false once the body is too large: the rest of it is not to be read. */
  take(chunk: Uint8Array): boolean;
  text(): string;
}

export function makeAnswerExcerpt(): AnswerExcerpt {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  return {
    take: (chunk) => {
      if (size < EXCERPT_BYTES) text += decoder.decode(chunk.subarray(0, EXCERPT_BYTES - size), { stream: true });
      size += chunk.length;
      return size <= MAX_BODY_BYTES;
    },
    text: () => text,
  };
}
