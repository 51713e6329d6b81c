export { type KeepReply, makeKeepReply } from './keep-replies.ts';
export { keptRefusal, type Kept, type Receipt, replay } from './kept.ts';
export { type AddMessages, type AnswerOnce, makeAnswerOnce, type OnceOptions } from './once.ts';
export { isReceiptTaken, makeReceipts, receiptIndexes, RECEIPTS, type Receipts } from './receipts.ts';
