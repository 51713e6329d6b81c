export { COLLECTION_NAMES } from './database/collections-documents.ts';
export type {
  AttemptDocument,
  AttemptsDocument,
  BatchMemberDocument,
  DeliveryDocument,
  PendingDocument,
} from './deliveries/delivery-documents.ts';
export type { QueueDocument } from './deliveries/queue-documents.ts';
export type {
  ChangeDocument,
  EndpointCountDocument,
  EndpointDocument,
  EndpointHourDocument,
  HealthDocument,
  SealedSecret,
  SecretDocument,
} from './endpoints/endpoint-documents.ts';
export type { EventDocument, PositionDocument } from './events/event-documents.ts';
export type { ReplayDocument } from './replays/replay-documents.ts';
