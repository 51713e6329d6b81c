import type { Answered, RequestContext } from '@fulfilment/kernel';
import type { OpenTenant } from './change-locations.ts';

/** Opens the tenant of a request before it is handled. */
export const opening =
  (openTenant: OpenTenant) =>
  <Input extends { readonly context: RequestContext }, Reply>(handle: (input: Input) => Promise<Reply>) =>
  async (input: Input): Promise<Reply> => {
    await openTenant(input.context.tenant);
    return handle(input);
  };

export const ok = <Body>(body: Body) => ({ status: 200 as const, body });

export const okAnswer = <Body>({ result, replayed }: Answered<Body>) => ({ status: 200 as const, body: result, replayed });

export const createdAnswer = <Body>({ result, replayed }: Answered<Body>) => ({ status: 201 as const, body: result, replayed });
