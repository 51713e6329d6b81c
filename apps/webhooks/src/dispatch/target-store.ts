import { LRUCache } from 'lru-cache';
import type { Collections } from '../database/collections-documents.ts';
import type { EndpointDocument } from '../endpoints/endpoint-documents.ts';
import type { SecretBox } from '../endpoints/secret-box-store.ts';
import type { DeliveryMode, FindTarget, Target } from './dispatch-ports.ts';
import { batchedReads } from './batched-reads.ts';

const IS_LIVE = { $or: [{ $eq: ['$$this.ends_at', null] }, { $gt: ['$$this.ends_at', '$$NOW'] }] };
const PROJECTION = {
  _id: 0,
  id: '$_id',
  tenant: 1,
  url: 1,
  status: 1,
  ordered: 1,
  batch: 1,
  max_rate: 1,
  drop_through: 1,
  secrets: { $filter: { input: '$secrets', cond: IS_LIVE } },
  failures: '$health.failures',
  rests_until: 1,
  resting: { $gt: ['$rests_until', '$$NOW'] },
};

type Settings = Pick<EndpointDocument, 'url' | 'secrets' | 'ordered' | 'batch' | 'max_rate' | 'drop_through'>;
type State = Pick<EndpointDocument, 'tenant' | 'status' | 'rests_until'> & {
  readonly resting: boolean;
  readonly failures: number;
};
type Read = Settings & State & { readonly id: string };

/** Endpoints of one read. */
const MAX_READ = 200;

/** Reads an endpoint as it stands now, its secrets opened. Which of them live, and whether it rests, is by the server's clock. */
export function makeFindTarget({ endpoints }: Pick<Collections, 'endpoints'>, secretBox: SecretBox): FindTarget {
  const open = cachedOpen(secretBox);
  const read = batchedReads<Read>({
    maxKeys: MAX_READ,
    read: async (ids) => {
      const found = await endpoints.find<Read>({ _id: { $in: [...ids] } }, { projection: PROJECTION }).toArray();
      return new Map(found.map((each) => [each.id, each]));
    },
  });
  return async ({ endpointId, tenant }) => {
    const found = await read(endpointId);
    return found?.tenant === tenant ? targetOf(found, open) : { type: 'gone' };
  };
}

function targetOf(found: Read, open: SecretBox['open']): Target {
  if (found.status !== 'active') return { type: found.status };
  if (found.resting && found.rests_until) return { type: 'backing-off', until: found.rests_until };
  const secrets = found.secrets.map(({ id, sealed }) => ({ id, secret: open(sealed, found.id) }));
  const { url, max_rate: maxRate, drop_through: dropThrough } = found;
  return { type: 'open', url, secrets, mode: modeOf(found), maxRate, dropThrough, failing: found.failures > 0 };
}

function modeOf({ ordered, batch }: Settings): DeliveryMode {
  if (ordered) return { type: 'ordered' };
  return batch ? { type: 'batched', maxEvents: batch.max_events, maxWaitMs: batch.max_wait_ms } : { type: 'parallel' };
}

const MAX_OPENED = 2_000;

/**
 * Caches opened secrets by their sealed text: opening is much of the cost of an attempt. A secret that changes is sealed again,
 * which makes it another key.
 */
function cachedOpen(box: SecretBox): SecretBox['open'] {
  const opened = new LRUCache<string, string>({ max: MAX_OPENED });
  return (sealed, endpointId) => {
    const key = `${endpointId}/${sealed.key_id}/${sealed.nonce.toString('base64')}/${sealed.box.toString('base64')}`;
    const known = opened.get(key);
    if (known !== undefined) return known;
    const secret = box.open(sealed, endpointId);
    opened.set(key, secret);
    return secret;
  };
}
