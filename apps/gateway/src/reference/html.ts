/** Escapes a text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A sentence of a catalogue as HTML; text between backticks becomes code. */
export function sentence(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** A value as formatted JSON. */
export function jsonBlock(value: unknown): string {
  return `<pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;
}

export interface Page {
  readonly title: string;
  /** HTML. */
  readonly main: string;
  /** True for a page of text; false where the content has its own style. */
  readonly isText: boolean;
  /** Paths of further scripts. */
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
