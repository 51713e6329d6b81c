import { GUIDES, pathOfGuide, type GuideName } from '@fulfilment/api-docs';
import { SUBJECTS } from './subjects-of-contract.ts';

/** Escapes a text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A sentence of a catalogue as HTML; text between backticks becomes code. */
export function sentence(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

interface Link {
  readonly path: string;
  readonly title: string;
}

const REFERENCE: readonly Link[] = [
  { path: '/docs', title: 'API reference' },
  { path: '/docs/account', title: 'Account API' },
  { path: '/docs/errors', title: 'Errors' },
  { path: '/docs/events', title: 'Events' },
  { path: '/openapi.json', title: 'OpenAPI document' },
  { path: '/account/openapi.json', title: 'OpenAPI document of accounts' },
  { path: '/asyncapi.json', title: 'AsyncAPI document' },
  { path: '/downloads', title: 'Downloads' },
];

const guideNames = Object.keys(GUIDES).filter((name): name is GuideName => name in GUIDES);

/** The navigation by its headings: the guides in their groups, and the reference. */
const NAVIGATION: ReadonlyMap<string, readonly Link[]> = new Map([
  ...[...Map.groupBy(guideNames, (name) => GUIDES[name].group)].map(([group, names]): [string, Link[]] => [
    group,
    names.map((name) => ({ path: pathOfGuide(name), title: GUIDES[name].title })),
  ]),
  ['Reference', REFERENCE],
  ['Operations', SUBJECTS.filter(({ isOfAccount }) => !isOfAccount)],
  ['Account operations', SUBJECTS.filter(({ isOfAccount }) => isOfAccount)],
]);

/** Pages run the gateway's own scripts, connect to it alone, and cannot be framed. Swagger UI draws its icons as `data:`. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface Page {
  readonly path: string;
  readonly title: string;
  /** A sentence for search engines. */
  readonly description: string;
  /** HTML of the content. */
  readonly main: string;
  /** True for a page of text; false where the content has its own style, and its own main landmark. */
  readonly isText: boolean;
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
}

/** A page of the documentation. It loads nothing from other origins and has no inline script or style, as its policy demands. */
export function htmlPage({ path, title, description, main, isText, scripts = [], styles = [] }: Page): string {
  const links = [...styles, '/docs/site.css'].map((href) => `<link rel="stylesheet" href="${href}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Inventory &amp; Order Fulfilment</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="data:,">
${links.join('\n')}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<button type="button" class="menu" popovertarget="navigation">Menu</button>
<a class="home" href="${pathOfGuide('getting-started')}">Inventory &amp; Order Fulfilment</a>
<form role="search" class="search" hidden>
<label for="query">Search</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="Guides, operations, errors, events" aria-controls="found">
<div id="found" hidden><p role="status"></p><ol></ol></div>
</form>
</header>
<div class="frame">
<nav id="navigation" popover aria-label="Documentation">
${[...NAVIGATION].map(([heading, entries]) => navigationGroup(heading, entries, path)).join('\n')}
</nav>
${isText ? '<main id="content" tabindex="-1" class="text">' : '<div id="content" tabindex="-1">'}
${main}
${isText ? '</main>' : '</div>'}
</div>
${[...scripts, '/docs/site.js'].map((src) => `<script src="${src}" defer></script>`).join('\n')}
</body>
</html>
`;
}

function navigationGroup(heading: string, links: readonly Link[], current: string): string {
  const items = links.map(({ path, title }) => {
    const here = path === current ? ' aria-current="page"' : '';
    return `<li><a href="${path}"${here}>${escapeHtml(title)}</a></li>`;
  });
  return `<h2>${escapeHtml(heading)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}
