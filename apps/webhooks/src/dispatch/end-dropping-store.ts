import type { Collections } from '../database/collections-documents.ts';
import type { EndDropping } from './dispatch-ports.ts';

export function makeEndDropping({ endpoints }: Pick<Collections, 'endpoints'>): EndDropping {
  return async ({ endpointId, tenant }, through) => {
    // Not if its owner has asked for more to be dropped meanwhile.
    await endpoints.updateOne({ _id: endpointId, tenant, drop_through: through }, { $set: { drop_through: null } });
  };
}
