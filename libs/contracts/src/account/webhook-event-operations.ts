import { z } from 'zod';
import { nothing } from '../fields.ts';
import { operation } from '../operation.ts';
import { inEnvironment } from './keys.ts';
import { eventTypeList, filterFindings, testFilterBody } from './webhook-events.ts';

const common = { api: 'account', service: 'webhooks', permission: 'webhooks:read' } as const;
const query = z.strictObject(inEnvironment);

const testFilter = operation({
  ...common,
  id: 'testFilter',
  method: 'POST',
  path: '/webhooks/filter-test',
  summary: 'Try a content filter on an event',
  description:
    'Stores and sends nothing. Shows for each path of the filter whether it matches and which value the event has there.',
  params: nothing,
  query,
  body: testFilterBody,
  replies: { 200: { description: 'The result of the filter.', body: filterFindings } },
  errors: [],
});

const listEventTypes = operation({
  ...common,
  id: 'listEventTypes',
  method: 'GET',
  path: '/event-types',
  summary: 'List every type of event',
  description: 'Describes each type, with a sample as it is delivered.',
  params: nothing,
  query,
  body: nothing,
  replies: { 200: { description: 'The catalogue.', body: eventTypeList } },
  errors: [],
});

/** Which events there are, and which of them a content filter takes. */
export const webhookEventOperations = { testFilter, listEventTypes } as const;
