import { stringify } from 'yaml';
import type { RenderedGuide } from './guides.ts';
import { escapeHtml } from './layout.ts';
import type { PublishedDocument } from './send-document.ts';

/** Pages that are no guides. */
const REFERENCE_PAGES = ['/docs', '/docs/account', '/docs/errors', '/docs/events'];

/** The OpenAPI and AsyncAPI documents, by their paths without an extension. */
export type ApiDocuments = Readonly<Record<string, object>>;

/**
 * The documentation for programs: the Markdown of each guide beside its page, a list of all for language models (llmstxt.org), the API
 * documents as YAML, and what crawlers read (sitemaps.org; RFC 9309).
 *
 * @param publicUrl of the system, without a trailing slash.
 */
export function documentsForPrograms(
  guides: readonly RenderedGuide[],
  apiDocuments: ApiDocuments,
  publicUrl: string,
): Readonly<Record<string, PublishedDocument>> {
  const markdown = guides.map(({ path, markdown: text }): [string, PublishedDocument] => [
    `${path}.md`,
    { type: 'text/markdown; charset=utf-8', text },
  ]);
  const yaml = Object.entries(apiDocuments).map(([path, document]): [string, PublishedDocument] => [
    `${path}.yaml`,
    { type: 'application/yaml', text: stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }) },
  ]);
  return {
    ...Object.fromEntries([...markdown, ...yaml]),
    '/llms.txt': { type: 'text/plain; charset=utf-8', text: llmsText(guides, Object.keys(apiDocuments), publicUrl) },
    '/sitemap.xml': {
      type: 'application/xml',
      text: sitemap([...REFERENCE_PAGES, ...guides.map(({ path }) => path)], publicUrl),
    },
    '/robots.txt': {
      type: 'text/plain; charset=utf-8',
      text: `User-agent: *\nAllow: /docs\nDisallow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
    },
  };
}

function llmsText(guides: readonly RenderedGuide[], documents: readonly string[], publicUrl: string): string {
  const byGroup = Map.groupBy(guides, ({ group }) => group);
  const sections = Array.from(byGroup, ([group, own]) => {
    const links = own.map(({ path, title, description }) => `- [${title}](${publicUrl}${path}.md): ${description}`);
    return `## ${group}\n\n${links.join('\n')}`;
  });
  const api = documents.map((path) => `- [${path}.json](${publicUrl}${path}.json): the same as YAML at ${path}.yaml`);
  return `# Inventory & Order Fulfilment

> REST API for stock by SKU and place, orders that are packed and shipped, scans of devices, and signed webhooks.

Base address of records: ${publicUrl}/v1. Every request carries \`Authorization: Bearer ‹key›\`.

${sections.join('\n\n')}

## API documents

${api.join('\n')}
`;
}

function sitemap(paths: readonly string[], publicUrl: string): string {
  const urls = paths.map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}
