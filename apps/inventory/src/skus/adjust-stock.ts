import type { AdjustmentRecord, AdjustStockBody } from '@fulfilment/contracts';
import type { Answered, Clock, RequestContext, VersionCondition } from '@fulfilment/kernel';
import { parseLocation } from '../model/location.ts';
import type { Origin } from '../stock/domain/command.ts';
import type { SkuCommand } from '../stock/domain/commands/commands.ts';
import { notMade, originOf, type RunCommand } from '../stock/run-command.ts';

/**
 * @throws AppError `not_found`, `version_conflict`, `sku_archived`, `insufficient_stock`, `unknown_location`, `location_archived` or
 * `validation_failed`.
 */
export type AdjustStock = (sku: string, body: AdjustStockBody, context: RequestContext) => Promise<Answered<AdjustmentRecord>>;

export function makeAdjustStock(runCommand: RunCommand, now: Clock): AdjustStock {
  return async (sku, body, context) => {
    const command = adjustCommand(sku, body, originOf(context, now), context.ifMatch);
    const { result, replayed } = await runCommand(context.tenant, command);
    if (result.type === 'adjusted') return { result: result.adjustment, replayed };
    throw notMade(result, replayed);
  };
}

/** The command of a request, of an item of a batch, or of a row of a file. */
export function adjustCommand(sku: string, body: AdjustStockBody, origin: Origin, ifMatch?: VersionCondition): SkuCommand {
  const { delta, reason, note = null } = body;
  const location = body.location === undefined ? undefined : parseLocation(body.location);
  return { type: 'adjust-stock', origin, sku, delta, reason, location, note, ifMatch };
}
