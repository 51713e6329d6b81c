import { assertNever } from '@fulfilment/kernel';
import type { Express, RequestHandler } from 'express';
import { answer } from './answer.ts';
import { answerDownload } from './answer-download.ts';
import { answerUpload } from './answer-upload.ts';
import { methodNotAllowed } from './failures.ts';
import type { BoundRoute } from './route.ts';

/** Puts routes on an app, and 405 with `Allow` for the other methods of their paths. */
export function mountRoutes(app: Express, routes: readonly BoundRoute[]): void {
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const target = app.route(path);
    for (const route of ofPath) target[verbOf(route)](handlerOf(route));
    target.all(({ method }) => {
      throw methodNotAllowed(
        method,
        ofPath.map((route) => route.method),
      );
    });
  }
}

function handlerOf(route: BoundRoute): RequestHandler {
  switch (route.type) {
    case 'json':
      return answer(route);
    case 'download':
      return answerDownload(route);
    case 'upload':
      return answerUpload(route);
    default:
      return assertNever(route);
  }
}

function verbOf({ method }: BoundRoute): 'get' | 'post' | 'patch' | 'delete' {
  switch (method) {
    case 'GET':
      return 'get';
    case 'POST':
      return 'post';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return 'delete';
  }
}
