import { AppError } from '@fulfilment/kernel';
import type { Request, RequestHandler } from 'express';
import { contextFor } from './access.ts';
import { sendPieces } from './send-pieces.ts';
import type { DownloadRoute } from './stream-route.ts';

/** Turns a route with a streamed answer into an Express handler. HEAD learns the header and no piece is made. */
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
 * RFC 9110 section 12.5.1: what the caller likes best of what there is.
 *
 * @throws AppError `not_acceptable` where it likes none.
 */
function mediumFor(request: Request, { media }: DownloadRoute): string {
  const available = media.map(({ type }) => type);
  const chosen = request.accepts(available);
  if (typeof chosen === 'string') return chosen;
  throw new AppError({
    kind: 'invalid',
    code: 'not_acceptable',
    message: `The answer comes as ${available.join(' or ')}: ask for one of them, or for anything.`,
    details: { available },
  });
}
