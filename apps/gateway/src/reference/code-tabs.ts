import type { MarkdownIt, Token } from 'markdown-it';
import { z } from 'zod';
import { escapeHtml } from './layout.ts';

const TABS = 'code_tabs';
const meta = z.object({ panels: z.array(z.object({ title: z.string(), code: z.string() })) });
type Panels = z.output<typeof meta>['panels'];

/**
 * Shows code blocks in several languages as tabs: those that follow one another and whose info string has a title behind the language, as
 * in "```js Node". The tabs are radio buttons, so they need no script, and work by keyboard.
 */
export function codeTabs(markdown: MarkdownIt): void {
  let groups = 0;
  markdown.core.ruler.push('code-tabs', (state) => {
    groups = 0;
    const tokens: Token[] = [];
    for (const token of state.tokens) {
      const title = titleOf(token);
      const last = tokens.at(-1);
      if (title === undefined) tokens.push(token);
      else if (last?.type === TABS) last.meta = { panels: [...meta.parse(last.meta).panels, { title, code: token.content }] };
      else {
        const tabs = new state.Token(TABS, '', 0);
        tabs.block = true;
        tabs.meta = { panels: [{ title, code: token.content }] };
        tokens.push(tabs);
      }
    }
    state.tokens = tokens;
  });
  markdown.renderer.rules[TABS] = (tokens, index) => {
    groups += 1;
    return tabsHtml(meta.parse(tokens[index]?.meta).panels, `code-${groups}`);
  };
}

function titleOf({ type, info }: Token): string | undefined {
  return type === 'fence' ? info.trim().split(/\s+/)[1] : undefined;
}

function tabsHtml(all: Panels, name: string): string {
  const choices = all.map(({ title }, index) => {
    const id = `${name}-${index}`;
    const checked = index === 0 ? ' checked' : '';
    return `<input type="radio" name="${name}" id="${id}" value="${escapeHtml(title)}"${checked}><label for="${id}">${escapeHtml(title)}</label>`;
  });
  const blocks = all.map(({ code }) => `<div><pre tabindex="0"><code>${escapeHtml(code)}</code></pre></div>`);
  return `<fieldset class="tabs"><legend>Language</legend>\n${choices.join('\n')}\n${blocks.join('\n')}\n</fieldset>\n`;
}
