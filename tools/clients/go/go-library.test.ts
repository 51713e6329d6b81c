import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const { go } = JSON.parse(readFileSync(join(root, 'libs/clients/packages.json'), 'utf8'));
const sources = globSync('libs/clients/{go,conformance/drivers/go}/**/*.{go,md}', { cwd: root });
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the Go library', () => {
  test('is imported under its one name, everywhere, with a package for tests', () => {
    const paths = sources.flatMap((path) => [...textOf(path).matchAll(/example\.com\/[\w./-]*\w/g)].map(([found]) => found));

    expect(paths.length).toBeGreaterThan(5);
    const own = [go.module, `${go.module}/${go.package}test`, `${go.module}/examples/fill-an-order`];
    expect(new Set(paths)).toEqual(new Set(own));
  });

  test.each(sources.filter((path) => path.startsWith('libs/clients/go') && path.endsWith('.go') && !path.endsWith('_test.go')))(
    '%s says what all it exports is',
    (path) => {
      expect(undocumented(textOf(path))).toEqual([]);
    },
  );

  test('the search for missing comments finds them', () => {
    expect(undocumented('// A is.\ntype A struct {\n\tB int\n}\n\nfunc (A) C() {}\n\nfunc D() {}\n\nfunc (a) E() {}\n')).toEqual([
      '\tB int',
      'func (A) C() {}',
      'func D() {}',
    ]);
  });
});

/** Lines that export a name, or a field of a struct, behind a line without a comment. */
function undocumented(text: string): readonly string[] {
  const lines = text.split('\n');
  let inStruct = false;
  return lines.filter((line, at) => {
    if (/^type \w.* struct \{$/.test(line)) inStruct = true;
    else if (line === '}') inStruct = false;
    const isExport = /^(?:func (?:\((?:\w+ )?\*?[A-Z][^)]*\) )?|type |var |const )[A-Z]/.test(line);
    const isField = inStruct && /^\t[A-Z]\w*(?:, [A-Z]\w*)* \S/.test(line);
    return (isExport || isField) && !/^\s*\/\//.test(lines[at - 1] ?? '');
  });
}
