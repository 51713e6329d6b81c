export { COLLECTION_NAMES } from './database/collections-documents.ts';
export type {
  AttemptDocument,
  AttemptsDocument,
  BatchMemberDocument,
  DeliveryDocument,
  PendingDocument,
} from './database/delivery-documents.ts';
export type { QueueDocument } from './database/queue-documents.ts';
export type {
  ChangeDocument,
  EndpointCountDocument,
  EndpointDocument,
  EndpointHourDocument,
  HealthDocument,
  SealedSecret,
  SecretDocument,
} from './database/endpoint-documents.ts';
export type { EventDocument, PositionDocument } from './database/event-documents.ts';
export type { ReplayDocument } from './database/replay-documents.ts';
