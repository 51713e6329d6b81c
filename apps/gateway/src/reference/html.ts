/** Text that stands for itself in HTML, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A sentence of the catalogues: what stands between backticks is code. */
export function sentence(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** A value as a reader copies it. */
export function jsonBlock(value: unknown): string {
  return `<pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;
}

export interface Page {
  readonly title: string;
  /** HTML. */
  readonly main: string;
  /** Whether the page is text of ours; else what it shows has a style of its own. */
  readonly isText: boolean;
  /** Paths of more scripts and style sheets. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
}

/** A whole page of the reference. It loads nothing from elsewhere and has nothing inline: its policy allows neither. */
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
