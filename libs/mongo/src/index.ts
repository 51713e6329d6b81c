export { type RecordCount, TenantRecords } from './tenant-records.ts';
export { mongoAnswers } from './answers.ts';
export { batchedReads } from './batched-reads.ts';
export { admitFrom, raiseBounds, type RaiseOptions } from './bounds.ts';
export {
  absentIfEmpty,
  absentIfNull,
  type Codec,
  codecOf,
  converted,
  derived,
  type DocumentOf,
  given,
  nested,
  since,
  unknownFieldsOf,
  unwritten,
  whole,
} from './codec.ts';
export { connectClient, LEAST_MONGODB } from './connect-client.ts';
export {
  connectMongo,
  dropIndex,
  ensureIndexes,
  type IndexDeclaration,
  indexesIn,
  type Mongo,
  type MongoOptions,
  type RetiredIndex,
} from './connect.ts';
export { findAtOnce, type QueryAtOnce } from './find-at-once.ts';
export { Lane, type LaneOptions } from './lane.ts';
export {
  type Cursors,
  type CursorScope,
  madeWithin,
  makeCursors,
  type PagePart,
  type PageRequest,
  type PageSort,
  readPage,
  scopeOf,
} from './page.ts';
export { PageRows, type Picking, pickingBy, type Test } from './page-rows.ts';
export {
  asUnavailable,
  isDuplicateKey,
  isJoined,
  isOnlyDuplicateKeys,
  onceCommitted,
  transact,
  type TransactOptions,
  transactTogether,
} from './transact.ts';
export { Sweeper, type SweeperOptions } from './sweeper.ts';
export { merged } from './merged.ts';
export { updateOf } from './update-of.ts';
export {
  MigrationError,
  type MigrateOptions,
  MIGRATION_RATE,
  migrateStore,
  openForMigration,
  readStatus,
  type StoreStatus,
} from './migrate.ts';
export {
  baseline,
  checksumOf,
  indexesOf,
  MIGRATE_COMMAND,
  type Migration,
  type MigrationStep,
  openFence,
  requireSchema,
  SCHEMA_COLLECTION,
  type SchemaDocument,
  SchemaFence,
  type StoreSchema,
  THE_SCHEMA,
  versionOf,
} from './schema.ts';
