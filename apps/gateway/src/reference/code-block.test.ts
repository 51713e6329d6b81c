import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { codeBlock, hasColours } from './code-block.ts';
import { guideRenderings, renderAll } from './guides.ts';

/** Code as a browser shows it. */
const shown = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

test.each([
  ['sh', 'export KEY="a"', '<span class="hljs-built_in">export</span> KEY=<span class="hljs-string">&quot;a&quot;</span>'],
  ['js', 'const n = 1;', '<span class="hljs-keyword">const</span> n = <span class="hljs-number">1</span>;'],
  [
    'json',
    '{"a": [null]}',
    '{<span class="hljs-attr">&quot;a&quot;</span>: [<span class="hljs-literal"><span class="hljs-keyword">null</span></span>]}',
  ],
  ['python', 'def f(): # x', '<span class="hljs-comment"># x</span>'],
  ['go', 'return nil', '<span class="hljs-keyword">return</span> <span class="hljs-literal">nil</span>'],
])('a token of %s is a span with its class, which has a colour', (language, code, html) => {
  expect(codeBlock(code, language)).toContain(html);
  expect(codeBlock(code, language)).not.toMatch(/ style=/);
});

const HOSTILE = '</code><script>alert("&amp;", \'x\')</script> & <img onerror=x> "q"';

test.each(['js', 'ts', 'json', 'sh', 'python', 'ruby', 'go', 'http', 'java', 'sql', 'html', 'text', 'none', ''])(
  'what code marked %j holds is text, character by character',
  (language) => {
    const html = codeBlock(HOSTILE, language);

    expect(html.match(/<(?!\/?span|\/?code>|\/?pre)/g)).toBeNull();
    expect(html.match(/<\/?code>/g)).toEqual(['<code>', '</code>']);
    expect(shown(html)).toBe(HOSTILE);
  },
);

test('code of a language that is not known has no spans', () => {
  expect(codeBlock('if <x>', 'text')).toBe('<pre tabindex="0"><code>if &lt;x&gt;</code></pre>');
});

describe('of the guides and the styles:', () => {
  const pages = renderAll(guideRenderings('https://api.example.com'));

  test('every block of code says its language, or `text`', () => {
    const marks = pages.flatMap(({ path, markdown }) =>
      new MarkdownIt()
        .parse(markdown, {})
        .filter(({ type }) => type === 'fence')
        .map(({ info }): [string, string] => [path, info.trim().split(/\s+/)[0] ?? '']),
    );

    expect(marks.length).toBeGreaterThan(80);
    expect(marks.filter(([, language]) => language !== 'text' && !hasColours(language))).toEqual([]);
  });

  test('each class with a colour is one that pages have, and each colour is named in both appearances', () => {
    const css = readFileSync(join(import.meta.dirname, 'site/site.css'), 'utf8');
    const classes = new Set(Array.from(css.matchAll(/\.(hljs-\w+)/g), ([, name = '']) => name));
    const used = new Set(pages.flatMap(({ page }) => Array.from(page.matchAll(/class="(hljs-\w+)/g), ([, name]) => name)));

    expect([...classes].filter((name) => !used.has(name))).toEqual([]);
    for (const [name] of css.matchAll(/--code-\w+(?=\))/g)) expect(css.match(new RegExp(`${name}: #`, 'g'))).toHaveLength(2);
  });
});
