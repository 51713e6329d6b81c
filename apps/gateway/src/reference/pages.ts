import { errorReference, type ErrorReference, whoGivesInWords } from '@fulfilment/api-docs';
import { SAMPLE_DELIVERIES } from '@fulfilment/api-docs/samples';
import {
  EVENTS,
  DELIVERED,
  DELIVERED_TYPES,
  type DeliveredType,
  EVENT_TYPES,
  type Operation,
  pathOf,
} from '@fulfilment/contracts';
import { codeBlock } from './code-block.ts';
import { escapeHtml, htmlPage, sentence } from './layout.ts';
import { placeOfOperation } from './subjects-of-contract.ts';

/** The page of error codes; the `type` of a problem document links to the anchor of its code. */
export function errorsPage(): string {
  const entries = errorReference();
  return htmlPage({
    path: '/docs/errors',
    title: 'Errors',
    description: 'Every error code of the API with its status, its meaning, its remedy, and the operations that return it.',
    isText: true,
    main: `<h1>Errors</h1>
<p>Every error is an <code>application/problem+json</code> document (RFC 9457). Switch on <code>code</code>: codes are stable, new ones may be added. Retry a request only if <code>retryable</code> is true: <a href="/docs/placing-orders#what-a-response-means-for-a-retry">what a response means for a retry</a>.</p>
<div class="wide" role="group" aria-label="Table" tabindex="0">
<table>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Retryable</th></tr></thead>
<tbody>
${entries.map(errorRow).join('\n')}
</tbody>
</table>
</div>
${entries.map(errorArticle).join('\n')}`,
  });
}

function errorRow({ code, status, retryable }: ErrorReference): string {
  return `<tr><td><a href="#${code}"><code>${code}</code></a></td><td>${status}</td><td>${retryable ? 'yes' : 'no'}</td></tr>`;
}

function errorArticle({ code, status, title, description, remedy, retryable, givenBy, example }: ErrorReference): string {
  return `<article id="${code}">
<h2><a href="#${code}">${code}</a></h2>
<p class="facts">${status} ${escapeHtml(title)} · ${retryable ? 'retryable: the same request can still succeed' : 'not retryable'}</p>
<p>${sentence(description)}</p>
<p><strong>What to do:</strong> ${sentence(remedy)}</p>
<p><strong>Returned by</strong> ${whoGivesInWords(givenBy, link)}.</p>
<details><summary>Example</summary>${jsonBlock(example)}</details>
</article>`;
}

function link(operation: Operation): string {
  return `<a href="${placeOfOperation(operation)}"><code>${operation.method} ${escapeHtml(pathOf(operation))}</code></a>`;
}

/** The address of an operation in Swagger UI, where it can be tried, which addresses operations by tag and id. */
export function pathOfOperation({ id, path, api }: Operation): string {
  return `${api === 'account' ? '/docs/account' : '/docs'}#/${path.split('/')[1] ?? ''}/${id}`;
}

/** The page of domain events, each with its meaning and a sample. */
export function eventsPage(): string {
  return htmlPage({
    path: '/docs/events',
    title: 'Events',
    description: 'Every type of event that webhooks deliver and the feed returns, with its meaning and a sample.',
    isText: true,
    main: `<h1>Events</h1>
<p>Events are delivered at least once, and the <code>id</code> of an event never changes. <code>sequence</code> is the version of the record at that commit: it increases and may skip values, so a receiver ignores an event with a lower sequence than the one it has. New optional fields may appear. <code>GET /v1/events</code> returns the same events, oldest first.</p>
<p>Guides: <a href="/docs/webhooks">subscribing</a>, <a href="/docs/receiving-webhooks">verifying, answering, and when deliveries are retried</a>, <a href="/docs/catching-up">catching up</a>.</p>
<ul>
${DELIVERED_TYPES.map((type) => `<li><a href="#${type}"><code>${type}</code></a></li>`).join('\n')}
</ul>
${DELIVERED_TYPES.map(eventArticle).join('\n')}`,
  });
}

function eventArticle(type: DeliveredType): string {
  return `<article id="${type}">
<h2><a href="#${type}">${type}</a></h2>
<p class="facts">${sourceOf(type)}</p>
<p>${sentence(DELIVERED[type].meaning)}</p>
${jsonBlock(SAMPLE_DELIVERIES[type])}
</article>`;
}

function sourceOf(type: DeliveredType): string {
  const known = EVENT_TYPES.find((each) => each === type);
  return known === undefined ? 'Sent by the webhooks service itself, on no topic' : `Topic ${EVENTS[known].topic}`;
}

function jsonBlock(value: unknown): string {
  return codeBlock(JSON.stringify(value, null, 2), 'json');
}
