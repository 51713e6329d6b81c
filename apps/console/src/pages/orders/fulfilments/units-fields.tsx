import type { ReactNode } from 'react';
import { typedNumber } from '../../../api/typed-number.ts';
import { type Form, TextField } from '../../../parts/form.tsx';
import { fulfilmentWords as words } from './fulfilment-strings.ts';

/** Units of one line that a field may hold. */
export interface Choosable {
  readonly line_id: string;
  readonly sku: string;
  readonly name: string | null;
  readonly most: number;
}

type Values = Readonly<Record<string, string>>;

interface UnitsFieldsProps {
  readonly form: Form;
  readonly lines: readonly Choosable[];
  /** False where a field before them has the focus first. */
  readonly takesFocus?: boolean;
}

/** A field for the units of each line. */
export function UnitsFields({ form, lines, takesFocus = true }: UnitsFieldsProps): ReactNode {
  return lines.map(({ line_id: id, sku, name, most }, place) => (
    <TextField
      key={id}
      form={form}
      name={id}
      type="number"
      label={words.unitsFor(sku)}
      hint={words.atMost(most, name)}
      isFirst={takesFocus && place === 0}
    />
  ));
}

/** All units of each line, as fields hold them at first. */
export function allUnits(lines: readonly Choosable[]): Values {
  return Object.fromEntries(lines.map(({ line_id: id, most }) => [id, String(most)]));
}

/** The whole units of a field; undefined where it holds none from 0 to the most. */
export function unitsOfField(text: string | undefined, most: number): number | undefined {
  const units = typedNumber(text ?? '') ?? 0;
  return typeof units === 'number' && units >= 0 && units <= most ? units : undefined;
}

/** The faults of the fields, and of a choice of nothing. */
export function unitsFaults(values: Values, lines: readonly Choosable[]): Partial<Record<string, string>> {
  const wrong = lines.filter(({ line_id: id, most }) => unitsOfField(values[id], most) === undefined);
  const [first] = lines;
  if (wrong.length === 0 && first && chosenOf(values, lines).length === 0) return { [first.line_id]: words.noUnits };
  return Object.fromEntries(wrong.map(({ line_id: id, most }) => [id, words.wrongUnits(most)]));
}

/** The units that were chosen, lines without any left out. */
export function chosenOf(values: Values, lines: readonly Choosable[]): Array<{ line_id: string; quantity: number }> {
  return lines.flatMap(({ line_id, most }) => {
    const quantity = unitsOfField(values[line_id], most) ?? 0;
    return quantity === 0 ? [] : [{ line_id, quantity }];
  });
}
