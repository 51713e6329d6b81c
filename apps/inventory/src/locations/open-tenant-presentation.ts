import { route } from '@fulfilment/http';
import type { Answered } from '@fulfilment/kernel';
import type { OpenTenant } from './change-locations.ts';

/** Binds operations as `route` does; the tenant of a request is opened before it is handled. */
export function openingRoute(openTenant: OpenTenant): typeof route {
  return (operation, handle) =>
    route(operation, async (input) => {
      await openTenant(input.context.tenant);
      return handle(input);
    });
}

export const ok = <Body>(body: Body) => ({ status: 200 as const, body });

export const okAnswer = <Body>({ result, replayed }: Answered<Body>) => ({ status: 200 as const, body: result, replayed });

/** @param path of the record that was created. */
export const createdAnswer = <Body>({ result, replayed }: Answered<Body>, path?: string) => ({
  status: 201 as const,
  body: result,
  replayed,
  ...(path === undefined ? {} : { headers: { Location: path } }),
});
