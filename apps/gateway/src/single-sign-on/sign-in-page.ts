import { accountOperations as account, pathOf } from '@fulfilment/contracts';
import type { PageOf } from '@fulfilment/http';

/** The paths that a browser opens itself, as a page. */
const OPENED = [account.beginSingleSignOn, account.finishSingleSignOn].map(pathOf);

/** A failed sign-in as a page that leads back to the sign-in; programs get the problem. */
export const pageOfSignIn: PageOf = ({ url = '', headers }, { body }) => {
  const [path = ''] = url.split('?', 1);
  if (!OPENED.includes(path) || !/\btext\/html\b/i.test(headers.accept ?? '')) return undefined;
  const { title, detail, code, request_id: requestId } = body;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head><body><main>`,
    `<h1>${escaped(title)}</h1><p>${escaped(detail)}</p>`,
    '<p><a href="/console">Go to the sign-in</a></p>',
    `<p><small>${escaped(code)}, ${escaped(requestId)}</small></p></main></body></html>`,
  ].join('\n');
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
