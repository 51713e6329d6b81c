import { dirname, join } from 'node:path/posix';
import { parseSync, Visitor } from 'oxc-parser';

export interface SourceFile {
  /** Relative to the root of the workspace, with `/`. */
  readonly file: string;
  readonly text: string;
}

export interface Import {
  /** A file of the workspace for a relative import, else what is written: a package, `node:fs`. */
  readonly target: string;
  /** Erased before it runs: only types are taken. */
  readonly typeOnly: boolean;
}

/**
 * Everything that a file imports: statements, re-exports, `import('…')` and types by it. What only a run can tell is left out.
 *
 * @throws Error where the file cannot be parsed.
 */
export function importsOf(source: SourceFile): readonly Import[] {
  const known = read.get(source);
  if (known) return known;
  const found = readImports(source);
  read.set(source, found);
  return found;
}

/** Parsing is what takes the time, and several rules ask about each file. */
const read = new WeakMap<SourceFile, readonly Import[]>();

function readImports({ file, text }: SourceFile): readonly Import[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean): void => {
    found.push({ target: specifier.startsWith('.') ? join(dirname(file), specifier) : specifier, typeOnly });
  };
  new Visitor({
    ImportDeclaration: ({ source, importKind, specifiers }) => {
      add(source.value, importKind === 'type' || takesTypes(specifiers));
    },
    ExportNamedDeclaration: ({ source, exportKind, specifiers }) => {
      if (source) add(source.value, exportKind === 'type' || takesTypes(specifiers));
    },
    ExportAllDeclaration: ({ source, exportKind }) => add(source.value, exportKind === 'type'),
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string') add(source.value, false);
    },
    TSImportType: ({ source }) => add(source.value, true),
  }).visit(program);
  return found;
}

function takesTypes(specifiers: readonly object[]): boolean {
  return specifiers.length > 0 && specifiers.every(isType);
}

function isType(specifier: object): boolean {
  return (
    ('importKind' in specifier && specifier.importKind === 'type') ||
    ('exportKind' in specifier && specifier.exportKind === 'type')
  );
}
