import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { GUIDES } from '@fulfilment/api-docs';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { guideRenderings, renderAll, renderGuide, slugOf, targetOf } from './guides.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const files: readonly string[] = Object.values(GUIDES).map(({ file }) => file);

/** Pages of `docs` for operators and developers, which stay in the repository. */
const NOT_PUBLISHED = [
  'README',
  'architecture',
  'benchmarks',
  'capacity',
  'client-libraries',
  'compared',
  'console',
  'dependencies',
  'drills',
  'gateway',
  'glossary',
  'operations',
  'operator-commands',
  'releasing',
  'simulation',
  'test-costs',
  'upgrading',
  'walks',
].map((name) => `docs/${name}.md`);

const GUIDE = { title: 'Sample', file: 'docs/sample.md', group: 'Samples', publicUrl: 'https://api.example.com' };
const rendered = (markdown: string): string => {
  const { page } = renderGuide('/docs/sample', GUIDE, markdown);
  return page.slice(page.indexOf('<article'), page.indexOf('</article>'));
};

test('every page of docs is published, or is for operators and developers', () => {
  const pages = globSync('docs/*.md', { cwd: ROOT }).toSorted();

  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter((page) => !files.includes(page))).toEqual(NOT_PUBLISHED.toSorted());
});

test('every client library with a README has a page', () => {
  const readmes = globSync('libs/clients/*/package.json', { cwd: ROOT }).map((file) => `${posix.dirname(file)}/README.md`);
  const others = globSync('libs/clients/*/{pyproject.toml,go.mod,*.gemspec}', { cwd: ROOT }).map(
    (file) => `${posix.dirname(file)}/README.md`,
  );

  expect(
    [...readmes, ...others].filter((file) => !files.includes(file) && file !== 'libs/clients/conformance/README.md'),
  ).toEqual([]);
});

test('the bundle of the gateway has the file of every guide, and the samples of code', () => {
  const manifest = z.looseObject({ bundle: z.looseObject({ files: z.object({ guides: z.array(z.string()) }) }) });

  expect(manifest.parse(JSON.parse(read('apps/gateway/package.json'))).bundle.files.guides.toSorted()).toEqual(
    [...files, 'docs/generated/code-samples.json'].toSorted(),
  );
});

test.each([...new Set([...files, ...NOT_PUBLISHED, 'README.md'])])(
  'links of %s lead to files and headings of the repository',
  (file) => {
    const broken = linksOf(read(file)).filter((href) => {
      if (/^https?:/.test(href)) return false;
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    });

    expect(broken).toEqual([]);
  },
);

test('guides link to no page that is not published but those that readers of the repository alone need', () => {
  const lost = files.flatMap((file) => linksOf(read(file)).filter((href) => targetOf(href, file) === undefined));

  expect(
    lost.filter(
      (href) =>
        !/decisions\/|^(\.\.\/)+apps\/|conformance|tools\/|packages\.json|(operations|gateway|releasing|upgrading|operator-api)\.md/.test(
          href,
        ),
    ),
  ).toEqual([]);
});

describe('a guide', () => {
  test('shows HTML as text, and follows no link but those of the web', () => {
    const html = rendered(
      '# Title\n<script>alert(1)</script> <b onclick="x">b</b>\n\n[x](javascript:alert(1)) ![y](data:text/html,x)\n',
    );

    expect(html).not.toMatch(/<script|<b |href="javascript|src="data/);
    expect(html).toContain('&lt;script&gt;');
  });

  test('leads links to the pages of what they name, and keeps others as text', () => {
    const html = rendered(
      '# Title\n[a](webhooks.md#filters) [b](generated/errors.md#not_found) [c](operations.md) [d](#here) [e](../libs/clients/node/README.md)\n',
    );

    expect(html).toContain('<a href="/docs/webhooks#filters">a</a> <a href="/docs/errors#not_found">b</a> <span>c</span>');
    expect(html).toContain('<a href="#here">d</a> <a href="/docs/client-library-node">e</a>');
  });

  test('has Markdown whose links lead to the system that serves it, and whose code stays as it is', () => {
    const code = '```\n[a](webhooks.md)\n```\n';
    const { markdown, description } = renderGuide(
      '/docs/sample',
      GUIDE,
      `# Title\nWhat it is. More.\n\n[a](webhooks.md#filters) [c](operations.md) [d](#here) [w](https://example.com/)\n\n${code}`,
    );

    expect(markdown).toContain('[a](https://api.example.com/docs/webhooks#filters) c [d](#here) [w](https://example.com/)\n');
    expect(markdown).toContain(code);
    expect(description).toBe('What it is.');
  });

  test('has an anchor for each heading, as GitHub makes them, and lists those of its parts', () => {
    const { sections, page } = renderGuide(
      '/docs/sample',
      GUIDE,
      '# Title\nFirst.\n## 1. A & `b_c`\nText `x`.\n## Same\n### Same\n## End\n',
    );

    expect(sections.map(({ anchor }) => anchor)).toEqual(['', '1-a--b_c', 'same', 'same-1', 'end']);
    expect(sections.map(({ text }) => text)).toEqual(['First.', 'Text x.', '', '', '']);
    expect(page).toContain('<h2 id="1-a--b_c">');
    expect(page).toContain('<li><a href="#1-a--b_c">1. A &amp; b_c</a></li>');
    expect(page).not.toContain('<li><a href="#same-1">');
  });

  test('without a title is refused', () => {
    expect(() => rendered('Text\n')).toThrow('docs/sample.md');
  });
});

test.each([
  ['python', 'python3 -m venv .venv'],
  ['go', 'go mod init'],
])('the page of %s says before the command that installs the library what comes first', (library, first) => {
  const text = read(`libs/clients/${library}/README.md`);

  expect(text.slice(0, text.indexOf('/downloads/'))).toContain(first);
});

test.each([
  ['ruby', '--user-install'],
  ['cli', '--prefix ~/.local'],
])('the page of %s says what helps a user who may not write into the folders of the system', (folder, option) => {
  expect(read(`libs/clients/${folder}/README.md`)).toContain(option);
});

test('every guide is rendered with the content of its file', () => {
  const guides = renderAll(guideRenderings('https://api.example.com'));

  expect(guides.map(({ path }) => path)).toEqual(Object.keys(GUIDES).map((name) => `/docs/${name}`));
  expect(guides.find(({ path }) => path === '/docs/receiving-webhooks')?.page).toContain('is_genuine<');
  const texts = guides.flatMap(({ page, markdown }) => [page, markdown]);
  expect(texts.filter((text) => text.includes('localhost:8080'))).toEqual([]);
  expect(guides.filter(({ description }) => description === '').map(({ path }) => path)).toEqual([]);
});

/** Links outside of code. */
function linksOf(markdown: string): readonly string[] {
  return new MarkdownIt('default', { html: true })
    .parse(markdown, {})
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === 'link_open')
    .map((token) => decodeURI(String(token.attrGet('href'))));
}

function anchorsOf(markdown: string): readonly string[] {
  const tokens = new MarkdownIt('default').parse(markdown, {});
  return tokens.flatMap((token, place) =>
    token.type === 'heading_open' ? [slugOf((tokens[place + 1]?.children ?? []).map(({ content }) => content).join(''))] : [],
  );
}
