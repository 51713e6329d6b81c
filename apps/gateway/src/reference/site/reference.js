// Starts Swagger UI, in the colours that the reader prefers. A key that is entered to try a request is not stored, and nothing
// is sent to swagger.io, whose validator would otherwise receive the address of the document.
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
paint();
dark.addEventListener('change', paint);

const level = (text) => (heading) => heading.setAttribute('aria-level', text);
const region = (name) => (part) => {
  part.setAttribute('role', 'region');
  part.setAttribute('aria-label', name);
};

/** What Swagger UI draws and readers of screens and keyboards miss, by the selector of its elements. */
const REPAIRS = {
  // What stands beside its landmark, which has the operations.
  '.information-container': region('About the API'),
  '.scheme-container': region('Server and key'),
  // Tags and the list of schemas are the first headings below the title.
  'h3.opblock-tag, .models h4': level('2'),
  '.opblock h4': level('3'),
  // A link within the button that opens the operation: the button does what it did.
  'button a[href]': (link) => link.removeAttribute('href'),
  'pre.microlight:not([tabindex])': (block) => block.setAttribute('tabindex', '0'),
  'select:not([aria-label])': (select) => select.setAttribute('aria-label', nameOf(select)),
};

function nameOf(select) {
  if (select.id === 'servers') return 'Server';
  if (select.matches('.examples-select-element')) return 'Example';
  return select.closest('tr')?.dataset.paramName ?? 'Value';
}

const reference = document.querySelector('#reference');
new MutationObserver(() => {
  for (const [selector, repair] of Object.entries(REPAIRS))
    for (const found of reference.querySelectorAll(selector)) repair(found);
}).observe(reference, { childList: true, subtree: true, attributeFilter: ['href'] });

globalThis.SwaggerUIBundle({
  url: reference.dataset.document,
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
