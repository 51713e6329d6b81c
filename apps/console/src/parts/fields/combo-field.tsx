import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { type Form, TextField, useField } from '../form.tsx';
import type { ComboFieldProps, ComboOption } from './suggesting-field.tsx';

/** A text field alone where the list cannot be loaded: it takes any text all the same. */
const SuggestingField = lazy<ComponentType<ComboFieldProps<string>>>(() =>
  import('./suggesting-field.tsx').then(
    (loaded) => ({ default: loaded.SuggestingField }),
    () => ({ default: TextField }),
  ),
);

/** Of a list that does not change, the options in which the typed text stands; all of them of no text, and once one of them is chosen. */
export function matchingOptions(options: readonly ComboOption[], typed: string): readonly ComboOption[] {
  const wanted = typed.trim().toLowerCase();
  const texts = options.map(({ value }) => value.toLowerCase());
  return texts.includes(wanted) ? options : options.filter((_option, index) => texts[index]?.includes(wanted));
}

/** A {@link ComboField} whose options are all there, as reasons are: those that match what is typed are suggested. */
export function FixedComboField<Names extends string>(props: ComboFieldProps<Names>): ReactNode {
  return <ComboField {...props} options={matchingOptions(props.options, props.form.values[props.name])} />;
}

/** A text field that suggests what exists, and takes any other text too. The list is a quarter of a page, so it is loaded beside it. */
export function ComboField<Names extends string>(props: ComboFieldProps<Names>): ReactNode {
  const { values, set, ...others } = props.form;
  const form: Form = { ...others, values, set: (name, value) => name === props.name && set(props.name, value) };
  return (
    <Suspense fallback={<Loading {...props} />}>
      <SuggestingField {...props} form={form} />
    </Suspense>
  );
}

function Loading<Names extends string>(props: ComboFieldProps<Names>): ReactNode {
  const { id, described, frame } = useField(props);
  return frame(<input id={id} className="input" value={props.form.values[props.name]} disabled {...described} />);
}
