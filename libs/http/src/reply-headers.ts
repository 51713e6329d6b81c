import { COST_HEADER, type CostSpec, tokensOf } from '@fulfilment/contracts';
import type { Response } from 'express';
import { REPLAYED_HEADER } from './problem.ts';
import type { RawReply } from './route.ts';

/** Sets the header fields that a reply carries, and says where it was given before. */
export function setReplyHeaders(response: Response, { headers, replayed }: RawReply): void {
  if (headers) response.set(headers);
  if (replayed) response.set(REPLAYED_HEADER, 'true');
}

/**
 * Tells the gateway the cost of a batch beyond its one token, so that it can charge what it has not charged yet before the answer goes
 * out. By its items the cost depends on the request, not on its outcome: a refusal and a replayed answer cost as much as the first.
 *
 * @param places that its items touched, once that is known.
 */
export function tellCost(response: Response, cost: CostSpec | undefined, body: unknown, places = 0): void {
  if (!cost || typeof body !== 'object' || body === null) return;
  const items: unknown = Object.entries(body).find(([name]) => name === cost.member)?.[1];
  const tokens = Array.isArray(items) ? tokensOf(cost, items.length, places) - 1 : 0;
  if (tokens > 0) response.set(COST_HEADER, String(tokens));
}
