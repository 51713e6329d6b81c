import { IDENTITY_HEADER, PROCESSING_MS } from '@fulfilment/contracts';
import type { RequestHandler } from 'express';

/**
 * Sends `102 Processing` each second while a request of a gateway has no answer: the gateway tells by it a connection on which nothing
 * arrives from work that takes long. Others get none: many clients take any 1xx but 100 for the answer.
 */
export const tellProcessing: RequestHandler = (request, response, next) => {
  if (request.headers[IDENTITY_HEADER] !== undefined && request.httpVersionMinor > 0) {
    const telling = setInterval(() => {
      if (response.headersSent) clearInterval(telling);
      else response.writeProcessing();
    }, PROCESSING_MS);
    response.once('close', () => clearInterval(telling));
  }
  next();
};
