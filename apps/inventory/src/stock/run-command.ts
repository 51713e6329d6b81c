import { errors, type SkuRecord } from '@fulfilment/contracts';
import {
  type Answered,
  type AppError,
  type Clock,
  type RequestContext,
  type Sequence,
  type Tenant,
  versionConflict,
} from '@fulfilment/kernel';
import { refusalError } from '../records/refusal-error.ts';
import type { Origin } from './domain/command.ts';
import type { Command } from './domain/commands/commands.ts';
import type { PresentedResult } from './presented-result.ts';

/**
 * Runs a command on a tenant's stock. It resolves once the result is committed; a refusal is a result.
 *
 * @param sequence of commands whose order has to hold over failures.
 * @throws AppError `unavailable` where too many commands wait, or the store is away.
 */
export type RunCommand = (tenant: Tenant, command: Command, sequence?: Sequence) => Promise<Answered<PresentedResult>>;

/** The origin of a change that is made by a request, now. */
export function originOf(context: RequestContext, now: Clock): Origin {
  const { actor, requestId, traceparent, idempotency: claim, storage, noteLines } = context;
  return { actor, requestId, traceparent, at: now(), claim, maxSkus: storage?.skus, noteLines };
}

/** @throws AppError with the code of a refusal. */
export function skuOf({ result, replayed }: Answered<PresentedResult>): Answered<SkuRecord> {
  if (result.type === 'sku') return { result: result.record, replayed };
  throw notMade(result, replayed);
}

/** The reason why a change was not made. @throws Error where it was: its caller expected another kind of result. */
export function notMade(result: PresentedResult, replayed = false): AppError {
  if (result.type === 'refused') return refusalError(result.refusal, result.firstRequestId, replayed);
  if (result.type !== 'outdated') throw new Error(`Unexpected result: ${result.type}`);
  const { message, details } = versionConflict(result.record, result.changedBy);
  const request = result.firstRequestId === undefined ? {} : { request_id: result.firstRequestId };
  return errors.versionConflict(message, { facts: { ...request, ...details }, replayed });
}
