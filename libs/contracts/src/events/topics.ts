import { type ServiceName, SERVICES } from '../operation.ts';

/** Topics by what they carry. */
export const TOPICS = {
  inventoryEvents: 'inventory.events',
  ordersEvents: 'orders.events',
  scansEvents: 'scans.events',
  stockCommands: 'stock.commands',
  stockMoves: 'stock.moves',
  stockOutcomes: 'stock.outcomes',
} as const;

export type Topic = (typeof TOPICS)[keyof typeof TOPICS];

/** The service that publishes to each topic. */
export const PUBLISHER_OF = {
  'inventory.events': 'inventory',
  'orders.events': 'orders',
  'scans.events': 'scans',
  'stock.commands': 'orders',
  'stock.moves': 'scans',
  'stock.outcomes': 'inventory',
} as const satisfies Record<Topic, ServiceName>;
export type Publisher = (typeof PUBLISHER_OF)[keyof typeof PUBLISHER_OF];

/** The services that publish messages. */
export const PUBLISHERS: readonly Publisher[] = [...new Set(Object.values(PUBLISHER_OF))].toSorted();

/** How topics are made. Another count of partitions moves keys: `topics grow` adds some, and keeps the order of keys. */
export const TOPIC_LIFE = { partitions: 12, keptDays: 7, deadLetterPartitions: 3, deadLettersKeptDays: 30 } as const;

/** The topics whose records are domain events. */
export const EVENT_TOPICS = [TOPICS.inventoryEvents, TOPICS.ordersEvents, TOPICS.scansEvents] as const;

/** The consumer groups: the service whose processes are the members of each, and the topics that they read. */
export const CONSUMER_GROUPS = {
  inventory: { service: 'inventory', topics: [TOPICS.stockCommands] },
  // Apart from `inventory`: none of the many moves of a file of scans stands before a command of an order.
  'inventory-moves': { service: 'inventory', topics: [TOPICS.stockMoves] },
  orders: { service: 'orders', topics: [TOPICS.stockOutcomes] },
  scans: { service: 'scans', topics: [TOPICS.stockOutcomes] },
  webhooks: { service: 'webhooks', topics: EVENT_TOPICS },
} as const satisfies Record<string, { readonly service: ServiceName; readonly topics: readonly Topic[] }>;

/** The services that read a topic, in the order of `SERVICES`. */
export function consumersOf(topic: Topic): readonly ServiceName[] {
  const groups = Object.values(CONSUMER_GROUPS).filter(({ topics }) => topics.some((name) => name === topic));
  return SERVICES.filter((service) => groups.some((group) => group.service === service));
}
