import type { Page, PageQuery, RequestContext, Tenant } from '@fulfilment/kernel';

/** The caller of a change. */
export interface Author {
  /** The id of a key or a member, or `operator`. */
  readonly actor: string;
  readonly requestId: string;
}

/** The caller of a request. */
export const authorOf = ({ actor, requestId }: RequestContext): Author => ({ actor, requestId });

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
  readonly requestId: string | null;
  readonly at: Date;
}

export interface AuditLog {
  /** Newest first. @throws AppError `invalid_cursor`. */
  page(tenant: Tenant, which: { readonly endpointId: string | undefined }, page: PageQuery): Promise<Page<AuditEntry>>;
}
