/** Languages in which a page has code, as its fences name them. */
export type Language = 'js' | 'python' | 'java' | 'sh';

/** The one block of code that a page has in a language. @throws Error if it has none, or several. */
export function documentedCode(page: string, language: Language): string {
  const blocks = Array.from(page.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, name, code = '']) => ({ name, code }));
  const [found, ...others] = blocks.filter(({ name }) => name === language);
  if (!found || others.length > 0) throw new Error(`the page has ${found ? 'several blocks' : 'no block'} of ${language}`);
  return found.code;
}
