import { AppError } from '@fulfilment/kernel';
import type { CommitBatch } from './commit-batch.ts';
import type { CommittedOutcome } from './committed-outcome.ts';
import type { Queued } from './load-working-set.ts';

/** What came of one command: a batch may be committed in part. */
export type Settled =
  | { readonly type: 'committed'; readonly outcome: CommittedOutcome }
  | { readonly type: 'failed'; readonly error: unknown };

export type SettleCommands = (tenant: string, queued: readonly Queued[]) => Promise<readonly Settled[]>;

export interface SettleCommandsOptions {
  readonly commitBatch: CommitBatch;
  /** Told after a commit which SKUs have backorders left to fill. */
  readonly onStillFilling: (tenant: string, skus: readonly string[]) => void;
}

/**
 * Commits commands in their order, in as many transactions as their lines need. A transaction that fails for one command's
 * sake is halved until that command fails alone; with the store away, all that are left fail at once.
 */
export function makeSettleCommands({ commitBatch, onStillFilling }: SettleCommandsOptions): SettleCommands {
  const settleSome = async (tenant: string, queued: readonly Queued[]): Promise<readonly Settled[]> => {
    try {
      const { outcomes, stillFilling } = await commitBatch(tenant, queued);
      if (outcomes.length === 0) throw new Error('A transaction without a command');
      if (stillFilling.length > 0) onStillFilling(tenant, stillFilling);
      return outcomes.map((outcome) => ({ type: 'committed', outcome }));
    } catch (error) {
      if (queued.length === 1 || passesWithTime(error)) return queued.map(() => ({ type: 'failed', error }));
      return settleSome(tenant, queued.slice(0, Math.ceil(queued.length / 2)));
    }
  };
  return async (tenant, queued) => {
    const settled: Settled[] = [];
    while (settled.length < queued.length) settled.push(...(await settleSome(tenant, queued.slice(settled.length))));
    return settled;
  };
}

function passesWithTime(error: unknown): boolean {
  return error instanceof AppError && error.mayPass;
}
