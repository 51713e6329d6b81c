import type { Collections } from '../database/collections-documents.ts';
import type { EndpointDocument } from '../endpoints/endpoint-documents.ts';
import type { SecretBox } from '../endpoints/secret-box-store.ts';
import type { DeliveryMode, FindTarget, Target } from './dispatch-ports.ts';
import { rememberOpened } from './opened-secrets.ts';
import { readTogether } from './read-together.ts';

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

const MOST_AT_ONCE = 200;

/** Reads an endpoint as it stands now, its secrets opened. Which of them live, and whether it rests, is by the server's clock. */
export function makeFindTarget({ endpoints }: Pick<Collections, 'endpoints'>, secretBox: SecretBox): FindTarget {
  const open = rememberOpened(secretBox);
  const read = readTogether<Read>({
    most: MOST_AT_ONCE,
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
  if (found.resting && found.rests_until) return { type: 'resting', until: found.rests_until };
  const secrets = found.secrets.map(({ id, sealed }) => ({ id, secret: open(sealed, found.id) }));
  const { url, max_rate: maxRate, drop_through: dropThrough } = found;
  return { type: 'open', url, secrets, mode: modeOf(found), maxRate, dropThrough, failing: found.failures > 0 };
}

function modeOf({ ordered, batch }: Settings): DeliveryMode {
  if (ordered) return { type: 'ordered' };
  return batch ? { type: 'batched', maxEvents: batch.max_events, maxWaitMs: batch.max_wait_ms } : { type: 'parallel' };
}
