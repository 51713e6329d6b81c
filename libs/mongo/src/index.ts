export { connectMongo, ensureIndexes, type IndexDeclaration, type Mongo, type MongoOptions } from './connect.ts';
export { Lane, type LaneOptions } from './lane.ts';
export { type Cursors, type CursorScope, makeCursors, type PageRequest, PageRows, type PageSort, readPage } from './page.ts';
export { asUnavailable, isDuplicateKey, transact } from './transact.ts';
