import { type ReactNode, useRef } from 'react';
import { Button } from '../button.tsx';
import type { Form } from '../form.tsx';
import { fieldStrings as words } from './field-strings.ts';
import { rowsOf, textOf, withCell } from './rows.ts';

/** The metadata of a record as a form keeps it; names in the order of the record. */
export function metadataText(metadata: Readonly<Record<string, string>>): string {
  return textOf(Object.entries(metadata));
}

/** The metadata that a form keeps: pairs without a name are left out. */
export function metadataOf(text: string): Record<string, string> {
  const pairs = rowsOf(text).map(([name = '', value = '']) => [name.trim(), value] as const);
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

/** The fault of metadata with a name twice, by the name of its field: one of the pairs would be lost. */
export function metadataFault({ metadata }: { readonly metadata: string }): Partial<Record<string, string>> {
  const names = rowsOf(metadata).flatMap(([name = '']) => name.trim() || []);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  return twice === undefined ? {} : { metadata: words.pairTwice(twice) };
}

/** The metadata that a form keeps, in one line. */
export function shownMetadata(text: string): string {
  const pairs = Object.entries(metadataOf(text));
  return pairs.map(([name, value]) => `${name}: ${value}`).join(', ');
}

/** Pairs of names and values, of which rows can be added and removed. */
export function MetadataField<Names extends string>({
  form,
  name,
}: {
  readonly form: Form<Names>;
  readonly name: Names;
}): ReactNode {
  const rows = rowsOf(form.values[name]);
  const last = useRef<HTMLInputElement>(null);
  const change = (next: readonly (readonly string[])[]): void => form.set(name, textOf(next));
  const error = form.errors[name];
  return (
    <fieldset className="field">
      <legend className="label">{words.metadata}</legend>
      <span className="hint">{words.metadataHint}</span>
      {rows.map(([key = '', value = ''], index) => (
        // Rows have no ids: their place is what they are known by.
        // oxlint-disable-next-line no-array-index-key -- see above.
        <div key={index} className="field-row">
          <input
            ref={last}
            className="input"
            aria-label={words.pairName(index + 1)}
            placeholder={words.name}
            value={key}
            onChange={({ target }) => change(withCell(rows, index, 0, target.value))}
          />
          <input
            className="input"
            aria-label={words.pairValue(index + 1)}
            placeholder={words.value}
            value={value}
            onChange={({ target }) => change(withCell(rows, index, 1, target.value))}
          />
          <Button
            size="small"
            kind="quiet"
            label={words.removePair(index + 1)}
            onPress={() => change(rows.filter((_row, at) => at !== index))}
          >
            <span aria-hidden="true">✕</span>
          </Button>
        </div>
      ))}
      {error !== undefined && <span className="error">{error}</span>}
      <span>
        <Button
          size="small"
          onPress={() => {
            change([...rows, ['', '']]);
            // Once the row is there.
            requestAnimationFrame(() => last.current?.focus());
          }}
        >
          {words.addPair}
        </Button>
      </span>
    </fieldset>
  );
}
