import { AppError, type Stoppable, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Deferred } from './domain/command.ts';
import type { Command } from './domain/commands/commands.ts';
import { invalidField } from './domain/refusal.ts';
import { StockBatch } from './domain/stock-batch.ts';
import type { Limits } from './domain/working-set.ts';
import { loadWorkingSet, type Queued } from './load-working-set.ts';
import { type PresentedResult, type Presenting, presentResult, receiptOf } from './presented-result.ts';
import { repeatableIds } from './repeatable-ids.ts';
import { messagesOf } from './stock-messages.ts';
import type { StockStore } from './stock-ports.ts';

/**
 * Runs a command on a tenant's stock. It resolves once the result is committed; a refusal is a result.
 *
 * @throws AppError `unavailable` where too many commands wait, or the store is away.
 */
export type ChangeStock = (tenant: Tenant, command: Command) => Promise<PresentedResult>;

/** The queue of a group commit: items of one key that wait while its last transaction commits share the next one. */
export interface GroupQueue<Item, Result> extends Stoppable {
  /** @throws AppError `unavailable` where too many wait already. */
  submit(key: string, item: Item): Promise<Result>;
  /** Items that wait, over all keys. */
  waiting(): number;
}

export type OpenQueue = <Item, Result>(
  commit: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
) => GroupQueue<Item, Result>;

export interface StockLaneOptions {
  readonly openQueue: OpenQueue;
  readonly store: StockStore;
  readonly limits: Limits;
  /** Called after a commit with the SKUs that have backorders left to fill. */
  readonly onStillFilling: (tenant: string, skus: readonly string[]) => void;
}

/** The result of one command of a commit, each by itself: a group may be committed in part. */
type Settled = PromiseSettledResult<{ readonly result: PresentedResult | Deferred; readonly replayed: boolean }>;

/** Times that a command may be put off: each but the first fills hundreds of backorders. */
const MAX_DEFERRALS = 1_000;

/** The lane of stock: commands of one tenant queue here and are committed in groups, each accepted or refused by itself. */
export class StockLane implements Stoppable {
  readonly #options: StockLaneOptions;
  readonly #queue: GroupQueue<Queued, Settled>;

  constructor(options: StockLaneOptions) {
    this.#options = options;
    this.#queue = options.openQueue<Queued, Settled>((tenant, queued) => this.#commitAll(tenant, queued));
  }

  readonly run: ChangeStock = async (tenant, command) => {
    for (let deferrals = 0; deferrals < MAX_DEFERRALS; deferrals += 1) {
      const alone = deferrals > 0;
      const settled = await this.#queue.submit(tenantKey(tenant), { command, alone });
      if (settled.status === 'rejected') throw settled.reason;
      const { result, replayed } = settled.value;
      if (replayed) command.origin.claim?.onReplayed();
      if (result.type !== 'deferred') return result;
      // Alone it had all that is read for it: it would be put off again.
      if (alone && !result.progress && command.type === 'batch') return tooManyTakenBack;
    }
    throw new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'Backorders are being filled. Try again.' });
  };

  /** Commands that wait for their transaction. */
  waiting(): number {
    return this.#queue.waiting();
  }

  async stop(): Promise<void> {
    await this.#queue.stop();
  }

  /** Commits commands in their order, in as many transactions as their lines need. */
  async #commitAll(tenant: string, queued: readonly Queued[]): Promise<readonly Settled[]> {
    const settled: Settled[] = [];
    while (settled.length < queued.length) settled.push(...(await this.#commitSome(tenant, queued.slice(settled.length))));
    return settled;
  }

  /**
   * Commits the first of the commands. A transaction that fails because of one command is bisected until that command fails alone;
   * with the store away, all that are left fail at once.
   */
  async #commitSome(tenant: string, queued: readonly Queued[]): Promise<readonly Settled[]> {
    try {
      return await this.#commit(tenant, queued);
    } catch (reason) {
      if (queued.length === 1 || (reason instanceof AppError && reason.mayPass))
        return queued.map(() => ({ status: 'rejected', reason }));
      return this.#commitSome(tenant, queued.slice(0, Math.ceil(queued.length / 2)));
    }
  }

  /** Commits as many of the first commands as one transaction carries, and presents their results once that is done. */
  async #commit(tenant: string, queued: readonly Queued[]): Promise<readonly Settled[]> {
    const { store, limits } = this.#options;
    const ids = repeatableIds();
    const committed = await store.transact(tenant, async ({ read, write }) => {
      ids.rewind();
      const { commands, workingSet, receipts } = await loadWorkingSet(read, queued, limits);
      const batch = new StockBatch(workingSet, limits, ids.next);
      const results = commands.map((command) => batch.decide(command));
      const { changes } = batch;
      const presenting: Presenting = { receipts, pathOf: (id) => batch.location(id).path };
      await write({
        ...changes,
        lineageOf: (id) => batch.location(id).lineage,
        movements: changes.skuChanges.flatMap(({ movements }) => movements),
        messages: messagesOf(changes, { tenant, pathOf: presenting.pathOf, newId: ids.next }),
        receipts: changes.keptResults.map((kept) => receiptOf(kept, presenting)),
        newScanAnswers: changes.scanAnswers.flatMap(({ answer, isNew }) => (isNew ? [answer] : [])),
      });
      return { results, changes, presenting };
    });
    const { results, changes, presenting } = committed;
    if (results.length === 0) throw new Error('A transaction without a command');
    const onlyFills = queued.every(({ command }) => command.type === 'fill');
    const stillFilling = changes.skus.filter(({ filling }) => filling).map(({ code }) => code);
    // Fills that changed no order would be asked for again without end.
    if (stillFilling.length > 0 && (!onlyFills || changes.allocations.length > 0))
      this.#options.onStillFilling(tenant, stillFilling);
    return Promise.allSettled(
      results.map(async (result) => ({
        result: result.type === 'deferred' ? result : presentResult(result, presenting),
        replayed: result.replayed ?? false,
      })),
    );
  }
}

const tooManyTakenBack: PresentedResult = {
  type: 'refused',
  refusal: invalidField('/items', 'Together these take holds back from too many orders at once; send them in smaller batches.'),
};
