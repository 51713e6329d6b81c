import type { Page, PageQuery, RequestContext, Tenant } from '@fulfilment/kernel';

/** The caller of a change. */
export interface Author {
  /** The id of a key or a member, or `operator`. */
  readonly actor: string;
  readonly requestId: string;
  /** The client's; undefined where it is unknown. */
  readonly address?: string | undefined;
}

/** The caller of a request. */
export const authorOf = ({ actor, requestId, clientAddress: address }: RequestContext): Author => ({ actor, requestId, address });

/** The part of an audit entry that a use case decides; never contains a secret. */
export interface AuditAction {
  /** Such as `webhook.updated`. */
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditEntry extends AuditAction {
  readonly id: string;
  readonly tenant: Tenant;
  readonly target: { readonly type: string; readonly id: string };
  readonly actor: string;
  readonly address: string | undefined;
  readonly requestId: string | null;
  readonly at: Date;
}

export interface AuditFilter {
  readonly endpointId?: string | undefined;
  readonly actor?: string | undefined;
  /** Entries of changes made at or after it. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

export interface AuditLog {
  /** Newest first. @throws AppError `invalid_cursor`. */
  page(tenant: Tenant, filter: AuditFilter, page: PageQuery): Promise<Page<AuditEntry>>;
}
