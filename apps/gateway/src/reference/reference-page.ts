import { SWAGGER_UI } from './swagger-ui.ts';
import { htmlPage } from './html.ts';

export const START_SCRIPT = '/docs/reference.js';

/** The browsable reference of every operation, made in the browser from `/openapi.json`. */
export function referencePage(): string {
  return htmlPage({
    title: 'API reference',
    isText: false,
    main: '<div id="reference"><p>The reference needs a browser with JavaScript. What it shows is in <a href="/openapi.json">the OpenAPI document</a>.</p></div>',
    styles: [SWAGGER_UI.style.path],
    scripts: [SWAGGER_UI.script.path, START_SCRIPT],
  });
}

/**
 * Starts it. A key that is entered to try a request is kept nowhere; and nothing is sent to swagger.io, whose validator
 * would otherwise be shown the address of the document.
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
