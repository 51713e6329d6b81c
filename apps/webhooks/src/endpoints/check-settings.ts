import type { EndpointSettings } from './domain/endpoint.ts';
import { parseFilter } from './domain/filter/parse-filter.ts';
import { refuseUrl, type UrlRules } from './domain/target-url.ts';
import { batchOfOrdered, filterRefused, urlRefused } from './endpoint-errors.ts';
import type { CheckTarget } from './endpoint-ports.ts';

export interface CheckSettingsParts {
  readonly checkTarget: CheckTarget;
  readonly urlRules: UrlRules;
}

/** @throws AppError `validation_failed` where deliveries must not go to the URL. */
export async function checkUrl(url: string, { checkTarget, urlRules }: CheckSettingsParts): Promise<void> {
  const complaint = refuseUrl(url, urlRules) ?? (await checkTarget(url));
  if (complaint !== undefined) throw urlRefused(complaint);
}

/** @throws AppError `validation_failed` for a filter that cannot be read, and for batches of an endpoint that is ordered. */
export function checkRules({ filter, ordered, batch }: Pick<EndpointSettings, 'filter' | 'ordered' | 'batch'>): void {
  const parsed = filter === null ? undefined : parseFilter(JSON.parse(filter));
  if (parsed?.type === 'refused') throw filterRefused(parsed.faults);
  if (ordered && batch) throw batchOfOrdered();
}
