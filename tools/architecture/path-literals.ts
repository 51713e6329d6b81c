import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './imports.ts';

const ANY_PATH = /(?:^|[^\w.])\/(?:account\/|operator\/)?v1(?:\/|$)/;
/** Paths of the operator's API alone. */
export const OPERATOR_PATH = /\/operator\/v1(?:\/|$)/;

/**
 * Texts of code that write a path of an API out, in a string, a template or markup. A client of the contract has them from its operations.
 *
 * @param path the paths that are looked for; of every API by default.
 * @returns `file:line` for each.
 */
export function pathLiterals({ file, text }: SourceFile, path = ANY_PATH): readonly string[] {
  const found: number[] = [];
  const look = (start: number, written: unknown): void => {
    if (typeof written === 'string' && path.test(written)) found.push(start);
  };
  new Visitor({
    Literal: ({ start, value }) => look(start, value),
    TemplateElement: ({ start, value }) => look(start, value.raw),
    JSXText: ({ start, value }) => look(start, value),
  }).visit(parseSync(file, text).program);
  return found.map((start) => `${file}:${text.slice(0, start).split('\n').length}`);
}
