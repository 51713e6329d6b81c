import type { EndDropping } from '../use-cases/ports.ts';
import type { Collections } from './documents.ts';

export function makeEndDropping({ endpoints }: Pick<Collections, 'endpoints'>): EndDropping {
  return async ({ endpointId, tenant }, through) => {
    // Not if its owner has asked for more to be dropped meanwhile.
    await endpoints.updateOne({ _id: endpointId, tenant, drop_through: through }, { $set: { drop_through: null } });
  };
}
