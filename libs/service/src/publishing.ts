import type { BoundRoute } from '@fulfilment/http';
import type { Progress, Stoppable } from '@fulfilment/kernel';
import {
  type HintChannel,
  type KafkaLog,
  makeOutbox,
  makeOutboxOperator,
  type Outbox,
  type OutboxOperator,
  type OutboxSource,
  Relay,
  RelayHold,
  ShardLeases,
  transactWithOutbox,
} from '@fulfilment/messaging';
import type { Mongo, SchemaFence } from '@fulfilment/mongo';
import type { Logger, Metrics, Tracing } from '@fulfilment/observability';
import { outboxRoutes } from './outbox-routes.ts';
import { growRoutes } from './topic-routes.ts';

export interface PublishingParts {
  /** The service. */
  readonly name: string;
  /** Names this process, unique over all processes ever started. */
  readonly owner: string;
  readonly settings: { readonly INSTANCE_NAME?: string | undefined; readonly OUTBOX_REPUBLISH_SINCE?: Date | undefined };
  /** Ends the process. */
  readonly onFatal: (error: unknown) => void;
  readonly fence: SchemaFence;
  readonly mongo: Pick<Mongo, 'client' | 'db'>;
  readonly log: KafkaLog;
  readonly hints: HintChannel;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  /** Has relays and leases replaced that stand still. */
  readonly progress: Progress;
  /** Stops a part with the service. */
  readonly own: <Part extends Stoppable>(part: Part) => Part;
}

/** The relay of a source, whichever publishes at the moment. */
type PublishingRelay = Pick<Relay, 'handOver' | 'doubt' | 'publishesFromMemory' | 'oldestUnpublishedMs'>;

/** The sources of a service's relays. */
interface OutboxSources extends Pick<Outbox, 'sagas' | 'events'> {
  /** In place of the outbox's own. */
  readonly add?: Outbox['add'];
  /** Publishes again what is not kept in the outbox. */
  readonly republish?: OutboxOperator['republish'];
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

  /**
   * Makes what was published since `OUTBOX_REPUBLISH_SINCE` unpublished. Called before the relays are made, so that these publish it
   * before later messages of the same records.
   */
  republishAtStart = async ({ republish }: Pick<OutboxOperator, 'republish'>): Promise<void> => {
    const { settings, logger } = this.#parts;
    const { OUTBOX_REPUBLISH_SINCE: since } = settings;
    if (since === undefined) return;
    const messages = await republish(since);
    logger.warn({ since: since.toISOString(), messages }, 'Messages are published again, as OUTBOX_REPUBLISH_SINCE asks.');
  };

  /** Publishes the rows of `source`. All sources of a service have the same shards, shared with its other processes. */
  relay = (source: OutboxSource): PublishingRelay => {
    const { log, hints, logger, metrics, tracing, own, progress } = this.#parts;
    const leases = (this.#leases ??= this.#share(source.shards));
    const { current } = own(
      progress.keep({
        name: `relay ${source.name}`,
        engines: ['mongodb', 'kafka'],
        make: (mark) => new Relay({ source, appender: log.openAppender(), leases, hints, logger, metrics, tracing, mark }),
      }),
    );
    return {
      handOver: (rows) => current().handOver(rows),
      doubt: () => current().doubt(),
      publishesFromMemory: () => current().publishesFromMemory(),
      oldestUnpublishedMs: () => current().oldestUnpublishedMs(),
    };
  };

  /**
   * Opens the service's outbox: `transact` runs a transaction with its messages, which are published once it is committed.
   *
   * @param extend makes the sources of the relays, where records carry messages of their own beside the outbox.
   */
  openOutbox = async <Sources extends OutboxSources>(extend: (outbox: Outbox) => Sources) => {
    const { name, mongo } = this.#parts;
    const outbox = makeOutbox(mongo.db, { source: name });
    const sources = extend(outbox);
    const operator = makeOutboxOperator(mongo.db);
    const republish: OutboxOperator['republish'] = async (since, topic) => {
      const ofRecords = (await sources.republish?.(since, topic)) ?? 0;
      return ofRecords + (await operator.republish(since, topic));
    };
    await this.republishAtStart({ republish });
    const relays = { sagas: this.relay(sources.sagas), events: this.relay(sources.events) };
    this.operate({ ...operator, republish }, Object.values(relays));
    const resend: typeof outbox.resend = async (messages) => {
      const count = await outbox.resend(messages);
      if (count > 0) for (const relay of Object.values(relays)) relay.doubt();
      return count;
    };
    return { transact: transactWithOutbox(mongo.client, { add: sources.add ?? outbox.add }, relays), sources, resend, ...relays };
  };

  /** Opens an outbox to the operator; `relays` publish its rows. */
  operate = (outbox: OutboxOperator, relays: readonly Pick<PublishingRelay, 'doubt'>[]): void => {
    const wake = (): void => {
      for (const relay of relays) relay.doubt();
    };
    this.routes.push(...outboxRoutes(this.#parts.name, outbox, wake));
  };

  #share(shards: number): ShardLeases {
    const { name, owner, settings, fence, mongo, log, hints, logger, own, onFatal, progress } = this.#parts;
    const { INSTANCE_NAME: instance } = settings;
    const outbox = { name: `${name}.outbox`, shards, hints };
    this.routes.push(...growRoutes(name, log.topics, new RelayHold(mongo.db, outbox)));
    const onReplaced = async (error: Error): Promise<void> => {
      await fence.look();
      // Shut out by a migration it stays, to say so.
      if (fence.mayWrite()) onFatal(error);
    };
    const schema = fence.version;
    return own(
      new ShardLeases(mongo.db, {
        ...outbox,
        owner,
        instance,
        schema,
        logger,
        progress,
        onReplaced: (error) => void onReplaced(error),
      }),
    );
  }

  /** Resolves when the process may write to its outbox: the relays of the others know of it. */
  async joined(): Promise<void> {
    await this.#leases?.joined();
  }
}
