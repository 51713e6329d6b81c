import { dirname, join } from 'node:path/posix';
import { type Comment, type Program, parseSync } from 'oxc-parser';
import type { SourceFile } from './imports.ts';

/** Gives the text of a file of the workspace by its path. */
export type ReadSource = (file: string) => string;

/**
 * The exports of a library without a docstring. A type that is derived from a schema or a list beside it (`z.output<typeof …>`,
 * `(typeof …)[number]`) is said with that. What is passed on from a package is the package's to say.
 *
 * @param index the library's list of exports; each is looked up where it is declared.
 * @returns `file: name` for each.
 */
export function undocumentedExports(index: SourceFile, read: ReadSource): readonly string[] {
  const { program } = parse(index);
  return program.body.flatMap((statement) => {
    const isList = statement.type === 'ExportNamedDeclaration';
    if ((!isList && statement.type !== 'ExportAllDeclaration') || !statement.source?.value.startsWith('.')) return [];
    const file = join(dirname(index.file), statement.source.value);
    const names = isList ? statement.specifiers.map(({ local }) => nameOf(local)) : undefined;
    const source = { file, text: read(file) };
    const silent = silentIn(source, names).map((name) => `${file}: ${name}`);
    // What it passes on itself is exported too.
    return isList ? silent : [...silent, ...undocumentedExports(source, read)];
  });
}

/** @param listed every export of the file by default. */
function silentIn(source: SourceFile, listed?: readonly string[]): readonly string[] {
  const { program, comments } = parse(source);
  const declared = declarationsIn(program);
  const names = listed ?? [...declared.keys()];
  const isSilent = (name: string): boolean => {
    const found = declared.get(name);
    if (!found || hasDocstring(found, comments, source.text)) return false;
    const origin = originOf(source.text.slice(found.start, found.end));
    return origin === undefined || !declared.has(origin) || isSilent(origin);
  };
  return names.filter(isSilent);
}

/** The name that a type is derived from. */
function originOf(declaration: string): string | undefined {
  return /^export type \w+ = (?:z\.\w+<typeof |keyof typeof |\(typeof )(\w+)/.exec(declaration)?.[1];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The place where each name is declared and exported: the statement that does it, the first of overloads. */
function declarationsIn({ body }: Program): ReadonlyMap<string, Span> {
  const spans = body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return [];
    const { start, end } = statement;
    return namesIn(statement.declaration).map((name) => [name, { start, end }] as const);
  });
  return new Map(spans.toReversed());
}

function namesIn(declaration: object): readonly string[] {
  if ('declarations' in declaration && Array.isArray(declaration.declarations))
    return declaration.declarations.flatMap((each: object) => namesIn(each));
  return 'id' in declaration && typeof declaration.id === 'object' && declaration.id !== null ? [nameOf(declaration.id)] : [];
}

/** True if a docstring stands before it, with nothing but other comments between. */
function hasDocstring({ start }: Span, comments: readonly Comment[], text: string): boolean {
  const before = comments.filter((comment) => comment.end <= start);
  const place = before.findLastIndex(({ type, value }) => type === 'Block' && value.startsWith('*'));
  const docstring = before[place];
  if (!docstring) return false;
  const between = text.slice(docstring.end, start).replaceAll(/\/\/.*$/gm, '');
  return between.trim() === '';
}

function nameOf(name: object): string {
  return 'name' in name && typeof name.name === 'string' ? name.name : '';
}

function parse({ file, text }: SourceFile) {
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return { program, comments };
}
