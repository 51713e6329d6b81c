import { newId, parseTenantKey, tenantKey } from '@fulfilment/kernel';
import { madeWithin, pickingBy, readPage } from '@fulfilment/mongo';
import type { Database, Transaction } from '../database/collections-documents.ts';
import { CHANGES_OF_ENDPOINT, CHANGES_OF_TENANT } from '../database/webhook-indexes.ts';
import type { ChangeDocument } from '../database/endpoint-documents.ts';
import type { AuditAction, AuditEntry, AuditLog, Author } from './audit-ports.ts';

/** The facts of an audit entry. */
export interface AuditRecord extends AuditAction {
  /** As `tenantKey` makes it. */
  readonly tenant: string;
  readonly endpointId: string;
  /** The endpoint by default. */
  readonly target?: { readonly type: string; readonly id: string };
  readonly by: Omit<Author, 'requestId'> & { readonly requestId: string | null };
}

/** The document of an audit entry. Details are stored as JSON, because their names are not field names of a document. */
export function auditDocument({ tenant, endpointId, target, by, action, details }: AuditRecord, at: Date): ChangeDocument {
  return {
    _id: newId('aud', at.getTime()),
    tenant,
    endpoint_id: endpointId,
    action,
    target: target ?? { type: 'webhook', id: endpointId },
    actor: by.actor,
    ...(by.address === undefined ? {} : { address: by.address }),
    request_id: by.requestId,
    details: JSON.stringify(details),
    created_at: at,
  };
}

/** Stores the audit entry of a change in the caller's transaction. */
export async function recordAudit(
  record: AuditRecord,
  { session, collections, at }: Transaction & { readonly at: Date },
): Promise<void> {
  await collections.changes.insertOne(auditDocument(record, at), { session });
}

/** The part of the log that an index tells. That of an actor may be missing in a store that an earlier release made: MongoDB chooses. */
interface KnownToIndex {
  readonly hint?: string;
  readonly actor?: string;
  readonly endpoint_id?: string;
}

export function makeAuditLog({ collections, cursors }: Database): AuditLog {
  return {
    page: (owner, { endpointId, actor, from, before }, page) => {
      const tenant = tenantKey(owner);
      const ofActor = actor === undefined ? { hint: CHANGES_OF_TENANT } : { actor };
      const { hint, ...told }: KnownToIndex =
        endpointId === undefined ? ofActor : { endpoint_id: endpointId, hint: CHANGES_OF_ENDPOINT };
      const filter = { tenant, ...told, ...madeWithin('aud', from, before) };
      const isByActor =
        endpointId === undefined || actor === undefined ? undefined : (entry: ChangeDocument) => entry.actor === actor;
      const scope = { tenant, list: 'webhook changes', filter: { endpointId, actor, from, before } };
      const list = { ...page, collection: collections.changes, filter, hint, sort: { _id: -1 as const }, scope };
      return readPage(cursors, { ...list, ...pickingBy([isByActor]) }, toEntry);
    },
  };
}

function toEntry(document: ChangeDocument): AuditEntry {
  const { _id: id, tenant, action, target, actor, address, request_id: requestId, details, created_at: at } = document;
  return { id, tenant: parseTenantKey(tenant), action, target, actor, address, requestId, details: JSON.parse(details), at };
}
