import type { Collection, Db } from 'mongodb';
import type { AttemptsDocument, DeliveryDocument, PendingDocument } from '../deliveries/delivery-documents.ts';
import type { QueueDocument } from '../deliveries/queue-documents.ts';
import type {
  ChangeDocument,
  EndpointCountDocument,
  EndpointDocument,
  EndpointHourDocument,
} from '../endpoints/endpoint-documents.ts';
import type { EventDocument, PositionDocument } from '../events/event-documents.ts';
import type { ReplayDocument } from '../replays/replay-documents.ts';

export interface Collections {
  readonly endpoints: Collection<EndpointDocument>;
  readonly endpointCounts: Collection<EndpointCountDocument>;
  readonly positions: Collection<PositionDocument>;
  readonly events: Collection<EventDocument>;
  readonly deliveries: Collection<DeliveryDocument>;
  readonly pending: Collection<PendingDocument>;
  readonly attempts: Collection<AttemptsDocument>;
  readonly queues: Collection<QueueDocument>;
  readonly endpointHours: Collection<EndpointHourDocument>;
  readonly changes: Collection<ChangeDocument>;
  readonly replays: Collection<ReplayDocument>;
}

export function collectionsOf(db: Db): Collections {
  return {
    endpoints: db.collection('endpoints'),
    endpointCounts: db.collection('endpoint_counts'),
    positions: db.collection('positions'),
    events: db.collection('events'),
    deliveries: db.collection('deliveries'),
    pending: db.collection('pending'),
    attempts: db.collection('attempts'),
    queues: db.collection('queues'),
    endpointHours: db.collection('endpoint_hours'),
    changes: db.collection('changes'),
    replays: db.collection('replays'),
  };
}
