export { keep, keptRefusal, type Kept, type Receipt, replay } from './kept.ts';
export { makeOnce, type Once, type OnceOptions } from './once.ts';
export { isReceiptTaken, makeReceipts, RECEIPTS, type Receipts } from './receipts.ts';
