import { type ReactNode, useRef } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import { UNSAFE_PortalProvider } from 'react-aria/PortalProvider';
import { strings } from '../../strings.ts';
import type { FieldProps } from '../form.tsx';
import { fieldStrings } from './field-strings.ts';

/** A suggestion: the text that the field takes, and a line that tells it apart from others. */
export interface ComboOption {
  readonly value: string;
  readonly detail?: string;
}

export interface ComboFieldProps<Names extends string> extends FieldProps<Names> {
  /** At most some dozens: they are all drawn. */
  readonly options: readonly ComboOption[];
  /** Said below the field, and to screen readers as it changes, such as that nothing has this name yet. */
  readonly notice?: string | undefined;
  readonly isFirst?: boolean;
}

/** A text field that suggests what exists in a list below it. */
export function SuggestingField(props: ComboFieldProps<string>): ReactNode {
  const { form, name, label, hint, isOptional = false, options, notice, isFirst = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const error = form.errors[name];
  return (
    <div ref={frame} className="combo">
      <ComboBox
        className="field"
        name={name}
        inputValue={form.values[name] ?? ''}
        onInputChange={(text) => form.set(name, text)}
        items={options.map((option) => ({ ...option, id: option.value }))}
        allowsCustomValue
        // Suggestions come after the letters that they are for.
        allowsEmptyCollection
        formValue="text"
        isRequired={!isOptional}
        validationBehavior="aria"
        isInvalid={error !== undefined}
      >
        <Label>
          {label} {isOptional && <span className="optional">({strings.form.optional})</span>}
        </Label>
        <Input
          className="input"
          autoComplete="off"
          spellCheck={false}
          autoFocus={isFirst}
          {...(isFirst ? { 'data-first': true } : {})}
        />
        {hint !== undefined && (
          <Text slot="description" className="hint">
            {hint}
          </Text>
        )}
        <span className="hint" role="status">
          {notice}
        </span>
        {error !== undefined && (
          <Text slot="errorMessage" className="error">
            {error}
          </Text>
        )}
        {/* A modal dialog hides everything outside of it, its suggestions too. */}
        <UNSAFE_PortalProvider getContainer={() => frame.current?.closest('dialog') ?? document.body}>
          <Popover className="suggestions" offset={4}>
            <ListBox<ComboOption & { readonly id: string }>
              renderEmptyState={() => <p className="hint">{fieldStrings.noSuggestion}</p>}
            >
              {({ id, value, detail }) => (
                <ListBoxItem id={id} textValue={value}>
                  <span>{value}</span>
                  {detail !== undefined && <span className="detail">{detail}</span>}
                </ListBoxItem>
              )}
            </ListBox>
          </Popover>
        </UNSAFE_PortalProvider>
      </ComboBox>
    </div>
  );
}
