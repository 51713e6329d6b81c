import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Milliseconds that a receiver may take nothing; then it is given up. */
const STALLED_MS = 120_000;

/**
 * Sends an answer piece by piece, as fast as it is taken. Where a piece cannot be had, the connection is broken: that is how
 * a receiver knows that what it has is not whole. Where the receiver leaves, no more pieces are asked for.
 *
 * @throws whatever the pieces throw; the connection is broken then if the answer had begun.
 */
export async function sendPieces(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  const source = pieces[Symbol.asyncIterator]();
  // As long as nothing has gone out, a failure can still be answered with its own status.
  const first = await source.next();
  const failures: unknown[] = [];
  response.setTimeout(STALLED_MS, () => void response.destroy());
  try {
    await pipeline(
      Readable.from(
        textOf(first, source, (error) => failures.push(error)),
        { objectMode: false },
      ),
      response,
    );
  } catch {
    // Without a failure of ours it was the receiver who left.
    if (failures.length > 0) throw failures[0];
  }
}

async function* textOf(
  first: IteratorResult<string>,
  source: AsyncIterator<string>,
  onFailure: (error: unknown) => void,
): AsyncGenerator<string> {
  try {
    for (let next = first; next.done !== true; next = await source.next()) yield next.value;
  } catch (error) {
    onFailure(error);
    throw error;
  } finally {
    await source.return?.();
  }
}
