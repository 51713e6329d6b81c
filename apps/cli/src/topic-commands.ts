import { randomUUID } from 'node:crypto';
import {
  EVENT_TOPICS,
  type grownTopic,
  listOf,
  operatorOperations as operator,
  PUBLISHED_TOPICS,
  type Publisher,
  PUBLISHER_OF,
  topicProgress,
  type TopicProgress,
  topicsProgress,
  type ServiceName,
  SERVICES,
} from '@fulfilment/contracts';
import { OperatorRefusal } from '@fulfilment/identity';
import { delay, retry } from '@fulfilment/kernel';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { type AddVerbs, type CommandContext, type Manuals, Refused, textTable, verb } from './command.ts';

type Topic = TopicProgress['topic'];

interface GrowOptions {
  readonly json?: boolean;
  readonly partitions: number;
}

const MAX_PARTITIONS = 200;
/** A broker that is slow for a moment ends no command that has waited for minutes. */
const UNAVAILABLE = { maxAttempts: 10, isRetryable: isUnavailable, backOff: { firstMs: 500, maxMs: 2_000 } } as const;

export const addTopicVerbs: AddVerbs = (noun, perform) => {
  verb(noun, 'list', 'List topics with their partitions, and how far each consumer group is behind.').action(
    (options: Pick<GrowOptions, 'json'>) =>
      perform(async (context) => {
        const data = await readTopics(context);
        const rows = data.map(({ topic, group, partitions, leaderless, lag }) => {
          return [topic, String(partitions), String(leaderless), group, String(lag)];
        });
        return { json: { data }, text: textTable(['TOPIC', 'PARTITIONS', 'LEADERLESS', 'GROUP', 'LAG'], rows) };
      }, options),
  );
  const grow: Command = verb(
    noun,
    'grow',
    'Add partitions to a topic. To keep the order of records, its services publish nothing for about a minute; commits go on. ' +
      'All topics of events grow together. Partitions cannot be removed.',
  );
  grow
    .addArgument(new Argument('<topic>', `one of ${PUBLISHED_TOPICS.join(', ')}`).choices(PUBLISHED_TOPICS))
    .requiredOption('--partitions <number>', `partitions of the topic from then on, at most ${MAX_PARTITIONS}`, partitionCount)
    .action((topic: Topic, { partitions, ...options }: GrowOptions) =>
      perform(async (context) => {
        const topics = isOfEvents(topic) ? EVENT_TOPICS : [topic];
        await new Growth(context, topics, partitions).run();
        const data = topics.map((name) => ({ topic: name, partitions }));
        return {
          json: { data },
          text: textTable(
            ['TOPIC', 'PARTITIONS'],
            data.map(({ topic: name }) => [name, String(partitions)]),
          ),
        };
      }, options),
    );
};

/** @throws InvalidArgumentError for what is no number of partitions. */
function partitionCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > MAX_PARTITIONS)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_PARTITIONS}.`);
  return count;
}

function isOfEvents(topic: Topic): boolean {
  return EVENT_TOPICS.some((name) => name === topic);
}

/** A topic with several groups has a row for each. Moments in which Kafka does not answer are waited out. */
async function readTopics({ client }: Pick<CommandContext, 'client'>): Promise<readonly TopicProgress[]> {
  const read = (service: ServiceName) => retry(() => client.call(operator.listTopics, { service }), UNAVAILABLE);
  const answers = await Promise.all(SERVICES.map(read));
  return answers.flatMap(({ data }) => data).toSorted((a, b) => (a.topic < b.topic ? -1 : 1));
}

/** Renewed at every poll; a command that is killed leaves the relays at rest for this long at most. */
const HOLD_SECONDS = 30;
const POLL_MS = 1_000;
const TELL_EVERY_MS = 5_000;
/** Longer than the hold of a command that was killed. */
const OTHERS_FOR_MS = 2 * HOLD_SECONDS * 1_000;
/** After this long the relays go on: what lags is to be mended first. */
const LAG_FOR_MS = 5 * 60_000;
const MAX_LAG = 10_000;

/**
 * Adds partitions to topics that must have the same number. Records of a key move to another partition, whose reader knows nothing of
 * the one before: so nothing may be on its way, or unread, while they are added.
 */
class Growth {
  readonly #context: CommandContext;
  readonly #topics: readonly Topic[];
  readonly #partitions: number;
  readonly #publishers: readonly Publisher[];
  readonly #holder: string = randomUUID();
  readonly #interrupted = new AbortController();
  #toldAtMs = Number.NEGATIVE_INFINITY;

  constructor(context: CommandContext, topics: readonly Topic[], partitions: number) {
    this.#context = context;
    this.#topics = topics;
    this.#partitions = partitions;
    this.#publishers = [...new Set(topics.map((topic) => PUBLISHER_OF[topic]))];
  }

  /** @throws Refused where it cannot be done, or was interrupted; the relays go on then. */
  async run(): Promise<void> {
    await this.#examine();
    const interrupt = (): void => this.#interrupted.abort();
    process.once('SIGINT', interrupt);
    try {
      const settleMs = await this.#rest();
      await this.#grow();
      await this.#settle(settleMs);
    } finally {
      process.off('SIGINT', interrupt);
      await Promise.allSettled(this.#publishers.map((service) => this.#release(service)));
    }
  }

  /** Refuses what cannot be done before anything rests. */
  async #examine(): Promise<void> {
    const now = await this.#read();
    const larger = now.find(({ partitions }) => partitions > this.#partitions);
    if (larger) throw new Refused(`${larger.topic} has ${larger.partitions} partitions, and Kafka removes none.`);
    if (now.every(({ partitions }) => partitions === this.#partitions))
      throw new Refused(`${this.#topics.join(', ')}: there are ${this.#partitions} partitions already.`);
    const behind = now.find(({ lag }) => lag > MAX_LAG);
    if (behind) throw new Refused(`${behind.group} is ${behind.lag} records behind in ${behind.topic}: let it catch up first.`);
    for (const topic of this.#topics) await this.#growTopic(topic, {});
  }

  /** Waits until the relays rest and everything is read. @returns milliseconds in which new partitions become known. */
  async #rest(): Promise<number> {
    const endsAtMs = performance.now() + LAG_FOR_MS;
    let restMs = Number.POSITIVE_INFINITY;
    let settleMs = 0;
    let restsSinceMs = performance.now();
    let ends = '';
    for (;;) {
      const held = await this.#hold();
      const topics = await this.#read();
      const endsNow = topics.map(({ end }) => end).join();
      // What is still written was on its way: the rest begins after it.
      if (held.isNew || endsNow !== ends) restsSinceMs = performance.now();
      ends = endsNow;
      ({ restMs, settleMs } = held);
      const behind = topics.find(({ lag, leaderless }) => lag > 0 || leaderless > 0);
      const leftMs = restsSinceMs + restMs - performance.now();
      if (leftMs <= 0 && !behind) return settleMs;
      if (performance.now() > endsAtMs) throw new Refused(behind ? reasonOf(behind) : 'Records are still written.');
      const lag = topics.reduce((sum, each) => sum + each.lag, 0);
      await this.#pause(`Relays rest for ${inSeconds(leftMs)} more; ${lag} records are to be handled.`);
    }
  }

  async #grow(): Promise<void> {
    for (const topic of this.#topics) {
      await this.#hold();
      const { result } = await this.#growTopic(topic, { holder: this.#holder });
      if (result === 'not_held') throw new Refused('The relays have gone on in between. Run the command again.');
      this.#context.progress(`${topic} has ${this.#partitions} partitions.`);
    }
  }

  async #settle(settleMs: number): Promise<void> {
    for (const endsAtMs = performance.now() + settleMs; performance.now() < endsAtMs;) {
      await this.#hold();
      await this.#pause(`Producers and consumers learn of the partitions for ${inSeconds(endsAtMs - performance.now())} more.`);
    }
  }

  /** Holds all relays, or goes on holding them. @throws Refused where another command does. */
  async #hold(): Promise<{ readonly isNew: boolean; readonly restMs: number; readonly settleMs: number }> {
    for (const endsAtMs = performance.now() + OTHERS_FOR_MS; ;) {
      const answers = await Promise.all(
        this.#publishers.map((service) => {
          const call = { service, body: { holder: this.#holder, seconds: HOLD_SECONDS } };
          return retry(() => this.#context.client.call(operator.holdRelays, call), UNAVAILABLE);
        }),
      );
      if (answers.every(({ state }) => state !== 'others')) {
        return {
          isNew: answers.some(({ state }) => state === 'taken'),
          restMs: Math.max(...answers.map(({ rest_seconds: rest }) => rest * 1_000)),
          settleMs: Math.max(...answers.map(({ settle_seconds: settle }) => settle * 1_000)),
        };
      }
      if (performance.now() > endsAtMs)
        throw new Refused('Another command holds the relays. Run this one again when it has ended.');
      await this.#pause('Another command holds the relays, or was killed within the last half minute.');
    }
  }

  async #read(): Promise<readonly TopicProgress[]> {
    const topics = await readTopics(this.#context);
    return topics.filter(({ topic }) => this.#topics.includes(topic));
  }

  #growTopic(topic: Topic, { holder }: { readonly holder?: string }): Promise<z.output<typeof grownTopic>> {
    const body = { topic, partitions: this.#partitions, ...(holder === undefined ? {} : { holder }) };
    const call = { service: PUBLISHER_OF[topic], body };
    return retry(() => this.#context.client.call(operator.growTopic, call), UNAVAILABLE);
  }

  #release(service: Publisher): Promise<unknown> {
    const call = { service, body: { holder: this.#holder } };
    return retry(() => this.#context.client.call(operator.releaseRelays, call), UNAVAILABLE);
  }

  async #pause(line: string): Promise<void> {
    if (performance.now() - this.#toldAtMs >= TELL_EVERY_MS) {
      this.#toldAtMs = performance.now();
      this.#context.progress(line);
    }
    await delay(POLL_MS, this.#interrupted.signal);
    if (this.#interrupted.signal.aborted) throw new Refused('Interrupted: the relays go on. Run the command again to finish.');
  }
}

function reasonOf({ topic, group, leaderless, lag }: TopicProgress): string {
  if (leaderless > 0) return `${leaderless} partitions of ${topic} have no leader: their broker has to be back first.`;
  return `${group} still has ${lag} records of ${topic} to handle.`;
}

/** The service answered, and reaches its engine later. */
function isUnavailable(error: unknown): boolean {
  return error instanceof OperatorRefusal && error.status === 503;
}

function inSeconds(ms: number): string {
  return `${Math.max(0, Math.ceil(ms / 1_000))} s`;
}

const sized = z.strictObject({
  topic: topicProgress.shape.topic,
  partitions: z.int().describe('Partitions that it has now.'),
});

export const TOPIC_MANUALS: Manuals = {
  'topics list': { output: topicsProgress, examples: [{ why: 'Partitions and lag of all topics', line: 'topics list' }] },
  'topics grow': {
    output: listOf(sized),
    refused:
      'The topic has as many partitions or more; one of them has no leader; a consumer group is far behind; Kafka does not add them; another command holds the relays; it was interrupted.',
    examples: [
      { why: 'More inventory processes than partitions', line: 'topics grow stock.commands --partitions 24' },
      { why: 'More webhooks processes: all topics of events grow', line: 'topics grow orders.events --partitions 24' },
    ],
  },
};
