import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { ProblemNotice } from './problem-notice.tsx';

const { form: words } = strings;

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Called by Escape and by the button in the corner. */
  readonly onClose: () => void;
  readonly isWide?: boolean;
}

/** A modal dialog for as long as it is rendered. The browser keeps the focus inside, and returns it afterwards. */
export function Dialog({ title, children, onClose, isWide = false }: DialogProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    const first =
      dialog?.querySelector<HTMLElement>('[data-first]') ?? dialog?.querySelector<HTMLElement>('input, select, textarea');
    first?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className="dialog"
      data-wide={isWide}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" size="small" label={words.close} onPress={onClose}>
          <span aria-hidden="true">✕</span>
        </Button>
      </header>
      {children}
    </dialog>
  );
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
