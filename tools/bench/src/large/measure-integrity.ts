import { integrityReport } from '@fulfilment/contracts';
import type { Bench } from '../measures/bench.ts';

/** What a check of all stock against all movements took. */
export interface IntegrityMeasure {
  readonly seconds: number;
  /** What was compared, and how much of it differed; or why there is no answer. */
  readonly remark: string;
}

/** Asks for the check. One that takes longer than the service allows is remarked on, not thrown. */
export async function measureIntegrity({ subject, customer }: Pick<Bench, 'subject' | 'customer'>): Promise<IntegrityMeasure> {
  const beganAt = performance.now();
  const response = await fetch(`${subject.gatewayUrl}/v1/integrity`, { headers: customer.headers });
  const text = await response.text();
  const seconds = (performance.now() - beganAt) / 1_000;
  if (!response.ok) return { seconds, remark: `answered with ${response.status}` };
  const { compared, differing } = integrityReport.parse(JSON.parse(text));
  return { seconds, remark: `${compared.skus} SKUs, ${compared.movements} movements, ${differing} differences` };
}
