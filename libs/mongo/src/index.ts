export { connectMongo, type Mongo, type MongoOptions } from './connect.ts';
export { type Cursors, type CursorScope, makeCursors } from './cursor.ts';
export { asUnavailable, isDuplicateKey } from './failures.ts';
export { ensureIndexes, type IndexDeclaration } from './indexes.ts';
export { Lane, type LaneOptions } from './lane.ts';
export { type PageRequest, type PageSort, readPage } from './page.ts';
export { transact } from './transact.ts';
