// The part of highlight.js that is used. Its own types bring those of browsers into every file, so `paths` of the workspace leads here.
declare module 'highlight.js/lib/core' {
  export type Grammar = (library: unknown) => object;
  const library: {
    registerLanguage(name: string, grammar: Grammar): void;
    /** By name or alias; undefined where there is none. */
    getLanguage(name: string): object | undefined;
    /** @returns HTML. */
    highlight(code: string, options: { readonly language: string; readonly ignoreIllegals: boolean }): { readonly value: string };
  };
  export default library;
}

declare module 'highlight.js/lib/languages/*' {
  import type { Grammar } from 'highlight.js/lib/core';
  const grammar: Grammar;
  export default grammar;
}
