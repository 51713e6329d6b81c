import { stringify } from 'yaml';
import { type GuideRenderings, renderAll, type RenderedGuide } from './guides.ts';
import { escapeHtml } from './layout.ts';
import type { DocumentRenderings } from './send-document.ts';

/** Pages that are no guides. */
const REFERENCE_PAGES = ['/docs', '/docs/account', '/docs/errors', '/docs/events'];

/** Makers of the OpenAPI and AsyncAPI documents, by their paths without an extension. */
export type ApiDocuments = Readonly<Record<string, () => object>>;

/**
 * The documentation for programs: the Markdown of each guide beside its page, a list of all for language models (llmstxt.org), the API
 * documents as YAML, and what crawlers read (sitemaps.org; RFC 9309).
 *
 * @param publicUrl of the system, without a trailing slash.
 */
export function documentsForPrograms(pages: GuideRenderings, apiDocuments: ApiDocuments, publicUrl: string): DocumentRenderings {
  const plain = 'text/plain; charset=utf-8';
  const markdown = Object.entries(pages).map(([path, render]) => [
    `${path}.md`,
    () => ({ type: 'text/markdown; charset=utf-8', text: render().markdown }),
  ]);
  const yaml = Object.entries(apiDocuments).map(([path, make]) => [
    `${path}.yaml`,
    () => ({ type: 'application/yaml', text: stringify(make(), { aliasDuplicateObjects: false, lineWidth: 0 }) }),
  ]);
  return {
    ...Object.fromEntries([...markdown, ...yaml]),
    '/llms.txt': () => ({ type: plain, text: llmsText(renderAll(pages), Object.keys(apiDocuments), publicUrl) }),
    '/sitemap.xml': () => ({
      type: 'application/xml',
      text: sitemap([...REFERENCE_PAGES, ...Object.keys(pages)], publicUrl),
    }),
    '/robots.txt': () => ({
      type: plain,
      text: `User-agent: *\nAllow: /docs\nDisallow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
    }),
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
