import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { GUIDES, type Guide, pathOfGuide } from '@fulfilment/api-docs';
import MarkdownIt, { type MarkdownIt as Renderer, type Token } from 'markdown-it';
import { codeBlock } from './code-block.ts';
import { codeTabs } from './code-tabs.ts';
import { escapeHtml, htmlPage } from './layout.ts';

/** A bundle has the files of the guides in a folder beside its code; the sources have them where they are written. */
const BESIDE = join(import.meta.dirname, 'guides');
export const GUIDE_FILES = existsSync(BESIDE) ? BESIDE : join(import.meta.dirname, '../../../..');

/** Files of the repository that have a page or document, by their path from its root. */
const PUBLISHED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(GUIDES).map(([name, { file }]): [string, string] => [file, `/docs/${name}`]),
  ['docs/generated/errors.md', '/docs/errors'],
  ['docs/generated/events.md', '/docs/events'],
  ['docs/generated/openapi.json', '/openapi.json'],
  ['docs/generated/account-api.json', '/account/openapi.json'],
  ['docs/generated/asyncapi.json', '/asyncapi.json'],
  ['README.md', pathOfGuide('getting-started')],
]);

/** The address of the system in guides, which are served with that of the system that serves them. */
export const SAMPLE_ADDRESS = 'http://localhost:8080';

/** A part of a guide under one heading. */
export interface GuideSection {
  /** Anchor of the heading, as GitHub makes it; empty for what stands before the first heading below the title. */
  readonly anchor: string;
  readonly heading: string;
  readonly level: number;
  /** Without markup, for search. */
  readonly text: string;
}

/** A guide as it is served. */
export interface RenderedGuide {
  readonly path: string;
  readonly title: string;
  /** Heading in the navigation. */
  readonly group: string;
  /** Other words that it is searched by, with blanks between them. */
  readonly names: string;
  /** Its first sentence, without markup. */
  readonly description: string;
  /** HTML of the whole page. */
  readonly page: string;
  /** Its Markdown, whose links are absolute. */
  readonly markdown: string;
  readonly sections: readonly GuideSection[];
}

/** The rendering of each page by its path, in the order of the navigation. */
export type GuideRenderings = Readonly<Record<string, () => RenderedGuide>>;

/**
 * All guides.
 *
 * @param publicUrl of the system, without a trailing slash. Rendering throws an Error if the file is missing or has no title.
 */
export function guideRenderings(publicUrl: string): GuideRenderings {
  const renderings = Object.entries(GUIDES).map(([name, guide]) => {
    const path = `/docs/${name}`;
    const render = (): RenderedGuide => {
      const text = readFileSync(join(GUIDE_FILES, guide.file), 'utf8').replaceAll(SAMPLE_ADDRESS, publicUrl);
      return renderGuide(path, { ...guide, publicUrl }, text);
    };
    return [path, render] as const;
  });
  return Object.fromEntries(renderings);
}

/** All of them, rendered. */
export function renderAll(renderings: GuideRenderings): readonly RenderedGuide[] {
  return Object.values(renderings).map((render) => render());
}

/** @param markdown CommonMark with tables; HTML in it is shown as text. It begins with the title as its one heading of level 1. */
export function renderGuide(
  path: string,
  { file, group, names = '', publicUrl }: Guide & { readonly publicUrl: string },
  markdown: string,
): RenderedGuide {
  const renderer = rendererFor(file);
  const tokens = renderer.parse(markdown, {});
  nameHeadings(tokens);
  const sections = sectionsOf(tokens);
  const [first] = sections;
  if (first?.level !== 1) throw new Error(`${file} does not begin with a title`);
  const [title = '', ...rest] = renderer.renderer.render(tokens, renderer.options, {}).split(/(?<=<\/h1>\n)/);
  const main = `<article class="guide">\n${title}${contentsOf(sections)}${rest.join('')}</article>`;
  const description = firstSentence(first.text);
  return {
    path,
    title: first.heading,
    group,
    names,
    description,
    markdown: withAbsoluteLinks(markdown, { file, publicUrl }),
    sections: sections.map((section) => (section.level === 1 ? { ...section, anchor: '' } : section)),
    page: htmlPage({ path, title: first.heading, description, main, isText: true }),
  };
}

/** Longer descriptions are cut by those who show them. */
const LONGEST_DESCRIPTION = 300;

function firstSentence(text: string): string {
  const [sentence = ''] = text.split(/(?<=\.)\s/);
  return sentence.slice(0, LONGEST_DESCRIPTION);
}

/** Markdown whose links between files lead to the pages of a system; links to what has no page are text. Code stays as it is. */
function withAbsoluteLinks(markdown: string, { file, publicUrl }: { readonly file: string; readonly publicUrl: string }): string {
  return markdown
    .split(/^(```[^]*?^```)$/m)
    .map((part) => (part.startsWith('```') ? part : part.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, absoluteLink)))
    .join('');

  function absoluteLink(link: string, text: string, href: string): string {
    const target = targetOf(href, file);
    if (target === undefined) return text;
    return /^(https?:|#)/.test(target) ? link : `[${text}](${publicUrl}${target})`;
  }
}

/** CommonMark with tables. Only HTML that the library makes itself comes out of it. */
function rendererFor(file: string): Renderer {
  const markdown = new MarkdownIt('default', { html: false, linkify: false, typographer: false });
  const { rules } = markdown.renderer;
  markdown.use(codeTabs);
  markdown.core.ruler.push('repository-links', ({ tokens }) => {
    for (const { children } of tokens) relink(children ?? [], file);
  });
  // A wide table or line scrolls within itself, by keyboard too.
  rules['table_open'] = () => '<div class="wide" role="group" aria-label="Table" tabindex="0">\n<table>\n';
  rules['table_close'] = () => '</table>\n</div>\n';
  rules['th_open'] = () => '<th scope="col">';
  rules['fence'] = (tokens, index) => `${codeBlock(tokens[index]?.content ?? '', tokens[index]?.info.trim() ?? '')}\n`;
  return markdown;
}

/** Leads links between files to their pages. What has no page stays as text. */
function relink(tokens: readonly Token[], file: string): void {
  let isOpen = true;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = targetOf(String(token.attrGet('href')), file);
      isOpen = target !== undefined;
      if (target !== undefined) token.attrSet('href', target);
    }
    if (!isOpen && (token.type === 'link_open' || token.type === 'link_close')) {
      token.tag = 'span';
      token.attrs = null;
    }
  }
}

/** The address of a link in a file, on the pages; undefined where it leads to what is not published. */
export function targetOf(href: string, file: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const published = PUBLISHED.get(posix.join(posix.dirname(file), path));
  return published === undefined || anchor === undefined ? published : `${published}#${anchor}`;
}

function nameHeadings(tokens: readonly Token[]): void {
  const taken = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open' || token.tag === 'h1') continue;
    const given = takeAnchor(tokens[index + 1]);
    if (given !== undefined) {
      token.attrSet('id', given);
      continue;
    }
    const slug = slugOf(textOf(tokens[index + 1]));
    const times = taken.get(slug) ?? 0;
    taken.set(slug, times + 1);
    token.attrSet('id', times === 0 ? slug : `${slug}-${times}`);
  }
}

/** The anchor that a heading names itself, as in "Ship an order {#shipOrder}", which is not shown. */
function takeAnchor(heading: Token | undefined): string | undefined {
  const last = heading?.children?.at(-1);
  const [whole, anchor] = / *\{#([\w-]+)\}$/.exec(last?.content ?? '') ?? [];
  if (last && whole !== undefined) last.content = last.content.slice(0, -whole.length);
  return anchor;
}

/** The anchor of a heading, as GitHub makes it, so that a link to it works in the repository too. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function textOf(token: Token | undefined): string {
  const children = token?.children ?? [];
  return children.map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content)).join('');
}

function sectionsOf(tokens: readonly Token[]): readonly GuideSection[] {
  const sections: (Omit<GuideSection, 'text'> & { texts: string[] })[] = [];
  for (const [index, token] of tokens.entries()) {
    const isHeading = tokens[index - 1]?.type === 'heading_open';
    if (token.type === 'heading_open')
      sections.push({
        anchor: String(token.attrGet('id') ?? ''),
        heading: textOf(tokens[index + 1]),
        level: Number(token.tag.slice(1)),
        texts: [],
      });
    else if (token.type === 'inline' && !isHeading) sections.at(-1)?.texts.push(textOf(token));
    else if (token.type === 'fence') sections.at(-1)?.texts.push(token.content);
  }
  return sections.map(({ texts, ...section }) => ({ ...section, text: texts.join(' ') }));
}

/** The table of contents: headings of level 2. */
function contentsOf(sections: readonly GuideSection[]): string {
  const entries = sections.filter(({ level }) => level === 2);
  if (entries.length < 2) return '';
  const items = entries.map(({ anchor, heading }) => `<li><a href="#${anchor}">${escapeHtml(heading)}</a></li>`);
  return `<nav class="contents" aria-labelledby="on-this-page">\n<h2 id="on-this-page">On this page</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>\n`;
}
