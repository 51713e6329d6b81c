import { newId, parseTenantKey, tenantKey } from '@fulfilment/kernel';
import { type Cursors, readPage } from '@fulfilment/mongo';
import type { ClientSession } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import type { ChangeDocument } from './endpoint-documents.ts';
import type { Author, ChangeEntry, ChangeLog, Told } from './endpoint-ports.ts';

/** What a change is told with. */
export interface ToldOf extends Told {
  /** As `tenantKey` makes it. */
  readonly tenant: string;
  readonly endpointId: string;
  readonly target?: { readonly type: string; readonly id: string };
  readonly by: Omit<Author, 'requestId'> & { readonly requestId: string | null };
}

/** The entry of a change, to be written in its transaction. Of details JSON is kept: their names are no names of fields. */
export function changeDocument({ tenant, endpointId, target, by, action, details }: ToldOf, at: Date): ChangeDocument {
  return {
    _id: newId('aud', at.getTime()),
    tenant,
    endpoint_id: endpointId,
    action,
    target: target ?? { type: 'webhook', id: endpointId },
    actor: by.actor,
    request_id: by.requestId,
    details: JSON.stringify(details),
    created_at: at,
  };
}

/** Writes the entry of a change in its transaction. */
export async function tell(
  told: ToldOf,
  {
    session,
    collections,
    at,
  }: { readonly session: ClientSession; readonly collections: Pick<Collections, 'changes'>; readonly at: Date },
): Promise<void> {
  await collections.changes.insertOne(changeDocument(told, at), { session });
}

export function makeChangeLog({ changes }: Pick<Collections, 'changes'>, cursors: Cursors): ChangeLog {
  return {
    page: (owner, { endpointId }, page) => {
      const tenant = tenantKey(owner);
      const ofEndpoint = endpointId === undefined ? {} : { endpoint_id: endpointId };
      return readPage(
        cursors,
        {
          ...page,
          collection: changes,
          filter: { tenant, ...ofEndpoint },
          sort: { _id: -1 },
          scope: { tenant, list: 'webhook changes', filter: { endpointId } },
        },
        toEntry,
      );
    },
  };
}

function toEntry({
  _id: id,
  tenant,
  action,
  target,
  actor,
  request_id: requestId,
  details,
  created_at: at,
}: ChangeDocument): ChangeEntry {
  return { id, tenant: parseTenantKey(tenant), action, target, actor, requestId, details: JSON.parse(details), at };
}
