import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errors } from '@fulfilment/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { contextFor } from './access.ts';
import type { DownloadRoute } from './route.ts';

/** Turns a route with a streamed answer into an Express handler. HEAD gets the header, and no piece is made. */
export function answerDownload(route: DownloadRoute): RequestHandler {
  return async (request, response) => {
    const context = contextFor(route, response);
    const medium = mediumFor(request, route);
    const { headers = {}, pieces } = route.run({ params: { ...request.params }, query: { ...request.query }, context }, medium);
    response
      .status(200)
      .vary('Accept')
      .set({ ...headers });
    response.set('Content-Type', `${medium}; charset=utf-8`);
    if (request.method === 'HEAD') response.end();
    else await sendPieces(response, pieces);
  };
}

/**
 * The available media type that the caller prefers (RFC 9110 section 12.5.1).
 *
 * @throws AppError `not_acceptable` where it accepts none.
 */
function mediumFor(request: Request, { media }: DownloadRoute): string {
  const available = media.map(({ type }) => type);
  const chosen = request.accepts(available);
  if (typeof chosen === 'string') return chosen;
  throw errors.notAcceptable(`The answer is available as ${available.join(' or ')}.`, { facts: { available } });
}

/** Milliseconds without progress after which a receiver is disconnected. */
const STALLED_MS = 120_000;

/**
 * Sends an answer piece by piece, as fast as it is read. Where a piece fails, the connection is broken: that is how a receiver knows
 * that its copy is incomplete. Where the receiver disconnects, no more pieces are made.
 *
 * @throws whatever the pieces throw; the connection is broken then if the answer had begun.
 */
async function sendPieces(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  const source = pieces[Symbol.asyncIterator]();
  // Until the first piece is sent, a failure can still be answered with its own status.
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
    // Without a failure of a piece it was the receiver who disconnected.
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
