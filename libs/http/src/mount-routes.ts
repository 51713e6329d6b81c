import type { Express } from 'express';
import { answer } from './answer.ts';
import { methodNotAllowed } from './failures.ts';
import type { BoundRoute } from './route.ts';

/** Puts routes on an app, and 405 with `Allow` for the other methods of their paths. */
export function mountRoutes(app: Express, routes: readonly BoundRoute[]): void {
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const target = app.route(path);
    for (const route of ofPath) target[verbOf(route)](answer(route));
    target.all(({ method }) => {
      throw methodNotAllowed(
        method,
        ofPath.map((route) => route.method),
      );
    });
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
