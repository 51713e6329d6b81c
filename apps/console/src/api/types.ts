import type { webhooksOverview } from '@fulfilment/contracts';
import type { z } from 'zod';

/** The records of the APIs, by the contract's own types. */
export type {
  AuditEntryRecord,
  IssuedKey,
  KeyRecord,
  KeyWithQuota,
  MemberRecord,
  MemberRole,
  MemberWithToken,
  Permission,
  PlanRecord,
  Role,
} from '@fulfilment/contracts';
export type {
  AdjustmentRecord,
  Allocation,
  ImportReport,
  IntegrityReport,
  InventoryOverview,
  LocationRecord,
  LocationStockRecord,
  LocationType,
  MovementRecord,
  OrderHistoryEntry,
  OrderRecord,
  OrdersOverview,
  OrderStatus,
  ScanRecord,
  ScansOverview,
  SkuRecord,
} from '@fulfilment/contracts';
export type { SessionRecord, SignedInRecord, SignInMethods } from '@fulfilment/contracts';
/** Each webhook endpoint with its health and the numbers of its last day, and the attempts of all by the minute. */
export type WebhooksOverview = z.output<typeof webhooksOverview>;
export type { Environment } from '@fulfilment/kernel';

/** A page of a list; `next_cursor` is null on the last one. */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}
