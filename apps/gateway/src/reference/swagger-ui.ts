import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { htmlPage } from './html.ts';

/** The version of swagger-ui-dist on npm; see `swagger-ui/README.md`. */
export const SWAGGER_UI_VERSION = '5.35.0';

const FOLDER = join(import.meta.dirname, 'swagger-ui');

/** A file of Swagger UI, stored as it is sent. */
export interface Asset {
  /** Contains the version, so that browsers may cache it for good. */
  readonly path: string;
  readonly type: string;
  /** The file, compressed with gzip. */
  readonly read: () => Buffer;
}

const asset = (file: string, extension: 'js' | 'css', type: string): Asset => ({
  path: `/docs/swagger-ui-${SWAGGER_UI_VERSION}.${extension}`,
  type,
  read: () => readFileSync(join(FOLDER, `${file}.gz`)),
});

/** The script and the style of Swagger UI. */
export const SWAGGER_UI = {
  script: asset('swagger-ui-bundle.js', 'js', 'text/javascript; charset=utf-8'),
  style: asset('swagger-ui.css', 'css', 'text/css; charset=utf-8'),
} as const;

export const START_SCRIPT = '/docs/reference.js';

/** The API reference, which Swagger UI renders from `/openapi.json`. */
export function referencePage(): string {
  return htmlPage({
    title: 'API reference',
    isText: false,
    main: '<div id="reference"><p>The API reference requires JavaScript. The same content is in <a href="/openapi.json">the OpenAPI document</a>.</p></div>',
    styles: [SWAGGER_UI.style.path],
    scripts: [SWAGGER_UI.script.path, START_SCRIPT],
  });
}

/**
 * Starts Swagger UI. A key that is entered to try a request is not stored, and nothing is sent to swagger.io, whose validator
 * would otherwise receive the address of the document.
 */
export const startScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
`;
