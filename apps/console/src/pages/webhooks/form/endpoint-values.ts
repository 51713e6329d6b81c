import { typedNumber } from '../../../api/typed-number.ts';
import type { WebhookEndpointRecord } from '../webhook-types.ts';

/** How deliveries leave: in parallel, in the order of each record, or several in one request. */
type Sending = 'parallel' | 'ordered' | 'batch';

/** The fields of an endpoint as the form holds them: every one is text. */
export type EndpointValues = Readonly<
  Record<'url' | 'description' | 'events' | 'filter' | 'ordered' | 'batch' | 'max_wait_ms' | 'max_rate', string>
>;

/** The fields that the form of a new endpoint begins with. */
export const NEW_VALUES: EndpointValues = {
  url: '',
  description: '',
  events: '*',
  filter: '',
  ordered: 'parallel',
  batch: '100',
  max_wait_ms: '1000',
  max_rate: '',
};

/** The fields of an endpoint. */
export function valuesOf({
  url,
  description,
  events,
  filter,
  ordered,
  batch,
  max_rate: rate,
}: WebhookEndpointRecord): EndpointValues {
  const sending: Sending = ordered ? 'ordered' : 'parallel';
  return {
    ...NEW_VALUES,
    url,
    description: description ?? '',
    events: events.join(' '),
    filter: filter === null ? '' : JSON.stringify(filter, null, 2),
    ordered: sending,
    ...(batch && { ordered: 'batch', batch: String(batch.max_events), max_wait_ms: String(batch.max_wait_ms) }),
    max_rate: rate === null ? '' : String(rate),
  };
}

/** The body that the fields stand for. */
export function bodyOf(values: EndpointValues) {
  const sending = values.ordered;
  return {
    url: values.url.trim(),
    description: values.description.trim() || null,
    events: typesOf(values.events),
    filter: parsedFilter(values.filter),
    ordered: sending === 'ordered',
    batch:
      sending === 'batch'
        ? { max_events: typedNumber(values.batch) ?? 0, max_wait_ms: typedNumber(values.max_wait_ms) ?? 0 }
        : null,
    max_rate: typedNumber(values.max_rate) ?? null,
  };
}

/** The selected types of a field. */
export function typesOf(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

/** A filter as typed; what is no JSON stays text, which the schema refuses at the field. */
export function parsedFilter(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
