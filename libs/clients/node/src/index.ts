export { type AnswerFacts, answerOf, errorOf, type RateLimit } from './answers.ts';
export {
  type CallOptions,
  type Conditional,
  type Idempotent,
  type IfChanged,
  type LaterValue,
  laterValue,
  type Pending,
  type Readable,
  type Writable,
} from './api.ts';
export { FulfilmentClient } from './client.ts';
export {
  AbortedError,
  ApiError,
  BatchInterruptedError,
  ConfigurationError,
  ConnectionError,
  FulfilmentError,
  NotModifiedError,
  PendingError,
  RequestTimeoutError,
  UnexpectedAnswerError,
} from './errors.ts';
export { type EventType, Feed, type FeedOptions, FilePlaceStore, type PlaceStore } from './feed.ts';
export { Download, type Stream, type Upload } from './files.ts';
export * from './generated/errors.ts';
export type * from './generated/schemas.ts';
export { VERSION } from './generated/version.ts';
export type { ClientOptions, Retry } from './options.ts';
export { type OutageOptions, Outages } from './outage.ts';
export type { WaitOptions } from './order-wait.ts';
export { type Page, Pages } from './pages.ts';
export { type EventHandler, type ReceiverOptions, type ReceiverServer, WebhookReceiver } from './receiver.ts';
export { StockMirror } from './stock-mirror.ts';
export { type Delivery, type HeaderFields, isEvent, type VerifyOptions, verifyWebhook, WebhookError } from './webhooks.ts';
