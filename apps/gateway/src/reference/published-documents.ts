import { accountApiDocument, asyncApiDocument, openApiDocument } from '@fulfilment/api-docs';
import { referenceStyle } from './html.ts';
import { errorsPage, eventsPage } from './pages.ts';
import type { PublishedDocument } from './send-document.ts';
import { type Asset, referencePage, START_SCRIPT, startScript, SWAGGER_UI } from './swagger-ui.ts';

/** Pages run the gateway's own scripts, connect to it alone, and cannot be framed. Swagger UI draws its icons as `data:`. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The documents that are served without a key, by their paths.
 *
 * @param publicUrl of the gateway, without a trailing slash.
 */
export function publishedDocuments(publicUrl: string): Readonly<Record<string, PublishedDocument>> {
  return {
    '/openapi.json': json(openApiDocument({ publicUrl })),
    '/account/openapi.json': json(accountApiDocument({ publicUrl })),
    '/asyncapi.json': json(asyncApiDocument({ publicUrl })),
    ...pageAt('/docs', referencePage()),
    ...pageAt('/docs/errors', errorsPage()),
    ...pageAt('/docs/events', eventsPage()),
    '/docs/reference.css': { type: 'text/css; charset=utf-8', text: referenceStyle },
    [START_SCRIPT]: { type: 'text/javascript; charset=utf-8', text: startScript },
    [SWAGGER_UI.script.path]: kept(SWAGGER_UI.script),
    [SWAGGER_UI.style.path]: kept(SWAGGER_UI.style),
  };
}

/** The page, with and without a trailing slash. */
function pageAt(path: string, text: string): Readonly<Record<string, PublishedDocument>> {
  return { [path]: html(text), [`${path}/`]: html(text) };
}

function json(value: unknown): PublishedDocument {
  return { type: 'application/json; charset=utf-8', text: JSON.stringify(value) };
}

function html(text: string): PublishedDocument {
  return { type: 'text/html; charset=utf-8', text, policy: PAGE_POLICY };
}

function kept({ type, read }: Asset): PublishedDocument {
  return { type, zipped: read(), neverChanges: true };
}
