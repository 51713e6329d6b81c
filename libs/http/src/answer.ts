import type { Request, RequestHandler, Response } from 'express';
import { contextFor, permissionsOf } from './access.ts';
import { readJsonBody } from './read-body.ts';
import { etagOf, isKnownToCaller, writeContext } from './request-context.ts';
import { REPLAYED_HEADER } from './problem.ts';
import type { JsonRoute, RawInput, RawReply } from './route.ts';
import { tellCostOfBody } from './tell-cost.ts';

/** Turns a route of JSON for JSON into an Express handler. Express 5 passes a rejected promise to the error handler. */
export function answer(route: JsonRoute): RequestHandler {
  return async (request, response) => {
    const { body, context } = route.method === 'GET' ? readOnly(route, response) : await written(route, request, response);
    const needs = permissionsOf(response);
    const [params, query] = [{ ...request.params }, { ...request.query }];
    const header = (name: string) => request.get(name);
    const reply = await route.run({ params, query, body, context, needs, header, gone: goneOf(response) });
    setReplyHeaders(response, reply);
    linkNextPage(request, response, reply.body);
    const version = versionOf(reply.body);
    if (version !== undefined) response.set('ETag', etagOf(version));
    const known = route.method === 'GET' && version !== undefined && isKnownToCaller(request.get('if-none-match'), version);
    if (known) response.status(304).end();
    else response.status(reply.status).json(reply.body);
  };
}

/** Sets the header fields that a reply carries, and says where it was given before. */
export function setReplyHeaders(response: Response, { headers, replayed }: RawReply): void {
  if (headers) response.set(headers);
  if (replayed) response.set(REPLAYED_HEADER, 'true');
}

function goneOf(response: Response): AbortSignal {
  const closing = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) closing.abort();
  });
  return closing.signal;
}

type Asked = Pick<RawInput, 'body' | 'context'>;

function readOnly(route: JsonRoute, response: Response): Asked {
  return { body: {}, context: contextFor(route, response) };
}

async function written(route: JsonRoute, request: Request, response: Response): Promise<Asked> {
  // A caller without permission is refused before the body is read.
  const asked = contextFor(route, response);
  const body = await readJsonBody(request);
  tellCostOfBody(response, route.cost, body);
  return { body, context: writeContext(asked, { route, request, content: body }) };
}

/** The version of a body that is one record. */
function versionOf(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('version' in body)) return undefined;
  return typeof body.version === 'number' ? body.version : undefined;
}

/** RFC 8288: a relative reference, so that `Host` is not reflected. */
function linkNextPage(request: Request, response: Response, body: unknown): void {
  if (typeof body !== 'object' || body === null || !('next_cursor' in body) || typeof body.next_cursor !== 'string') return;
  const [path = '', query = ''] = request.originalUrl.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', body.next_cursor);
  response.set('Link', `<${path}?${parameters.toString()}>; rel="next"`);
}
