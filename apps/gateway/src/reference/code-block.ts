import highlight from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { escapeHtml } from './layout.ts';

/** The languages of the documents, by the word that blocks of Markdown are marked with; `sh`, `js`, `ts` and `html` are aliases of theirs. */
const GRAMMARS = { bash, go, http, java, javascript, json, python, ruby, sql, typescript, xml };
for (const [name, grammar] of Object.entries(GRAMMARS)) highlight.registerLanguage(name, grammar);

/** True for a language that {@link codeBlock} gives colours. */
export function hasColours(language: string): boolean {
  return highlight.getLanguage(language) !== undefined;
}

/**
 * Code as HTML. Its tokens are spans with classes, whose colours are in `site/site.css`; a language that is not known, or none, has no
 * spans. Whatever the code holds comes out as text.
 *
 * @param language as a block of Markdown is marked, such as `sh` or `python`.
 */
export function codeBlock(code: string, language: string): string {
  const html = hasColours(language) ? coloured(code, language) : escapeHtml(code);
  return `<pre tabindex="0"><code>${html}</code></pre>`;
}

/** Brackets and commas have the colour of text: their spans would be most of a page of JSON. */
function coloured(code: string, language: string): string {
  const { value } = highlight.highlight(code, { language, ignoreIllegals: true });
  return value.replaceAll(/<span class="hljs-punctuation">([^<]*)<\/span>/g, '$1');
}
