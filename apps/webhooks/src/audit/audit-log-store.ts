import { newId, parseTenantKey, tenantKey } from '@fulfilment/kernel';
import { madeWithin, readPage } from '@fulfilment/mongo';
import type { Database, Transaction } from '../database/collections-documents.ts';
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

export function makeAuditLog({ collections, cursors }: Database): AuditLog {
  return {
    page: (owner, { endpointId, actor, from, before }, page) => {
      const tenant = tenantKey(owner);
      const ofEndpoint = endpointId === undefined ? {} : { endpoint_id: endpointId };
      const filter = { tenant, ...ofEndpoint, ...(actor === undefined ? {} : { actor }), ...madeWithin('aud', from, before) };
      const scope = { tenant, list: 'webhook changes', filter: { endpointId, actor, from, before } };
      return readPage(cursors, { ...page, collection: collections.changes, filter, sort: { _id: -1 }, scope }, toEntry);
    },
  };
}

function toEntry(document: ChangeDocument): AuditEntry {
  const { _id: id, tenant, action, target, actor, address, request_id: requestId, details, created_at: at } = document;
  return { id, tenant: parseTenantKey(tenant), action, target, actor, address, requestId, details: JSON.parse(details), at };
}
