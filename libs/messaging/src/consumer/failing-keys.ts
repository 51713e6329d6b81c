import type { IncomingBatch } from '../port.ts';
import type { DeadLetterEntry, DeadLetters } from './dead-letters.ts';

export interface FailingKeysOptions {
  readonly group: string;
  readonly deadLetters: Pick<DeadLetters, 'openKeys' | 'allOpenKeys'>;
  readonly deadLetterFollowers?: boolean;
}

/** The keys of a topic with open letters, as one assignment of a partition knows them. */
interface Known {
  /** Undefined where they are too many: then each batch asks. */
  readonly keys: Set<string> | undefined;
  readonly readAtMs: number;
}

/** Keys in memory for each assigned partition. */
const MAX_KEYS = 1_000;
/** Milliseconds after which they are read again: the letter of a key may be from another partition, where topics have grown. */
const MAX_AGE_MS = 30_000;

/**
 * Knows which keys have open dead letters, so that a batch without them asks nothing. They are read at the first batch of an
 * assignment, after its committed offset: letters precede commits, so those that another process wrote for committed records are
 * among them, and later records are this process's own. A key that is known is looked up, because its letter may have been retried.
 */
export class FailingKeys {
  readonly #options: FailingKeysOptions;
  /** By the signal of the assignment. */
  readonly #known = new WeakMap<AbortSignal, Known>();

  constructor(options: FailingKeysOptions) {
    this.#options = options;
  }

  /** @returns the keys of the batch that have an open letter now; none where records that follow a letter are handled. */
  async among({ topic, records, signal }: IncomingBatch): Promise<ReadonlySet<string>> {
    const { group, deadLetters, deadLetterFollowers = false } = this.#options;
    if (!deadLetterFollowers) return new Set();
    const before = this.#known.get(signal);
    const isCurrent = before !== undefined && performance.now() - before.readAtMs < MAX_AGE_MS;
    const { keys } = isCurrent ? before : await this.#read(topic, signal);
    const asked = new Set(records.map(({ key }) => key).filter((key) => keys?.has(key) ?? true));
    return asked.size === 0 ? asked : deadLetters.openKeys(group, topic, [...asked]);
  }

  /** Notes letters of the batch. To be called before they are stored, of which the end may stay unknown. */
  add({ signal }: Pick<IncomingBatch, 'signal'>, letters: readonly DeadLetterEntry[]): void {
    const known = this.#known.get(signal);
    if (!known?.keys) return;
    for (const { record, unreadable } of letters) if (unreadable !== true) known.keys.add(record.key);
    if (known.keys.size > MAX_KEYS) this.#known.set(signal, { ...known, keys: undefined });
  }

  async #read(topic: string, signal: AbortSignal): Promise<Known> {
    const { group, deadLetters } = this.#options;
    const readAtMs = performance.now();
    const found = await deadLetters.allOpenKeys(group, topic, MAX_KEYS);
    const known = { keys: found && new Set(found), readAtMs };
    this.#known.set(signal, known);
    return known;
  }
}
