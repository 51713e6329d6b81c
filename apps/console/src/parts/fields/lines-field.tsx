import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../button.tsx';
import { rowsOf, textOf, withCell } from './rows.ts';
import { SkuField } from './sku-field.tsx';
import type { Form } from '../form.tsx';
import { typedNumber } from '../../api/typed-number.ts';
import { fieldStrings as words } from './field-strings.ts';

/** A line to begin with. */
export const ONE_LINE = textOf([['', '1']]);

/** The lines that a form keeps, as the API takes them; one without a SKU is left out. */
export function linesOf(text: string): readonly { readonly sku: string; readonly quantity: number | string | undefined }[] {
  return rowsOf(text)
    .map(([sku = '', quantity = '']) => ({ sku: sku.trim(), quantity: typedNumber(quantity) }))
    .filter(({ sku }) => sku !== '');
}

/** The lines of an order that is taken: a SKU, which is searched, and its units. */
export function LinesField<Names extends string>({ form }: { readonly form: Form<Names | 'lines'> }): ReactNode {
  const rows = rowsOf(form.values.lines);
  const lines = useRef<HTMLDivElement>(null);
  const change = (next: readonly (readonly string[])[]): void => form.set('lines', textOf(next));
  const isOfLine = Object.keys(form.errors).some((at) => at.startsWith('lines/'));
  const add = (): void => {
    change([...rows, ['', '1']]);
    // Once the line is there.
    requestAnimationFrame(() => lines.current?.querySelector<HTMLElement>('.order-line:last-child input')?.focus());
  };
  return (
    <fieldset className="field">
      <legend className="label">{words.lines}</legend>
      <div ref={lines} className="stack">
        {rows.map((row, index) => (
          // Lines have no ids before they are sent: their place is what they are known by.
          // oxlint-disable-next-line no-array-index-key -- see above.
          <Line key={index} row={row} index={index} form={form} rows={rows} change={change} />
        ))}
      </div>
      {form.errors.lines !== undefined && !isOfLine && <span className="error">{form.errors.lines}</span>}
      <span>
        <Button size="small" onPress={add}>
          {words.addLine}
        </Button>
      </span>
    </fieldset>
  );
}

interface LineProps {
  readonly row: readonly string[];
  readonly index: number;
  readonly rows: readonly (readonly string[])[];
  readonly form: Pick<Form, 'errors'>;
  readonly change: (rows: readonly (readonly string[])[]) => void;
}

function Line({ row: [sku = '', quantity = ''], index, rows, form, change }: LineProps): ReactNode {
  const id = useId();
  const place = index + 1;
  // A line without a SKU is left out of what is sent.
  const sent = rows.slice(0, index).filter(([code]) => code?.trim()).length;
  const [name, units] = [`lines/${sent}/sku`, `lines/${sent}/quantity`];
  const { [name]: wrongSku, [units]: wrongUnits } = sku.trim() === '' ? {} : form.errors;
  const ofSku: Form = {
    ...NO_FORM,
    values: { [name]: sku },
    errors: wrongSku === undefined ? {} : { [name]: wrongSku },
    set: (_name, value) => change(withCell(rows, index, 0, value)),
  };
  return (
    <div className="order-line">
      <SkuField form={ofSku} name={name} label={labelOf(words.sku, place)} isFirst={index === 0} />
      <div className="field">
        <label htmlFor={id}>{labelOf(words.units, place)}</label>
        <input
          id={id}
          name={units}
          className="input"
          type="number"
          min={1}
          value={quantity}
          {...(wrongUnits === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
          onChange={({ target }) => change(withCell(rows, index, 1, target.value))}
        />
        {wrongUnits !== undefined && (
          <span className="error" id={`${id}-error`}>
            {wrongUnits}
          </span>
        )}
      </div>
      <Button
        kind="quiet"
        label={words.removeLine(place)}
        isDisabled={rows.length === 1}
        onPress={() => change(rows.filter((_row, at) => at !== index))}
      >
        <span aria-hidden="true">✕</span>
      </Button>
    </div>
  );
}

/** The label of a cell; which line it is in is seen, and said to those who hear it. */
function labelOf(text: string, place: number): ReactNode {
  return (
    <>
      {text} <span className="visually-hidden">{words.ofLine(place)}</span>
    </>
  );
}

/** A line is a part of its form, which sends it. */
const NO_FORM: Omit<Form, 'values' | 'errors' | 'set'> = {
  error: undefined,
  isSending: false,
  reset: () => undefined,
  submit: () => undefined,
};
