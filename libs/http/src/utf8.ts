import type { AppError } from '@fulfilment/kernel';

/**
 * Passes bytes on that are UTF-8.
 *
 * @throws what `malformed` makes of it, where they are not; what came before has been passed on.
 */
export async function* utf8Checked(
  bytes: AsyncIterable<Uint8Array>,
  malformed: (message: string) => AppError,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const check = (chunk: Uint8Array | undefined): void => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw malformed('The text is not UTF-8.');
    }
  };
  for await (const chunk of bytes) {
    check(chunk);
    yield chunk;
  }
  check(undefined);
}
