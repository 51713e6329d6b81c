import './scanning.css';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { useStore } from '../../api/store.ts';
import { Button } from '../button.tsx';
import { hasSound, type ScanTone, switchSound } from './scan-sounds.ts';
import { scanningWords as words } from './scanning-strings.ts';

interface ScanFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly hint: string;
  /** A camera reads without a keyboard that would cover its picture; a number is typed on one of digits. */
  readonly keyboard: 'none' | 'text' | 'numeric';
  readonly onCode: (code: string) => void;
  /** Enter without a code. */
  readonly onEmpty?: () => void;
}

/** The field that takes codes; it is empty again for the next one at once. */
export function ScanField({ field, label, hint, keyboard, onCode, onEmpty }: ScanFieldProps): ReactNode {
  const id = useId();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    field.current?.focus();
    setCode('');
    if (code.trim() === '') onEmpty?.();
    else onCode(code.trim());
  };
  return (
    <>
      <form className="scan-form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>{label}</label>
          <input
            ref={field}
            id={id}
            className="input"
            value={code}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            // The page was opened to scan.
            autoFocus
            inputMode={keyboard}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setCode(target.value)}
          />
        </div>
        <Button type="submit">{words.enter}</Button>
      </form>
      <p className="quiet scan-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </>
  );
}

/** The outcome of a scan in words, the later ones with higher places. */
export interface ScanOutcome {
  readonly place: number;
  readonly tone: ScanTone;
  readonly text: string;
}

/** The outcome of the last scan, by words, colour and mark; screen readers say it at once. */
export function LastOutcome({ outcome }: { readonly outcome: ScanOutcome | undefined }): ReactNode {
  const shown = outcome && (
    <p key={outcome.place} className="scan-outcome" data-tone={outcome.tone}>
      {outcome.text}
    </p>
  );
  return (
    <div>
      <div role="status">{outcome?.tone !== 'bad' && shown}</div>
      <div role="alert">{outcome?.tone === 'bad' && shown}</div>
    </div>
  );
}

/** Switches the sounds of results, for this browser. */
export function SoundSwitch(): ReactNode {
  const isOn = useStore(hasSound);
  return <Button onPress={() => switchSound(!isOn)}>{isOn ? words.soundOff : words.soundOn}</Button>;
}

/** Gives the field what a scanner types wherever the focus is, and the focus back after a press elsewhere; other fields keep theirs. */
export function useFocusOfScans(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (): void => field.current?.focus();
    const typed = ({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent): void => {
      const isText = key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
      if (isText && !takesText(target)) focus();
    };
    const pressed = ({ detail, target }: MouseEvent): void => {
      // A press by a key has no detail, and the one who uses keys knows where the focus is.
      const isHere = target instanceof Element && target.closest('.scanning, .suggestions') !== null;
      if (detail > 0 && isHere && !takesText(target)) requestAnimationFrame(focus);
    };
    const left = ({ key, target }: KeyboardEvent): void => {
      if (key === 'Enter' && target instanceof Element && target.closest('.combo')) focus();
    };
    document.addEventListener('keydown', typed, true);
    document.addEventListener('keyup', left, true);
    document.addEventListener('click', pressed, true);
    return () => {
      document.removeEventListener('keydown', typed, true);
      document.removeEventListener('keyup', left, true);
      document.removeEventListener('click', pressed, true);
    };
  }, [field]);
}

function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type="radio"]), textarea, select, dialog') !== null;
}
