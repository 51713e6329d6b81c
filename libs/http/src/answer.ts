import type { Request, RequestHandler, Response } from 'express';
import { contextFor } from './access.ts';
import { readJsonBody } from './read-body.ts';
import type { BoundRoute } from './route.ts';

/** Turns a bound route into an Express handler. Express 5 passes a rejected promise to the error handler. */
export function answer(route: BoundRoute): RequestHandler {
  return async (request, response) => {
    const context = contextFor(route, response);
    const body = route.method === 'GET' ? {} : await readJsonBody(request);
    const reply = await route.run({ params: { ...request.params }, query: { ...request.query }, body, context });
    if (reply.headers) response.set(reply.headers);
    linkNextPage(request, response, reply.body);
    response.status(reply.status).set('Cache-Control', 'private, no-cache').json(reply.body);
  };
}

/** RFC 8288: a relative reference, so that nothing of `Host` is repeated. */
function linkNextPage(request: Request, response: Response, body: unknown): void {
  if (typeof body !== 'object' || body === null || !('next_cursor' in body) || typeof body.next_cursor !== 'string') return;
  const [path = '', query = ''] = request.originalUrl.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', body.next_cursor);
  response.set('Link', `<${path}?${parameters.toString()}>; rel="next"`);
}
