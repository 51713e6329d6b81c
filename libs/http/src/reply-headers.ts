import { COST_HEADER, type CostSpec, tokensBeyondFirst } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import type { Response } from 'express';
import { REPLAYED_HEADER } from './problem.ts';
import type { RawReply } from './route.ts';

/** Sets the header fields that a reply carries, and says where it was given before. */
export function setReplyHeaders(response: Response, { headers, replayed }: RawReply): void {
  if (headers) response.set(headers);
  if (replayed) response.set(REPLAYED_HEADER, 'true');
}

/**
 * Tells the gateway the cost of a request beyond its one token, so that it can charge it before the answer goes out. The cost
 * depends on the request, not on its outcome: a refusal and a replayed answer cost as much as the first.
 */
export function tellCostOfBody(response: Response, cost: CostSpec | undefined, body: unknown): void {
  if (cost?.itemsIn === 'body') tell(response, cost, body);
}

/** The same where only the reply has the number of items. */
export function tellCostOfReply(response: Response, cost: CostSpec | undefined, body: unknown): void {
  if (cost?.itemsIn === 'reply') tell(response, cost, body);
}

/** The same for a refusal after a part was done. */
export function tellCostOfRefusal(response: Response, cost: CostSpec | undefined, error: unknown): void {
  if (cost?.doneIn !== undefined && error instanceof AppError) tell(response, cost, error.details[cost.doneIn]);
}

function tell(response: Response, cost: CostSpec, holder: unknown): void {
  const tokens = tokensBeyondFirst(itemsIn(holder, cost));
  if (tokens > 0) response.set(COST_HEADER, String(tokens));
}

function itemsIn(holder: unknown, { member }: CostSpec): number {
  if (typeof holder !== 'object' || holder === null) return 0;
  const items: unknown = Object.entries(holder).find(([name]) => name === member)?.[1];
  return Array.isArray(items) ? items.length : numberIn(items);
}

function numberIn(items: unknown): number {
  return typeof items === 'number' ? items : 0;
}
