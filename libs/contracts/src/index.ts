export { type AuditEntryRecord, type CreateKeyBody, inEnvironment, isInEnvironment } from './account/keys.ts';
export {
  attemptRecord,
  type CreateReplayBody,
  DELIVERY_STATUSES,
  type DeliveryDetailsRecord,
  deliveryDetails,
  deliveryPage,
  type DeliveryRecord,
  deliveryRecord,
  type DeliveryStatus,
  type ListDeliveriesQuery,
  type ReplayRecord,
  replayRecord,
} from './account/deliveries.ts';
export { type WebhookChangeRecord, webhookStats } from './account/webhook-stats.ts';
export {
  type CreateWebhookBody,
  type UpdateWebhookBody,
  webhookEndpoint,
  type WebhookEndpointRecord,
  webhookPage,
  webhookSecrets,
  type WebhookWithSecret,
  webhookWithSecret,
} from './account/webhooks.ts';
export {
  DELIVERED_TYPES,
  type DeliveredType,
  DISABLED_REASONS,
  endpointDisabled,
  type FeedEvent,
  feedEvent,
  SUBSCRIBABLE_TYPES,
  type SubscribableType,
  webhookTest,
} from './delivered-events.ts';
export {
  email,
  inviteMemberBody,
  type MemberRecord,
  memberRecord,
  type MemberWithToken,
  memberWithToken,
} from './account/members.ts';
export { type PlanRecord, sessionRecord, type SessionRecord, signedIn, type SignedInRecord } from './account/sessions.ts';
export {
  type InventoryOverview,
  inventoryOverview,
  type OrdersOverview,
  ordersOverview,
  type ScansOverview,
  scansOverview,
} from './account/overview.ts';
export { ACCOUNT_OPERATIONS, accountOperations } from './account/operations.ts';
export { errorReference, type ErrorReference, whoGivesInWords } from './error-reference.ts';
export {
  EXPORT_COLUMNS,
  EXPORT_MEDIA,
  type ExportInventoryQuery,
  IMPORT_COLUMNS,
  IMPORT_MEDIA,
  type ImportColumn,
  type ImportError,
  type ImportInventoryQuery,
  importReport,
  type ImportReport,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ERRORS,
  PASSED_OVER,
} from './bulk.ts';
export { type AsyncApiDocument, asyncApiDocument, type AsyncApiOptions } from './asyncapi.ts';
export { errorOf, type ErrorParts, errors } from './error-factories.ts';
export { type ErrorCode, type ErrorEntry, ERRORS, isErrorCode } from './errors.ts';
export {
  type DomainEvent,
  domainEvent,
  EVENT_SCHEMAS,
  EVENT_TOPICS,
  EVENT_TYPES,
  type EventEnvelope,
  eventEnvelope,
  type EventType,
  inventoryLowStock,
  inventoryUpdated,
  orderCancelled,
  orderCreated,
  orderPacked,
  orderShipped,
  orderUpdated,
  scanCompleted,
  TOPIC_LIFE,
  TOPIC_OF_EVENT,
  TOPICS,
} from './events.ts';
export { eventPage, type ListEventsQuery, listEventsQuery, storedEvent } from './feed.ts';
export {
  clientTimestamp,
  id,
  listQuery,
  locationCode,
  locationReference,
  MAX_QUANTITY,
  nothing,
  pageOf,
  placeReference,
  quantity,
  skuCode,
  timestamp,
} from './fields.ts';
export {
  type CallerClaims,
  callerClaims,
  COST_HEADER,
  IDENTITY_HEADER,
  IDENTITY_ISSUER,
  operatorClaims,
  READINESS_PATH,
  REQUEST_ID_HEADER,
  REQUEST_ID_PATTERN,
  SESSION_COOKIE,
} from './identity.ts';
export {
  INTEGRITY_CHECKS,
  type IntegrityCheck,
  type IntegrityDifference,
  integrityReport,
  type IntegrityReport,
  MAX_DIFFERENCES,
} from './integrity.ts';
export {
  type CreateSkuBody,
  createSkuBody,
  type ListSkusQuery,
  listSkusQuery,
  type SkuRecord,
  skuRecord,
  type UpdateSkuBody,
  updateSkuBody,
} from './inventory.ts';
export { type CostSpec, ITEMS_PER_TOKEN, MOST_TOKENS, tokensBeyondFirst } from './cost.ts';
export {
  type BatchInventoryBody,
  batchInventoryBody,
  type InventoryBatchResult,
  type InventoryItem,
  inventoryItem,
  type InventoryItemResult,
  MAX_BATCH_ITEMS,
} from './inventory-batch.ts';
export {
  type AdjustmentRecord,
  adjustmentRecord,
  type AdjustStockBody,
  adjustStockBody,
  type ListMovementsQuery,
  type MovementRecord,
  movementRecord,
} from './movements.ts';
export {
  type CreateLocationBody,
  createLocationBody,
  type ListLocationsQuery,
  listLocationsQuery,
  type ListLocationStockQuery,
  listLocationStockQuery,
  LOCATION_TYPES,
  type LocationRecord,
  locationRecord,
  type LocationStockRecord,
  locationStockRecord,
  type LocationType,
  type TransferBody,
  transferBody,
  type TransferRecord,
  transferRecord,
  type UpdateLocationBody,
  updateLocationBody,
} from './locations.ts';
export { CSV, type Medium, NDJSON, type UploadSpec } from './media.ts';
export {
  BODY_ERRORS,
  IDEMPOTENCY_ERRORS,
  type Operation,
  operation,
  type Replies,
  type ReplySpec,
  type ServiceName,
  SERVICES,
  SHARED_ERRORS,
  pathOf,
  takesIdempotencyKey,
  writes,
} from './operation.ts';
export { accountApiDocument, type OpenApiDocument, openApiDocument, type OpenApiOptions } from './openapi.ts';
export { describeFields } from './openapi/field-meanings.ts';
export { EVENT_MEANINGS } from './openapi/webhooks.ts';
export { OPERATIONS, operations } from './operations/index.ts';
export {
  accountRecord,
  type AccountRecord,
  addedWebhook,
  type AddedWebhook,
  addWebhookBody,
  createAccountBody,
  DEAD_LETTER_STATES,
  deadLetterPage,
  type DeadLetterRecord,
  deadLetterRecord,
  eventSelection,
  type IssuedKey,
  issuedKey,
  ipAllowlist,
  issueKeyBody,
  rotateKeyBody,
  type KeyRecord,
  keyRecord,
  listDeadLettersQuery,
  listOf,
  type Plan,
  plan,
  retriedDeadLetter,
  retryDeadLetterBody,
  setPlanBody,
  type WebhookRecord,
  webhookRecord,
} from './operator.ts';
export {
  ALLOCATIONS,
  type Allocation,
  type CancelOrderBody,
  cancelOrderBody,
  type CreateOrderBody,
  createOrderBody,
  type ListOrdersQuery,
  listOrdersQuery,
  ORDER_STATUSES,
  type OrderHistoryEntry,
  orderHistoryEntry,
  type OrderRecord,
  orderRecord,
  type OrderStatus,
  type PackOrderBody,
  packOrderBody,
  type ShipOrderBody,
  shipOrderBody,
  type Transition,
} from './orders.ts';
export {
  ACTING_ROLES,
  type ActingRole,
  actingRole,
  mayDo,
  MEMBER_ROLES,
  type MemberRole,
  type Permission,
  PERMISSIONS,
  type Role,
  ROLES,
} from './permissions.ts';
export {
  type ItemProblem,
  itemProblem,
  type ProblemDocument,
  problemDocument,
  type ProblemItem,
  problemItem,
} from './problem.ts';
export { SAMPLE_DELIVERIES } from './samples/delivered-events.ts';
export { SAMPLE_EVENTS } from './samples/events.ts';
export { TOPIC_SPECS, type TopicMessage, type TopicSpec } from './topic-messages.ts';
export {
  APPLICABLE_SCAN_TYPES,
  type ApplicableScanType,
  type CreateScanBody,
  createScanBody,
  type CreateScansBody,
  createScansBody,
  type ListScansQuery,
  listScansQuery,
  MAX_BATCH_SCANS,
  SCAN_TYPES,
  type ScanRecord,
  scanRecord,
  type ScanResult,
  scanResult,
} from './scans.ts';
export {
  type AnyStockCommand,
  anyStockCommand,
  type AnyStockOutcome,
  anyStockOutcome,
  type MoveCommand,
  moveCommand,
  moveCommandId,
  type MoveOutcome,
  moveOutcome,
} from './stock-moves.ts';
export {
  allocateCommand,
  type AllocationState,
  type CommandAnswer,
  commandAnswer,
  confirmCommand,
  releaseCommand,
  shipCommand,
  type StockCommand,
  stockCommand,
  stockCommandKey,
  type StockCommandType,
  type StockOutcome,
  stockOutcome,
} from './stock.ts';
