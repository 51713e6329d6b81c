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
  RetentionRecord,
  Role,
  WebhookChangeRecord,
} from '@fulfilment/contracts';
export type {
  Allocation,
  AllocationRulesRecord,
  FulfilmentRecord,
  ImportReport,
  LocationRecord,
  LocationStockRecord,
  LocationType,
  MovementRecord,
  OrderRecord,
  ReturnHistoryEntry,
  ReturnRecord,
  ReservationRecord,
  ScanRecord,
  OrdersOverview,
  ScansOverview,
  SkuRecord,
} from '@fulfilment/contracts';
export type { SessionRecord, SignedInRecord, SignInMethods } from '@fulfilment/contracts';
/** Each webhook endpoint with its health and the numbers of its last day, and the attempts of all by the minute. */
export type WebhooksOverview = z.output<typeof webhooksOverview>;
export type { Environment } from '@fulfilment/kernel';
