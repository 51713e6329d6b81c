import type { BoundRoute } from '@fulfilment/http';
import type { Stoppable } from '@fulfilment/kernel';
import {
  type EventLog,
  type HintChannel,
  makeOutbox,
  makeOutboxOperator,
  type OutboxOperator,
  type OutboxSource,
  Relay,
  ShardLeases,
  transactWithOutbox,
} from '@fulfilment/messaging';
import { ensureIndexes, type Mongo } from '@fulfilment/mongo';
import type { Logger, Metrics } from '@fulfilment/observability';
import { outboxRoutes } from './outbox-routes.ts';

export interface PublishingParts {
  /** The service. */
  readonly name: string;
  /** Names this process, unique over all processes ever started. */
  readonly owner: string;
  readonly mongo: Pick<Mongo, 'client' | 'db'>;
  readonly log: EventLog;
  readonly hints: HintChannel;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Stops a part with the service. */
  readonly own: <Part extends Stoppable>(part: Part) => Part;
}

/** The outboxes of a service, their relays, and the operator's routes to them. */
export class Publishing {
  readonly #parts: PublishingParts;
  #leases: ShardLeases | undefined;
  /** To be served with those of the service. */
  readonly routes: BoundRoute[] = [];

  constructor(parts: PublishingParts) {
    this.#parts = parts;
  }

  /** Publishes the rows of `source`. All sources of a service have the same shards, shared with its other processes. */
  relay = (source: OutboxSource): Relay => {
    const { name, owner, mongo, log, hints, logger, metrics, own } = this.#parts;
    this.#leases ??= own(new ShardLeases(mongo.db, { name: `${name}.outbox`, shards: source.shards, owner, hints, logger }));
    return own(new Relay({ source, appender: log.openAppender(), leases: this.#leases, hints, logger, metrics }));
  };

  /** Opens the service's outbox: `transact` runs a transaction with its messages, which are published once it is committed. */
  openOutbox = async () => {
    const { name, mongo } = this.#parts;
    const outbox = makeOutbox(mongo.db, { source: name });
    await ensureIndexes(mongo.db, outbox.indexes);
    const relays = { sagas: this.relay(outbox.sagas), events: this.relay(outbox.events) };
    this.operate(makeOutboxOperator(mongo.db), Object.values(relays));
    return { transact: transactWithOutbox(mongo.client, outbox, relays), ...relays };
  };

  /** Opens an outbox to the operator; `relays` publish its rows. */
  operate = (outbox: OutboxOperator, relays: readonly Relay[]): void => {
    const wake = (): void => {
      for (const relay of relays) relay.doubt();
    };
    this.routes.push(...outboxRoutes(this.#parts.name, outbox, wake));
  };

  /** Resolves when the process may write to its outbox: the relays of the others know of it. */
  async joined(): Promise<void> {
    await this.#leases?.joined();
  }
}
