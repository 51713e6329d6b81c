import { AppError, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Command } from './domain/commands/command.ts';
import { invalidField } from './domain/refusal.ts';
import type { CommittedOutcome } from './committed-outcome.ts';
import type { Queued } from './load-working-set.ts';
import type { Settled } from './settle-commands.ts';

/** Where changes of one tenant's stock queue, to be committed in groups. */
export interface StockLane {
  /** @throws AppError `unavailable` where too many wait already. */
  submit(tenant: string, queued: Queued): Promise<Settled>;
}

export type ChangedStock = Exclude<CommittedOutcome, { type: 'deferred' }>;

/**
 * Brings a change of stock to its outcome. It resolves once that is committed; a refusal is an outcome.
 *
 * @throws AppError `unavailable` where too many changes wait, or the store is away.
 */
export type ChangeStock = (tenant: Tenant, command: Command) => Promise<ChangedStock>;

/** Times that a command may be put off: each but the first fills hundreds of backorders. */
const MAX_DEFERRALS = 1_000;

export function makeChangeStock({ lane }: { readonly lane: StockLane }): ChangeStock {
  return async (tenant, command) => {
    for (let deferrals = 0; deferrals < MAX_DEFERRALS; deferrals += 1) {
      const alone = deferrals > 0;
      const settled = await lane.submit(tenantKey(tenant), { command, alone });
      if (settled.type === 'failed') throw settled.error;
      const { outcome } = settled;
      if (outcome.type !== 'deferred') return outcome;
      // Alone it had all that is read for it: it would be put off again.
      if (alone && !outcome.progress && command.type === 'together') return tooManyTakenBack;
    }
    throw new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'Backorders are being filled. Try again.' });
  };
}

const tooManyTakenBack: ChangedStock = {
  type: 'refused',
  refusal: invalidField('/items', 'Together these take holds back from too many orders at once; send them in smaller batches.'),
};
