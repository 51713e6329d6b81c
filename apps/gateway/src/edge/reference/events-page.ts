import { EVENT_MEANINGS, EVENT_TYPES, type EventType, SAMPLE_EVENTS, TOPIC_OF_EVENT } from '@fulfilment/contracts';
import { htmlPage, jsonBlock, sentence } from './html.ts';

/** Every domain event: when it is emitted and what it looks like. */
export function eventsPage(): string {
  return htmlPage({
    title: 'Events',
    isText: true,
    main: `<h1>Events</h1>
<p>An event is delivered at least once and its <code>id</code> never changes. <code>sequence</code> is the version of the record at that commit: it rises and may skip, so a receiver drops what is older than what it has. New optional fields may appear. <code>GET /v1/events</code> reads the same events again, oldest first.</p>
<ul>
${EVENT_TYPES.map((type) => `<li><a href="#${type}"><code>${type}</code></a></li>`).join('\n')}
</ul>
${EVENT_TYPES.map(article).join('\n')}`,
  });
}

function article(type: EventType): string {
  return `<article id="${type}">
<h2><a href="#${type}">${type}</a></h2>
<p class="facts">Topic ${TOPIC_OF_EVENT[type]}</p>
<p>${sentence(EVENT_MEANINGS[type])}</p>
${jsonBlock(SAMPLE_EVENTS[type])}
</article>`;
}
