import { DELIVERED_TYPES, type DeliveredType, EVENT_MEANINGS, EVENT_TYPES, TOPIC_OF_EVENT } from '@fulfilment/contracts';
import { SAMPLE_DELIVERIES } from '@fulfilment/api-docs/samples';
import { htmlPage, jsonBlock, sentence } from './html.ts';

/** Every domain event: when it is emitted and what it looks like. */
export function eventsPage(): string {
  return htmlPage({
    title: 'Events',
    isText: true,
    main: `<h1>Events</h1>
<p>An event is delivered at least once and its <code>id</code> never changes. <code>sequence</code> is the version of the record at that commit: it rises and may skip, so a receiver drops what is older than what it has. New optional fields may appear. <code>GET /v1/events</code> reads the same events again, oldest first.</p>
<ul>
${DELIVERED_TYPES.map((type) => `<li><a href="#${type}"><code>${type}</code></a></li>`).join('\n')}
</ul>
${DELIVERED_TYPES.map(article).join('\n')}`,
  });
}

function article(type: DeliveredType): string {
  return `<article id="${type}">
<h2><a href="#${type}">${type}</a></h2>
<p class="facts">${sourceOf(type)}</p>
<p>${sentence(EVENT_MEANINGS[type])}</p>
${jsonBlock(SAMPLE_DELIVERIES[type])}
</article>`;
}

function sourceOf(type: DeliveredType): string {
  const known = EVENT_TYPES.find((each) => each === type);
  return known === undefined ? 'Said by webhooks themselves, on no topic' : `Topic ${TOPIC_OF_EVENT[known]}`;
}
