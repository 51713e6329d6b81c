import { errors } from '@fulfilment/contracts';
import type { Clock, delay, Tenant } from '@fulfilment/kernel';
import type { EndpointReader } from '../endpoints/endpoint-ports.ts';
import type { DeliveryLog, MadeAttempt } from './delivery-ports.ts';
import type { ReadDeliveries, SeenDelivery } from './read-deliveries.ts';

/** Milliseconds between two looks at the attempts of a tenant. */
const LOOK_EVERY_MS = 1_000;
/**
 * Milliseconds of rest after attempts of which none is streamed, and the share of it that is not where some are: what is streamed is charged
 * by the gateway, what is passed by is not, and a client may wait for one that is months of them behind.
 */
const PASS_BY_MS = 200;
/** Milliseconds between two comments: proxies close connections that are silent for longer. */
const COMMENT_EVERY_MS = 15_000;
/** An attempt is told once its second is over for so long: those of several processes are in order from then on. */
const SETTLING_MS = 1_000;
/** Milliseconds after which a client reconnects. */
const RETRY_MS = 3_000;

/** Which attempts are streamed: of these deliveries, behind that position. */
export interface StreamWish {
  readonly endpointId: string | undefined;
  readonly statuses: ReadonlyArray<SeenDelivery['status']> | undefined;
  readonly eventTypes: readonly string[] | undefined;
  readonly eventId: string | undefined;
  /** Position of the last attempt that the client has; undefined to begin now. */
  readonly lastId: string | undefined;
}

/** A delivery with one of its attempts. */
export interface AttemptToTell extends SeenDelivery, Pick<MadeAttempt, 'position' | 'attempt'> {}

/** Options of {@link StreamDeliveries}. */
export interface StreamOptions {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly log: Pick<DeliveryLog, 'attemptsBetween' | 'findMany'>;
  readonly seen: ReadDeliveries['seen'];
  readonly now: Clock;
  readonly wait: typeof delay;
}

/** Streams the attempts of a tenant as server-sent events, from the order in which they were recorded. */
export class StreamDeliveries {
  readonly #options: StreamOptions;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  /**
   * The text of the stream, which ends with `leaving`: the service drains, or the client has left. Text comes at once, and then every 15 s
   * at least; each piece has a position, so that a client that was told of no attempt yet continues where it was too.
   *
   * @param write makes the data of one event.
   * @throws AppError `invalid_cursor`, `not_found` for an endpoint.
   */
  async *text(
    tenant: Tenant,
    wish: StreamWish,
    write: (told: AttemptToTell) => object,
    leaving: AbortSignal,
  ): AsyncGenerator<string> {
    let after = wish.lastId ?? this.#settled();
    if (!POSITION.test(after)) throw errors.invalidCursor('Last-Event-ID is not the id of an event of this stream.');
    if (wish.endpointId !== undefined) await this.#options.endpoints.find(tenant, wish.endpointId);
    yield `id: ${after}\nretry: ${RETRY_MS}\n\n`;
    let commentAt = performance.now() + COMMENT_EVERY_MS;
    while (!leaving.aborted) {
      const before = this.#settled();
      const made = await this.#options.log.attemptsBetween(tenant, { after, before });
      // A clock that was set back moves no position back.
      after = made.at(-1)?.position ?? (before > after ? before : after);
      const events = (await this.#chosen(tenant, wish, made)).map((told) => eventOf(told.position, write(told)));
      if (events.length > 0 || performance.now() >= commentAt) {
        yield events.length > 0 ? events.join('') : `: still here\nid: ${after}\n\n`;
        commentAt = performance.now() + COMMENT_EVERY_MS;
      }
      await this.#rest({ made, events }, leaving);
    }
  }

  /** Rests after a look that found less to tell of than it looked at. */
  async #rest({ made, events }: { readonly made: readonly object[]; readonly events: readonly string[] }, leaving: AbortSignal) {
    const restMs = made.length === 0 ? LOOK_EVERY_MS : PASS_BY_MS * (1 - events.length / made.length);
    if (restMs > 0) await this.#options.wait(restMs, leaving);
  }

  /** The position before which every attempt is recorded. */
  #settled(): string {
    const seconds = Math.floor((this.#options.now().getTime() - SETTLING_MS) / 1_000);
    return `${seconds.toString(16).padStart(8, '0')}${'0'.repeat(16)}.0`;
  }

  async #chosen(tenant: Tenant, wish: StreamWish, made: readonly MadeAttempt[]): Promise<readonly AttemptToTell[]> {
    const { endpointId, statuses, eventTypes, eventId } = wish;
    const wanted = made.filter((each) => endpointId === undefined || each.endpointId === endpointId);
    if (wanted.length === 0) return [];
    const found = await this.#options.log.findMany(tenant, [...new Set(wanted.map(({ deliveryId }) => deliveryId))]);
    const fitting = found.filter(
      (each) => (eventTypes?.includes(each.eventType) ?? true) && [undefined, each.eventId].includes(eventId),
    );
    const seen = await Promise.all(fitting.map((each) => this.#options.seen(tenant, each)));
    const byId = new Map(seen.map((each) => [each.delivery.id, each]));
    return wanted.flatMap(({ deliveryId, position, attempt }) => {
      const delivery = byId.get(deliveryId);
      const fits = delivery !== undefined && (statuses?.includes(delivery.status) ?? true);
      return fits ? [{ ...delivery, position, attempt }] : [];
    });
  }
}

/** The id of a record, which begins with its second, and a place in it. */
const POSITION = /^[0-9a-f]{24}\.\d{1,6}$/;

/** One event (HTML section 9.2.6): JSON has no line break in it. */
function eventOf(id: string, data: object): string {
  return `id: ${id}\nevent: delivery\ndata: ${JSON.stringify(data)}\n\n`;
}
