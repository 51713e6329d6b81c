import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { ProblemNotice } from './problem-notice.tsx';

const { form: words } = strings;

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Called by Escape and by the button in the corner, after a question where something would be lost. */
  readonly onClose: () => void;
  readonly isWide?: boolean;
  /** The text of the question before something is lost for good, such as a secret that is shown once; typed text is asked for by itself. */
  readonly loses?: string;
}

/** Fields whose text is lost with a dialog; what was searched for is no loss. */
const TEXT = 'textarea, input:not([type="radio"], [type="checkbox"], [type="search"])';

/** The element that had the focus when a dialog was opened. */
const openers = new WeakMap<Element, Element | null>();

/** A modal dialog for as long as it is rendered. The browser keeps the focus inside; it returns to where it was. */
export function Dialog({ title, children, onClose, isWide = false, loses }: DialogProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const [opener] = useState(() => document.activeElement);
  const isTyped = useRef(false);
  const [question, setQuestion] = useState<string>();
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    if (dialog) openers.set(dialog, opener);
    dialog?.showModal();
    const first =
      dialog?.querySelector<HTMLElement>('[data-first]') ?? dialog?.querySelector<HTMLElement>('input, select, textarea');
    first?.focus();
    return () => {
      dialog?.close();
      returnFocus(opener);
    };
  }, [opener]);
  const leave = (): void => {
    const lost = loses ?? (isTyped.current ? words.losesText : undefined);
    // Escape again takes the question back.
    if (question === undefined && lost !== undefined) setQuestion(lost);
    else if (question === undefined) onClose();
    else setQuestion(undefined);
  };
  return (
    <dialog
      ref={element}
      className="dialog"
      tabIndex={-1}
      data-wide={isWide}
      aria-labelledby={id}
      onInput={({ target }) => {
        if (target instanceof Element && target.matches(TEXT)) isTyped.current = true;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The browser would close a dialog at the second press, whatever its `cancel` event says.
        event.preventDefault();
        event.stopPropagation();
        leave();
      }}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <div className="dialog-head">
        <header>
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" size="small" label={words.close} onPress={leave}>
            <span aria-hidden="true">✕</span>
          </Button>
        </header>
        {question !== undefined && (
          <div className="notice" data-kind="warning" role="alert">
            <strong>{question}</strong>
            <span className="row">
              <Button size="small" kind="danger" onPress={onClose}>
                {words.closeAnyway}
              </Button>
              <Button size="small" onPress={() => setQuestion(undefined)}>
                {words.goBack}
              </Button>
            </span>
          </div>
        )}
      </div>
      {children}
    </dialog>
  );
}

/** Gives the focus back: to the element that had it, to the dialog below or the one that opened that, or to the page. */
function returnFocus(opener: Element | null): void {
  const below = opener?.closest('dialog') ?? document.querySelector('dialog[open]');
  for (const candidate of [opener, below, below && openers.get(below), document.querySelector('main')]) {
    if (!(candidate instanceof HTMLElement) || !candidate.isConnected || candidate === document.body) continue;
    candidate.focus();
    if (document.activeElement === candidate) return;
  }
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The label of the button that does it. */
  readonly action: string;
  /** Text to type before the button works, such as the name of a record; for what cannot be undone. */
  readonly typed?: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something is done that cannot be undone, does it, and closes; a failure stays in view. */
export function ConfirmDialog({ title, children, action, typed, onConfirm, onClose }: ConfirmDialogProps): ReactNode {
  const id = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>();
  const [isWorking, setIsWorking] = useState(false);
  const run = async (): Promise<void> => {
    setIsWorking(true);
    setError(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setError(failure);
      setIsWorking(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div className="stack">{children}</div>
        {typed !== undefined && (
          <div className="field">
            <label htmlFor={id}>{words.typeToConfirm(typed)}</label>
            <input id={id} className="input" autoComplete="off" value={text} onChange={({ target }) => setText(target.value)} />
          </div>
        )}
        <ProblemNotice error={error} />
        <div className="form-actions">
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button type="submit" kind="danger-primary" isDisabled={isWorking || (typed !== undefined && text !== typed)}>
            {isWorking ? words.working : action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
