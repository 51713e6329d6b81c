export { AppError, assertNever, type ErrorKind, type Failure, isRetryable, type ParsedItem } from './app-error.ts';
export { barcodeBeginnings, barcodeForms, gtinOf, hasWrongCheckDigit, scannedGtin } from './text/barcodes.ts';
export { compareText } from './text/compare-text.ts';
export { comparedForm, composed, keptForms } from './text/compared-form.ts';
export { folded, lowered } from './text/folded.ts';
export { guardFormula, QUOTED_IN_CSV, unguardFormula } from './text/formula-guard.ts';
export { type Answered, type ClaimedRequest, claimOf, contentHash, deriveClaim, type IdempotencyClaim } from './idempotency.ts';
export { type IdPrefix, idPattern } from './id-prefixes.ts';
export { firstIdAt, newId } from './ids.ts';
export { ENVIRONMENTS, type Environment, parseTenantKey, type Tenant, tenantKey, tenantsOf } from './tenant.ts';
export { jsonBytesOf, jsonOrNothing } from './json.ts';
export { isolate } from './isolate.ts';
export { Sequence } from './sequence.ts';
export { type MemoizeOptions, memoizeWithTtl } from './memoize.ts';
export { type OutgoingMessage, shardOf } from './outgoing-message.ts';
export {
  type Kept,
  type KeptPart,
  MAX_REPLACEMENTS,
  type Progress,
  type ProgressMark,
  ProgressWatch,
  type ProgressWatchOptions,
  type Replaceable,
  StandsStill,
  unwatched,
  type WatchedPart,
} from './progress-watch.ts';
export { OwedLines } from './owed-lines.ts';
export { Random } from './random.ts';
export {
  isOwnTrace,
  meetsCondition,
  OWN_TRACE_ID,
  type Page,
  type PageQuery,
  type RequestContext,
  type VersionCondition,
  versionConflict,
} from './request-context.ts';
export { retry, type RetryOptions, WriteConflict } from './retry.ts';
export { LEDGER_REASONS, type LedgerReason, REASONS_WITHOUT_MOVES, type StockReason } from './stock/stock-reasons.ts';
export { type StorageLimits, StoredCounts, type StoredCountsOptions } from './stored-counts.ts';
export { dueWork, type Pass } from './due-work.ts';
export {
  type BackOff,
  backoffMs,
  type Clock,
  delay,
  momentOf,
  nextTurn,
  type Stoppable,
  systemClock,
  withTimeout,
} from './time.ts';
export { Rounds, type RoundsOptions, Steps } from './watched-work.ts';
