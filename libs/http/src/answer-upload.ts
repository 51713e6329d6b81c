import type { RequestHandler } from 'express';
import { contextFor } from './access.ts';
import { setReplyHeaders } from './answer.ts';
import { discardRest, openUpload } from './read-upload.ts';
import { writeContext } from './request-context.ts';
import type { UploadRoute } from './stream-route.ts';
import { tellCostOfRefusal, tellCostOfReply } from './tell-cost.ts';

/**
 * Turns a route with a streamed body into an Express handler. An idempotency key tells nothing of the body, which nobody has
 * read yet: its fingerprint is that of the query.
 */
export function answerUpload(route: UploadRoute): RequestHandler {
  return async (request, response) => {
    // Who may not ask is told so before the body is looked at.
    const asked = contextFor(route, response);
    try {
      const upload = openUpload(request, route.upload);
      const context = writeContext(asked, { route, request, response, content: null });
      const reply = await route.run({ params: { ...request.params }, query: { ...request.query }, context }, upload);
      response.status(reply.status);
      setReplyHeaders(response, reply);
      tellCostOfReply(response, route.cost, reply.body);
      response.json(reply.body);
    } catch (error) {
      tellCostOfRefusal(response, route.cost, error);
      throw error;
    } finally {
      await discardRest(request);
    }
  };
}
