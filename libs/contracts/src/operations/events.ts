import { eventPage, listEventsQuery } from '../events/delivered-events.ts';
import { operation } from '../operation.ts';

/** Reads the feed. */
export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  service: 'webhooks',
  permission: 'events:read',
  summary: 'Read the feed of events',
  description: `Every event of the account in this environment, oldest first, for 30 days after it was stored, with or without a subscribed endpoint. Each event is identical to the delivered one, with the same \`id\`.

The feed has no gaps and only grows at its end: an event never appears before one that was read. To catch up, start after the last event that was handled (\`after\`), follow \`next_cursor\` to the last page, where it is null, and start the next round at its \`next_after\`: the position up to which the page looked, so that a filter that rarely matches never grows too old. A position whose next event is older than 30 days is refused as \`invalid_cursor\`: start without one, at the oldest stored event. A page of very large events ends before \`limit\`.`,
  query: listEventsQuery,
  replies: { 200: { description: 'A page of events.', body: eventPage, headers: { Link: 'The next page, `rel="next"`.' } } },
  errors: ['invalid_cursor'],
});
