import { errorReference, type ErrorReference, whoGivesInWords } from '@fulfilment/api-docs';
import { SAMPLE_DELIVERIES } from '@fulfilment/api-docs/samples';
import {
  DELIVERED_TYPES,
  type DeliveredType,
  EVENT_MEANINGS,
  EVENT_TYPES,
  type Operation,
  pathOf,
  TOPIC_OF_EVENT,
} from '@fulfilment/contracts';

/** The page of error codes; the `type` of a problem document links to the anchor of its code. */
export function errorsPage(): string {
  const entries = errorReference();
  return htmlPage({
    title: 'Errors',
    isText: true,
    main: `<h1>Errors</h1>
<p>Every error is an <code>application/problem+json</code> document (RFC 9457). Switch on <code>code</code>: codes are stable, new ones may be added. Retry a request only if <code>retryable</code> is true.</p>
<table>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Retryable</th></tr></thead>
<tbody>
${entries.map(errorRow).join('\n')}
</tbody>
</table>
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

/** A link into the API reference, which addresses the operations of /v1 by tag and id. */
function link(operation: Operation): string {
  const { id, method, path, api } = operation;
  const shown = `<code>${method} ${escapeHtml(pathOf(operation))}</code>`;
  return api === 'account' ? shown : `<a href="/docs#/${path.split('/')[1] ?? ''}/${id}">${shown}</a>`;
}

/** The page of domain events, each with its meaning and a sample. */
export function eventsPage(): string {
  return htmlPage({
    title: 'Events',
    isText: true,
    main: `<h1>Events</h1>
<p>Events are delivered at least once, and the <code>id</code> of an event never changes. <code>sequence</code> is the version of the record at that commit: it increases and may skip values, so a receiver ignores an event with a lower sequence than the one it has. New optional fields may appear. <code>GET /v1/events</code> returns the same events, oldest first.</p>
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
<p>${sentence(EVENT_MEANINGS[type])}</p>
${jsonBlock(SAMPLE_DELIVERIES[type])}
</article>`;
}

function sourceOf(type: DeliveredType): string {
  const known = EVENT_TYPES.find((each) => each === type);
  return known === undefined ? 'Sent by the webhooks service itself, on no topic' : `Topic ${TOPIC_OF_EVENT[known]}`;
}

/** Escapes a text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A sentence of a catalogue as HTML; text between backticks becomes code. */
export function sentence(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function jsonBlock(value: unknown): string {
  return `<pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;
}

interface Page {
  readonly title: string;
  readonly main: string;
  /** True for a page of text; false where the content has its own style. */
  readonly isText: boolean;
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
}

/** A page of the reference. It loads nothing from other origins and has no inline script or style, as its policy demands. */
export function htmlPage({ title, main, isText, scripts = [], styles = [] }: Page): string {
  const links = ['/docs/reference.css', ...styles].map((href) => `<link rel="stylesheet" href="${href}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${links.join('\n')}
</head>
<body>
<header>
<nav aria-label="Documents">
<a href="/docs">Reference</a>
<a href="/docs/errors">Errors</a>
<a href="/docs/events">Events</a>
<a href="/openapi.json">OpenAPI</a>
<a href="/asyncapi.json">AsyncAPI</a>
</nav>
</header>
<main${isText ? ' class="text"' : ''}>
${main}
</main>
${scripts.map((src) => `<script src="${src}"></script>`).join('\n')}
</body>
</html>
`;
}

/** The style of the pages; Swagger UI has its own. */
export const referenceStyle = `:root { color-scheme: light; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1b2733; background: #fff; }
header { background: #16324f; }
nav { max-width: 80rem; margin: 0 auto; padding: .75rem 1.25rem; display: flex; flex-wrap: wrap; gap: 1.5rem; }
nav a { color: #fff; }
.text { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem 4rem; }
.text a { color: #0b5cad; }
.text article { border-top: 1px solid #d7dee6; }
.text article:target { background: #fff8dc; }
.text h2 a { color: inherit; text-decoration: none; }
.text .facts { color: #51606e; }
.text table { border-collapse: collapse; }
.text th, .text td { text-align: left; padding: .25rem 1.5rem .25rem 0; }
.text pre { overflow-x: auto; padding: 1rem; background: #f3f6f9; }
.text code { font-family: ui-monospace, monospace; }
`;
