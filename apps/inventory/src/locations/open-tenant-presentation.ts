import type { RequestContext } from '@fulfilment/kernel';
import type { InventoryUseCases } from '../application.ts';

/** Opens the tenant of a request before it is handled. */
export const opening =
  ({ openTenant }: Pick<InventoryUseCases, 'openTenant'>) =>
  <Input extends { readonly context: RequestContext }, Reply>(handle: (input: Input) => Promise<Reply>) =>
  async (input: Input): Promise<Reply> => {
    await openTenant(input.context.tenant);
    return handle(input);
  };

export const ok = <Body>(body: Body) => ({ status: 200 as const, body });

export const created = <Body>(body: Body) => ({ status: 201 as const, body });
