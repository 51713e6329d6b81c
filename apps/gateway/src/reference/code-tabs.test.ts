import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { codeTabs } from './code-tabs.ts';

const render = (text: string): string => new MarkdownIt('default', { html: false }).use(codeTabs).render(text);
const block = (info: string, code: string): string => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;

test('blocks with a title that follow one another are the tabs of one group, of which the first is shown', () => {
  const html = render(`${block('sh curl', 'curl <x>')}${block('js Node', 'await x')}Text.\n\n${block('go Go', 'x()')}`);

  expect(html.match(/<fieldset class="tabs">/g)).toHaveLength(2);
  expect([...html.matchAll(/name="([^"]+)" id="([^"]+)" value="([^"]+)"( checked)?/g)].map(([, ...parts]) => parts)).toEqual([
    ['code-1', 'code-1-0', 'curl', ' checked'],
    ['code-1', 'code-1-1', 'Node', undefined],
    ['code-2', 'code-2-0', 'Go', ' checked'],
  ]);
  expect(html).toContain('<code>curl &lt;x&gt;\n</code>');
  expect(html).toContain('<span class="hljs-keyword">await</span> x');
});

test('a block without a title stays a block', () => {
  expect(render(block('sh', 'npm ci'))).not.toContain('fieldset');
});
