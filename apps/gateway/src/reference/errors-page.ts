import { type Operation, pathOf } from '@fulfilment/contracts';
import { errorReference, type ErrorReference, whoGivesInWords } from '@fulfilment/api-docs';
import { escapeHtml, htmlPage, jsonBlock, sentence } from './html.ts';

/** Every code with its meaning, at the anchor that the `type` of a problem leads to. */
export function errorsPage(): string {
  const entries = errorReference();
  return htmlPage({
    title: 'Errors',
    isText: true,
    main: `<h1>Errors</h1>
<p>Every error is an <code>application/problem+json</code> document (RFC 9457). Switch on <code>code</code>: codes are stable, they are added and never renamed. Repeat a request only where <code>retryable</code> is true.</p>
<table>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Retryable</th></tr></thead>
<tbody>
${entries.map(row).join('\n')}
</tbody>
</table>
${entries.map(article).join('\n')}`,
  });
}

function row({ code, status, retryable }: ErrorReference): string {
  return `<tr><td><a href="#${code}"><code>${code}</code></a></td><td>${status}</td><td>${retryable ? 'yes' : 'no'}</td></tr>`;
}

function article({ code, status, title, description, remedy, retryable, givenBy, example }: ErrorReference): string {
  return `<article id="${code}">
<h2><a href="#${code}">${code}</a></h2>
<p class="facts">${status} ${escapeHtml(title)} · ${retryable ? 'retryable: the same request can still succeed' : 'not retryable'}</p>
<p>${sentence(description)}</p>
<p><strong>What to do:</strong> ${sentence(remedy)}</p>
<p><strong>Given by</strong> ${whoGivesInWords(givenBy, link)}.</p>
<details><summary>Example</summary>${jsonBlock(example)}</details>
</article>`;
}

/** Into the browsable reference, which shows the operations of /v1 by their tag and id. */
function link(operation: Operation): string {
  const { id, method, path, api } = operation;
  const shown = `<code>${method} ${escapeHtml(pathOf(operation))}</code>`;
  return api === 'account' ? shown : `<a href="/docs#/${path.split('/')[1] ?? ''}/${id}">${shown}</a>`;
}
