import { type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldProps, useField } from '../form.tsx';
import { fieldStrings as words } from './field-strings.ts';

/** Stands in a form for a moment of which only some parts are typed: the browser gives no text of it. */
const UNFINISHED = '?';

/** A moment as a field of the local time of the browser has it, to the minute. @param at RFC 3339 where it is a text. */
export function localInputOf(at: string | Date): string {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The moment that such a field holds, RFC 3339 in UTC; undefined for an empty one and for one that is not finished. */
export function momentOf(text: string): string | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The fault of a moment that is typed in part: without it, the change would be sent as if none was given. */
export function momentFault(name: string, text: string): Partial<Record<string, string>> {
  return text === '' || momentOf(text) !== undefined ? {} : { [name]: words.unfinishedMoment };
}

/** A field for a moment in the local time of the browser. */
export function MomentField<Names extends string>(props: FieldProps<Names>): ReactNode {
  const { form, name } = props;
  const { id, described, frame } = useField(props);
  const element = useRef<HTMLInputElement>(null);
  const text = form.values[name];
  // Another one would empty a field in which a part of a moment is typed.
  const [first] = useState(text);
  useEffect(() => {
    // The browser keeps what is typed; a text that the form itself sets is shown.
    if (element.current && text !== UNFINISHED && element.current.value !== text) element.current.value = text;
  }, [text]);
  // A moment that is begun makes no event of its own, so the keys and the leaving of the field are watched.
  const read = ({
    currentTarget: { value, validity },
  }: FormEvent<HTMLInputElement> | FocusEvent<HTMLInputElement> | KeyboardEvent<HTMLInputElement>): void => {
    const typed = validity.badInput ? UNFINISHED : value;
    if (typed !== text) form.set(name, typed);
  };
  return frame(
    <input
      ref={element}
      id={id}
      name={name}
      className="input"
      type="datetime-local"
      defaultValue={first}
      autoComplete="off"
      {...described}
      onInput={read}
      onKeyUp={read}
      onBlur={read}
    />,
  );
}
