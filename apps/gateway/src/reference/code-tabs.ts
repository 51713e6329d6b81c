import type { MarkdownIt, Token } from 'markdown-it';
import { codeBlock } from './code-block.ts';
import { escapeHtml } from './layout.ts';

const TABS = 'code_tabs';

interface Panel {
  readonly language: string;
  readonly title: string;
  readonly code: string;
}

/**
 * Shows code blocks in several languages as tabs: those that follow one another and whose info string has a title behind the language, as
 * in "```js Node". The tabs are radio buttons, so they need no script, and work by keyboard.
 */
export function codeTabs(markdown: MarkdownIt): void {
  const panelsOf = new WeakMap<Token, Panel[]>();
  let groups = 0;
  markdown.core.ruler.push('code-tabs', (state) => {
    groups = 0;
    const tokens: Token[] = [];
    let open: Panel[] | undefined;
    for (const token of state.tokens) {
      const [language = '', title] = token.type === 'fence' ? token.info.trim().split(/\s+/) : [];
      if (title === undefined) {
        open = undefined;
        tokens.push(token);
        continue;
      }
      if (!open) {
        open = [];
        const tabs = new state.Token(TABS, '', 0);
        tabs.block = true;
        panelsOf.set(tabs, open);
        tokens.push(tabs);
      }
      open.push({ language, title, code: token.content });
    }
    state.tokens = tokens;
  });
  markdown.renderer.rules[TABS] = (tokens, index) => {
    const token = tokens[index];
    groups += 1;
    return tabsHtml((token && panelsOf.get(token)) ?? [], `code-${groups}`);
  };
}

function tabsHtml(all: readonly Panel[], name: string): string {
  const choices = all.map(({ title }, index) => {
    const id = `${name}-${index}`;
    const checked = index === 0 ? ' checked' : '';
    return `<input type="radio" name="${name}" id="${id}" value="${escapeHtml(title)}"${checked}><label for="${id}">${escapeHtml(title)}</label>`;
  });
  const blocks = all.map(({ language, code }) => `<div>${codeBlock(code, language)}</div>`);
  return `<fieldset class="tabs"><legend>Language</legend>\n${choices.join('\n')}\n${blocks.join('\n')}\n</fieldset>\n`;
}
