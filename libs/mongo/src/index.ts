export { batchedReads } from './batched-reads.ts';
export {
  connectMongo,
  dropRetiredIndexes,
  ensureIndexes,
  type IndexDeclaration,
  type Mongo,
  type MongoOptions,
  type RetiredIndex,
} from './connect.ts';
export { Lane, type LaneOptions } from './lane.ts';
export {
  type Cursors,
  type CursorScope,
  makeCursors,
  type PagePart,
  type PageRequest,
  PageRows,
  type PageSort,
  readPage,
  scopeOf,
} from './page.ts';
export { asUnavailable, isDuplicateKey, isOnlyDuplicateKeys, transact } from './transact.ts';
export { Sweeper, type SweeperOptions } from './sweeper.ts';
