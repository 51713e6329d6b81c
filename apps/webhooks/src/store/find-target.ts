import type { FindTarget } from '../use-cases/ports.ts';
import type { Collections, EndpointDocument } from './documents.ts';
import type { SecretBox } from './secret-box.ts';

type Read = Pick<EndpointDocument, 'url' | 'status' | 'secrets' | 'rests_until'> & { readonly resting: boolean };

const IS_LIVE = { $or: [{ $eq: ['$$this.ends_at', null] }, { $gt: ['$$this.ends_at', '$$NOW'] }] };
const PROJECTION = {
  url: 1,
  status: 1,
  secrets: { $filter: { input: '$secrets', cond: IS_LIVE } },
  rests_until: 1,
  resting: { $gt: ['$rests_until', '$$NOW'] },
};

/** Reads an endpoint as it stands now, its secrets opened. Which of them live, and whether it rests, is by the server's clock. */
export function makeFindTarget({ endpoints }: Pick<Collections, 'endpoints'>, secretBox: SecretBox): FindTarget {
  return async ({ endpointId, tenant }) => {
    const found = await endpoints.findOne<Read>({ _id: endpointId, tenant }, { projection: PROJECTION });
    if (!found) return { type: 'gone' };
    if (found.status !== 'active') return { type: found.status };
    if (found.resting && found.rests_until) return { type: 'resting', until: found.rests_until };
    return { type: 'open', url: found.url, secrets: found.secrets.map(({ sealed }) => secretBox.open(sealed, endpointId)) };
  };
}
