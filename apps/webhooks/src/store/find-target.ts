import type { FindTarget } from '../use-cases/ports.ts';
import type { Collections, EndpointDocument } from './documents.ts';
import type { SecretBox } from './secret-box.ts';

type Read = Pick<EndpointDocument, 'url' | 'status' | 'secret' | 'rests_until'> & { readonly resting: boolean };

const PROJECTION = { url: 1, status: 1, secret: 1, rests_until: 1, resting: { $gt: ['$rests_until', '$$NOW'] } };

/** Reads an endpoint as it stands now, its secret opened. Whether it rests is by the server's clock. */
export function makeFindTarget({ endpoints }: Pick<Collections, 'endpoints'>, secretBox: SecretBox): FindTarget {
  return async ({ endpointId, tenant }) => {
    const found = await endpoints.findOne<Read>({ _id: endpointId, tenant }, { projection: PROJECTION });
    if (!found) return { type: 'gone' };
    if (found.status === 'disabled') return { type: 'disabled' };
    if (found.resting && found.rests_until) return { type: 'resting', until: found.rests_until };
    return { type: 'open', url: found.url, secret: secretBox.open(found.secret, endpointId) };
  };
}
