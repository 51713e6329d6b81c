import { accountApiDocument, asyncApiDocument, openApiDocument } from '@fulfilment/api-docs';
import type { PublishedDocument } from './send-document.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { referencePage, START_SCRIPT, startScript } from './reference-page.ts';
import { referenceStyle } from './style.ts';
import { type Asset, SWAGGER_UI } from './swagger-ui.ts';

/** A page runs our own scripts, speaks to us alone, and is part of nobody else's page. Swagger UI draws its icons as `data:`. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Everything that is read beside /v1, without a key, by its path.
 *
 * @param publicUrl where clients reach the gateway, without a slash at its end.
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

/** With and without a slash at its end. */
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
