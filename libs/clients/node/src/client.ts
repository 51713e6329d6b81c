import { Feed, type FeedOptions } from './feed.ts';
import { Resources } from './generated/resources.ts';
import { VERSION } from './generated/version.ts';
import type { RateLimit } from './answers.ts';
import type { Order } from './generated/schemas.ts';
import { type ClientOptions, readOptions } from './options.ts';
import { waitForOrder, type WaitOptions } from './order-wait.ts';
import { Transport } from './transport.ts';

const AGENT = `fulfilment-node/${VERSION} (node ${process.versions.node})`;

/**
 * The API of one account and environment, by its key.
 *
 * ```ts
 * const client = new FulfilmentClient({ apiKey, baseUrl: 'http://localhost:8080' });
 * const order = await client.orders.create({ lines: [{ sku: 'MUG-01', quantity: 2 }] });
 * ```
 *
 * The key is in no property, inspection, error or log of the client.
 */
export class FulfilmentClient extends Resources {
  readonly #transport: Transport;

  /** @throws ConfigurationError for a key or base URL that cannot be used. Nothing is sent. */
  constructor(options: ClientOptions) {
    const transport = new Transport(readOptions(options, AGENT));
    super(transport);
    this.#transport = transport;
  }

  /** The rate limit that the last answer told; null before the first one. */
  get rateLimit(): RateLimit | null {
    return this.#transport.rateLimit;
  }

  /** Reads the feed of events from a place that is kept: see `Feed`. */
  feed(options: FeedOptions): Feed {
    return new Feed(this.events, options);
  }

  /**
   * Reads an order until it is as you want it: `await client.waitForOrder(id, ({ allocation }) => allocation === 'allocated')`.
   *
   * @throws RequestTimeoutError where it is not within `timeoutMs`, 60 000 by default.
   */
  waitForOrder(id: string, isReached: (order: Order) => boolean, options: WaitOptions = {}): Promise<Order> {
    return waitForOrder(this.orders, id, isReached, options);
  }
}
