/** A value as code: a text, or parts between brackets, which stand in one line where they fit. */
export type Code =
  | string
  | { readonly open: string; readonly parts: readonly (readonly [label: string, value: Code])[]; readonly close: string };

/** How a language writes what is in brackets. */
export interface Style {
  readonly indent: string;
  /** True where the last part on lines of their own has a comma behind it. */
  readonly lastComma: boolean;
  /** The blank inside of brackets in one line: `{ a: 1 }`. */
  readonly padding: (open: string) => string;
}

/** The longest line; text beside the value counts too. */
const LONGEST = 100;

/** @param before the text that stands before the value in its line. */
export function layOut(code: Code, style: Style, before = ''): string {
  if (typeof code === 'string') return before + code;
  const line = before + inOneLine(code, style);
  const depth = /^[\t ]*/.exec(before)?.[0] ?? '';
  if (code.parts.length === 0 || line.replaceAll('\t', '    ').length <= LONGEST) return line;
  const deeper = depth + style.indent;
  const rows = code.parts.map(([label, value]) => layOut(value, style, deeper + label));
  return `${before}${code.open}\n${rows.join(',\n')}${style.lastComma ? ',' : ''}\n${depth}${code.close}`;
}

function inOneLine(code: Code, style: Style): string {
  if (typeof code === 'string') return code;
  if (code.parts.length === 0) return code.open + code.close;
  const padding = style.padding(code.open);
  const parts = code.parts.map(([label, value]) => label + inOneLine(value, style));
  return `${code.open}${padding}${parts.join(', ')}${padding}${code.close}`;
}

/** How a language writes a value of JSON. */
export interface Notation {
  readonly scalar: (value: unknown) => string;
  readonly label: (name: string) => string;
}

/** A value of JSON in a language whose objects and lists are in braces and brackets. */
export function codeOf(value: unknown, notation: Notation): Code {
  if (Array.isArray(value)) return { open: '[', parts: value.map((each) => ['', codeOf(each, notation)] as const), close: ']' };
  if (typeof value !== 'object' || value === null) return notation.scalar(value);
  const parts = Object.entries(value).map(([name, each]) => [notation.label(name), codeOf(each, notation)] as const);
  return { open: '{', parts, close: '}' };
}

/** A call of a function: its arguments in one line, or the last of them laid out. */
export function call(name: string, parts: readonly (readonly [label: string, value: Code])[], style: Style, before = ''): string {
  const last = parts.at(-1)?.[1];
  const line = inOneLine({ open: `${name}(`, parts, close: ')' }, { ...style, padding: inCall(style) });
  const isShort = `${before}${line}`.replaceAll('\t', '    ').length <= LONGEST;
  if (isShort || last === undefined || typeof last === 'string') return before + line;
  const others = parts.slice(0, -1).map(([label, value]) => `${label}${inOneLine(value, style)}, `);
  return `${layOut(last, style, `${before}${name}(${others.join('')}${parts.at(-1)?.[0] ?? ''}`)})`;
}

/** The brackets of a call have no padding of their own. */
function inCall({ padding }: Style): Style['padding'] {
  return (open) => (open.endsWith('(') ? '' : padding(open));
}
