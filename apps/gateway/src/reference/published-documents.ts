import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accountApiDocument, asyncApiDocument, openApiDocument } from '@fulfilment/api-docs';
import { documentsForPrograms } from './for-programs.ts';
import { type GuideRenderings, guideRenderings, renderAll, type RenderedGuide } from './guides.ts';
import { htmlPage, PAGE_POLICY } from './layout.ts';
import { errorsPage, eventsPage } from './pages.ts';
import { referenceRenderings } from './reference-pages.ts';
import { searchIndex } from './search-index.ts';
import { type DocumentRenderings, NOT_FOUND, type PublishedDocument } from './send-document.ts';

/**
 * The reference and the guides. Rendering all of them takes more than a second of CPU and 100 MB: `served-documents.ts` has a thread
 * for it. What several are made of is made once, when it is needed first.
 *
 * @param publicUrl of the gateway, without a trailing slash.
 */
export function documentRenderings(publicUrl: string): DocumentRenderings {
  const records = once(() => openApiDocument({ publicUrl }));
  const account = once(() => accountApiDocument({ publicUrl }));
  const apiDocuments = {
    '/openapi': records,
    '/account/openapi': account,
    '/asyncapi': once(() => asyncApiDocument({ publicUrl })),
  };
  const guides = onceEach(guideRenderings(publicUrl));
  const pages = { ...guides, ...onceEach(referenceRenderings({ records, account }, publicUrl)) };
  return {
    ...Object.fromEntries(Object.entries(apiDocuments).map(([path, make]) => [`${path}.json`, () => json(make())])),
    ...documentsForPrograms(pages, apiDocuments, publicUrl),
    [NOT_FOUND]: () => html(notFoundPage()),
    ...pageAt('/docs', () => referencePage('/docs', 'API reference', '/openapi.json')),
    ...pageAt('/docs/account', () => referencePage('/docs/account', 'Account API', '/account/openapi.json')),
    ...pageAt('/docs/errors', errorsPage),
    ...pageAt('/docs/events', eventsPage),
    ...Object.assign({}, ...Object.entries(pages).map(([path, render]) => pageAt(path, () => render().page))),
    '/docs/search-index.json': () => ({ type: JSON_TYPE, text: searchIndex(renderAll(guides)) }),
    [SEARCH_LIBRARY]: () => fileOf(SCRIPT_TYPE, fileURLToPath(import.meta.resolve('minisearch'))),
    ...siteFile('site.css', 'text/css; charset=utf-8'),
    ...siteFile('site.js', SCRIPT_TYPE),
    ...siteFile('reference.js', SCRIPT_TYPE),
    [SWAGGER_UI.script.path]: () => kept(SWAGGER_UI.script),
    [SWAGGER_UI.style.path]: () => kept(SWAGGER_UI.style),
  };
}

/** Makes a value when it is asked for first. */
function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function onceEach(renderings: GuideRenderings): GuideRenderings {
  return Object.fromEntries(Object.entries(renderings).map(([path, render]) => [path, once<RenderedGuide>(render)]));
}

function notFoundPage(): string {
  return htmlPage({
    path: NOT_FOUND,
    title: 'Page not found',
    description: 'No page has this address.',
    isText: true,
    main: `<h1>Page not found</h1>
<p>No page has this address. The navigation has all of them, and the search finds guides, operations, errors and events.</p>
<p><a href="/docs/getting-started">Getting started</a> · <a href="/docs">API reference</a> · <a href="/console">Console</a></p>`,
  });
}

const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** MiniSearch as its package has it, an ES module; `site/site.js` imports it. */
const SEARCH_LIBRARY = '/docs/minisearch.js';

/** Our own scripts and styles, in the folder `site`. */
function siteFile(name: string, type: string): DocumentRenderings {
  return { [`/docs/${name}`]: () => fileOf(type, join(import.meta.dirname, 'site', name)) };
}

function fileOf(type: string, file: string): PublishedDocument {
  return { type, text: readFileSync(file, 'utf8') };
}

function pageAt(path: string, render: () => string): DocumentRenderings {
  const rendered = () => html(render());
  return { [path]: rendered, [`${path}/`]: rendered };
}

function json(value: unknown): PublishedDocument {
  return { type: JSON_TYPE, text: JSON.stringify(value) };
}

function html(text: string): PublishedDocument {
  return { type: 'text/html; charset=utf-8', text, policy: PAGE_POLICY };
}

function kept({ type, read }: Asset): PublishedDocument {
  return { type, zipped: read(), neverChanges: true };
}

/** The version of swagger-ui-dist on npm; see `swagger-ui/README.md`. */
export const SWAGGER_UI_VERSION = '5.35.0';

const FOLDER = join(import.meta.dirname, 'swagger-ui');

/** A file of Swagger UI, stored as it is sent. */
interface Asset {
  /** Contains the version, so that browsers may cache it for good. */
  readonly path: string;
  readonly type: string;
  readonly read: () => Buffer;
}

const asset = (file: string, extension: 'js' | 'css', type: string): Asset => ({
  path: `/docs/swagger-ui-${SWAGGER_UI_VERSION}.${extension}`,
  type,
  read: () => readFileSync(join(FOLDER, `${file}.gz`)),
});

export const SWAGGER_UI = {
  script: asset('swagger-ui-bundle.js', 'js', 'text/javascript; charset=utf-8'),
  style: asset('swagger-ui.css', 'css', 'text/css; charset=utf-8'),
} as const;

/** A reference that Swagger UI renders from an OpenAPI document. */
function referencePage(path: string, title: string, document: string): string {
  return htmlPage({
    path,
    title,
    description: `${title}: every operation with its parameters, bodies, answers and errors, to be tried out with a key.`,
    isText: false,
    main: `<div id="reference" data-document="${document}"><main><p>The reference requires JavaScript. The same content is in <a href="${document}">the OpenAPI document</a> and on the pages under Operations, which need none.</p></main></div>`,
    styles: [SWAGGER_UI.style.path],
    scripts: [SWAGGER_UI.script.path, '/docs/reference.js'],
  });
}
