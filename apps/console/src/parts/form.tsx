import type { Accepted } from '@fulfilment/contracts';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import type * as schemas from '../api/contracts/bodies.ts';
import { ApiProblem } from '../api/problem.ts';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { ProblemNotice } from './problem-notice.tsx';

const { form: words } = strings;

type Values = Readonly<Record<string, string>>;

type Bodies = typeof schemas;

/** The body that a schema accepts. */
export type BodyOf<Name extends keyof Bodies> = Accepted<Bodies[Name]>;

/** Loads the schemas, once; undefined while they cannot be loaded: the server checks bodies by the same ones. */
async function bodies(): Promise<Bodies | undefined> {
  return await import('../api/contracts/bodies.ts').catch(() => undefined);
}

/** A form: what its fields hold, what is wrong with them, and how it is sent. */
export interface Form<Names extends string = string> {
  readonly values: Readonly<Record<Names, string>>;
  readonly errors: Readonly<Partial<Record<string, string>>>;
  /** The failure that is of no one field. */
  readonly error: unknown;
  readonly isSending: boolean;
  readonly set: (name: Names, value: string) => void;
  /** Empties the fields again. */
  readonly reset: () => void;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
}

/** The fields as they are typed: any text, whatever they began with. */
type Typed<Fields extends Values> = Readonly<Record<keyof Fields, string>>;

interface FormOptions<Fields extends Values, Body> {
  readonly initial: Fields;
  /** Faults that the schema does not know, by field, such as two passwords that differ. */
  readonly check?: (values: Typed<Fields>) => Partial<Record<string, string>>;
  /** Gets the body as it was typed: the API reads it by the same schema. */
  readonly send: (body: Body) => Promise<unknown>;
}

interface CheckedFormOptions<Fields extends Values, Name extends keyof Bodies> extends FormOptions<Fields, BodyOf<Name>> {
  /** The contract's schema of the body; its messages and the server's appear at the field that they are about. */
  readonly schema: Name;
  /** The body that the fields stand for; the values themselves by default. */
  readonly bodyOf?: (values: Typed<Fields>) => { readonly [Field in keyof z.input<Bodies[Name]>]?: unknown };
}

interface UncheckedFormOptions<Fields extends Values, Body extends object> extends FormOptions<Fields, Body> {
  readonly schema?: never;
  readonly bodyOf: (values: Typed<Fields>) => Body;
}

interface PlainFormOptions<Fields extends Values> extends FormOptions<Fields, Typed<Fields>> {
  readonly schema?: never;
  readonly bodyOf?: never;
}

interface AnyFormOptions extends Omit<FormOptions<Values, object>, 'send'> {
  readonly schema?: keyof Bodies;
  readonly bodyOf?: (values: Values) => object;
  send(body: object): Promise<unknown>;
}

/** Binds fields to a schema. Its fields keep what was typed, whatever the server answers. A body is sent once the schema accepts it. */
export function useForm<Fields extends Values, Name extends keyof Bodies>(
  options: CheckedFormOptions<Fields, Name>,
): Form<keyof Fields & string>;
export function useForm<Fields extends Values, Body extends object>(
  options: UncheckedFormOptions<Fields, Body>,
): Form<keyof Fields & string>;
export function useForm<Fields extends Values>(options: PlainFormOptions<Fields>): Form<keyof Fields & string>;
export function useForm(options: AnyFormOptions): Form {
  const { initial, schema, bodyOf = (given: Values) => given, check = () => ({}) } = options;
  const [values, setValues] = useState<Values>(initial);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [error, setError] = useState<unknown>();
  const [isSending, setIsSending] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  const show = (found: Partial<Record<string, string>>): void => {
    setErrors(found);
    focusFirst(element.current, Object.keys(found));
  };
  useEffect(() => void (schema && bodies()), [schema]);
  const run = async (): Promise<void> => {
    const body = bodyOf(values);
    setIsSending(true);
    try {
      const parsed = schema && (await bodies())?.[schema].safeParse(body);
      const faults = { ...check(values), ...(parsed?.success === false ? errorsOfIssues(parsed.error.issues) : {}) };
      show(faults);
      if (Object.keys(faults).length > 0) return;
      await options.send(body);
    } catch (failure) {
      const found = errorsOfProblem(failure, Object.keys(values));
      show(found);
      setError(Object.keys(found).length > 0 ? undefined : failure);
    } finally {
      setIsSending(false);
    }
  };
  return {
    values,
    errors,
    error,
    isSending,
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }));
      // What was wrong in the rows of a field goes with the field.
      setErrors((all) => Object.fromEntries(Object.entries(all).filter(([at]) => at !== name && !at.startsWith(`${name}/`))));
    },
    reset: () => setValues(initial),
    submit: (event) => {
      event.preventDefault();
      element.current = event.currentTarget;
      setError(undefined);
      void run();
    },
  };
}

/** Moves the focus to the first of the named fields that is there, and opens the section that it is in. */
function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  for (const name of names) {
    const found = form?.elements.namedItem(name);
    const field = found instanceof RadioNodeList ? found[0] : found;
    if (!(field instanceof HTMLElement)) continue;
    field.closest('details')?.setAttribute('open', '');
    return field.focus();
  }
}

/** Faults by the path of what they are about, such as `lines/0/quantity`, and by the field at the beginning of it. */
function errorsByField(faults: readonly (readonly [path: string, message: string])[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [path, message] of faults) {
    found[path] ??= message;
    found[path.split('/')[0] ?? ''] ??= message;
  }
  return found;
}

function errorsOfIssues(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  return errorsByField(issues.map(({ path, message }) => [path.join('/'), message]));
}

/** The faults of a problem that are about a field of the form, by its name. */
function errorsOfProblem(failure: unknown, names: readonly string[]): Record<string, string> {
  if (!(failure instanceof ApiProblem)) return {};
  const faults = failure.items.map(({ pointer, message }) => [pointer.slice(1), message] as const);
  return errorsByField(faults.filter(([path]) => names.some((name) => path === name || path.startsWith(`${name}/`))));
}

interface FormFrameProps {
  readonly form: Pick<Form, 'error' | 'isSending' | 'submit'>;
  readonly children: ReactNode;
  readonly submit: string;
  readonly onCancel?: () => void;
  /** The label of the button that leaves, where `Cancel` could be read as the action itself. */
  readonly cancel?: string;
  readonly kind?: 'primary' | 'danger-primary';
}

/** The element of a form: its fields, the failure that is of no field, and its buttons. */
export function FormFrame(props: FormFrameProps): ReactNode {
  const { form, children, submit, onCancel, cancel = words.cancel, kind = 'primary' } = props;
  return (
    <form className="form" noValidate onSubmit={form.submit}>
      {children}
      {form.error === undefined ? null : <ProblemNotice error={form.error} />}
      <div className="form-actions">
        {onCancel && <Button onPress={onCancel}>{cancel}</Button>}
        <Button type="submit" kind={kind} isDisabled={form.isSending}>
          {form.isSending ? words.working : submit}
        </Button>
      </div>
    </form>
  );
}

/** A field of a form: its name in it, its label, and a line below. */
export interface FieldProps<Names extends string> {
  readonly form: Form<Names>;
  readonly name: Names;
  readonly label: ReactNode;
  readonly hint?: string;
  readonly isOptional?: boolean;
}

interface TextFieldProps<Names extends string> extends FieldProps<Names> {
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'number';
  readonly autoComplete?: string;
  readonly rows?: number;
  readonly isFirst?: boolean;
}

/** A field for text; of several lines where `rows` is given. */
export function TextField<Names extends string>(props: TextFieldProps<Names>): ReactNode {
  const { form, name, type = 'text', autoComplete = 'off', rows, isFirst = false } = props;
  const { id, described, frame } = useField(props);
  const common = {
    id,
    name,
    className: 'input',
    value: form.values[name],
    autoComplete,
    // The dialog or page was opened for this form.
    autoFocus: isFirst,
    ...(isFirst ? { 'data-first': true } : {}),
    spellCheck: type === 'text' && rows !== undefined,
    ...described,
  };
  const change = (value: string): void => form.set(name, value);
  return frame(
    rows === undefined ? (
      <input {...common} type={type} onChange={({ target }) => change(target.value)} />
    ) : (
      <textarea {...common} rows={rows} onChange={({ target }) => change(target.value)} />
    ),
  );
}

/** One of a choice, by its value. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** A field that takes one of some short choices. */
export function SelectField<Names extends string>(props: FieldProps<Names> & { readonly choices: readonly Choice[] }): ReactNode {
  const { form, name, choices } = props;
  const { id, described, frame } = useField(props);
  return frame(
    <select
      id={id}
      name={name}
      className="input"
      value={form.values[name]}
      {...described}
      onChange={({ target }) => form.set(name, target.value)}
    >
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>,
  );
}

/** A field that takes one of some choices that need a line of explanation each. */
export function ChoiceField<Names extends string>({
  form,
  name,
  label,
  choices,
}: FieldProps<Names> & { readonly choices: readonly Choice[] }): ReactNode {
  const error = form.errors[name];
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      <div className="choices">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={form.values[name] === choice.value}
              onChange={() => form.set(name, choice.value)}
            />
            <span>{choice.label}</span>
            {choice.hint !== undefined && <small>{choice.hint}</small>}
          </label>
        ))}
      </div>
      {error !== undefined && <span className="error">{error}</span>}
    </fieldset>
  );
}

/** The id of a field's control, the attributes that describe it, and the frame around it: label, hint and fault. */
export function useField<Names extends string>({ form, name, label, hint, isOptional = false }: FieldProps<Names>) {
  const id = useId();
  const error = form.errors[name];
  const ids = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].filter(Boolean).join(' ');
  const described = {
    ...(ids === '' ? {} : { 'aria-describedby': ids }),
    ...(error === undefined ? {} : { 'aria-invalid': true }),
    ...(isOptional ? {} : { 'aria-required': true }),
  };
  const frame = (control: ReactNode): ReactNode => (
    <div className="field">
      <label htmlFor={id}>
        {label} {isOptional && <span className="optional">({words.optional})</span>}
      </label>
      {control}
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span className="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
  return { id, described, frame };
}
