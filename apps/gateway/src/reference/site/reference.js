// Starts Swagger UI, in the colours that the reader prefers. A key that is entered to try a request is not stored, and nothing
// is sent to swagger.io, whose validator would otherwise receive the address of the document.
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
paint();
dark.addEventListener('change', paint);

globalThis.SwaggerUIBundle({
  url: document.querySelector('#reference').dataset.document,
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
