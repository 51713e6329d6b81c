import { eventPage, listEventsQuery } from '../events/feed.ts';
import { nothing } from '../fields.ts';
import { operation } from '../operation.ts';

/** Reads the feed. */
export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  service: 'webhooks',
  permission: 'events:read',
  summary: 'Read the feed of events',
  description: `Every event of the account in this environment, oldest first, for 30 days from when it was stored, whether or not an endpoint takes it. Each is what webhooks deliver, with the same \`id\`.

The feed has no gaps and only grows at its end: an event never appears before one that was read. To catch up, begin behind the last event that was handled (\`after\`), follow \`next_cursor\` to the last page, where it is null, and begin the next round behind the last event of this one. A place whose next event is past its 30 days is refused as \`invalid_cursor\`: begin without it, at the oldest that is kept. A page of very large events ends before \`limit\`.`,
  params: nothing,
  query: listEventsQuery,
  body: nothing,
  replies: { 200: { description: 'A page of events.', body: eventPage, headers: { Link: 'The next page, `rel="next"`.' } } },
  errors: ['invalid_cursor'],
});
