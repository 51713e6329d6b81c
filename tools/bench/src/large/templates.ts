import { sentRequests } from '../load/jobs.ts';
import type { Bench } from '../measures/bench.ts';
import { successes } from '../measures/rate.ts';

/** A SKU that the service itself wrote, in whose likeness many are put into its store. */
export interface Template {
  /** Its number is one digit, again and again: whatever is made of its code is known by that. */
  readonly code: string;
  /** One in so many SKUs is like it. */
  readonly oneIn: number;
}

export const PLAIN: Template = { code: 'BULK-1111111', oneIn: 1 };
export const LOW: Template = { code: 'BULK-2222222', oneIn: 100 };
export const ELSEWHERE: Template = { code: 'BULK-3333333', oneIn: 1_000 };
export const RARE_WORD: Template = { code: 'BULK-4444444', oneIn: 1_000 };

/** From the rarest. */
export const TEMPLATES: readonly Template[] = [ELSEWHERE, RARE_WORD, LOW, PLAIN];

export const ELSEWHERE_PLACE = 'Z9/S9';
export const RARE = 'quokka';

type AskBench = Pick<Bench, 'subject' | 'customer' | 'load'>;

/** Makes the templates over the API, with so many movements each. @throws Error if one is refused. */
export async function makeTemplates(bench: AskBench, movementsEach: number): Promise<void> {
  const common = { name: 'Blue widget', on_hand: 100, location: 'A1/S1' };
  await post(bench, '/v1/inventory', { ...common, sku: PLAIN.code });
  await post(bench, '/v1/inventory', { ...common, sku: LOW.code, reorder_point: 1_000 });
  await post(bench, '/v1/inventory', { ...common, sku: ELSEWHERE.code, location: ELSEWHERE_PLACE });
  await post(bench, '/v1/inventory', { ...common, sku: RARE_WORD.code, name: `Blue ${RARE}` });
  for (const { code } of TEMPLATES) {
    for (let made = 1; made < movementsEach; made += 1)
      await post(bench, `/v1/inventory/${code}/adjustments`, { delta: 1, reason: 'receipt' });
  }
}

async function post({ subject, customer, load }: AskBench, path: string, body: object): Promise<void> {
  const job = {
    kind: 'send-requests',
    origin: subject.gatewayUrl,
    method: 'POST',
    paths: [path],
    cycle: false,
    headers: customer.headers,
    body: JSON.stringify(body),
    atOnce: 1,
    forMs: 60_000,
  } as const;
  const sent = await load.run(job, sentRequests);
  if (successes(sent) !== 1) throw new Error(`POST ${path} was refused: ${JSON.stringify(sent.statuses)}`);
}
