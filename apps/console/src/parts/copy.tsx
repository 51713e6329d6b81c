import { type ReactNode, useState } from 'react';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { toast } from './toasts.tsx';

const { copy: words, secret } = strings;

interface CopyButtonProps {
  readonly text: string;
  /** Says what is copied, where several stand side by side. */
  readonly label?: string;
}

/** Copies a text; its own label says that it did. */
export function CopyButton({ text, label = words.copy }: CopyButtonProps): ReactNode {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      toast(words.failed);
    }
  };
  return (
    <Button size="small" label={isCopied ? words.copied : label} onPress={() => void copy()}>
      <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>
    </Button>
  );
}

interface CodeBlockProps {
  readonly code: string;
  readonly label: string;
  /** Stands above it, beside the button. */
  readonly title?: ReactNode;
  /** Breaks long lines, which scroll else. */
  readonly wraps?: boolean;
}

/** A block of code, or of an answer, with a button that copies it. */
export function CodeBlock({ code, label, title, wraps = false }: CodeBlockProps): ReactNode {
  const block = (
    <pre tabIndex={0} aria-label={label} role="region" data-wraps={wraps}>
      <code>{code}</code>
    </pre>
  );
  if (title === undefined)
    return (
      <div className="code-block">
        {block}
        <CopyButton text={code} />
      </div>
    );
  return (
    <div className="stack">
      <div className="code-title">
        {title}
        <CopyButton text={code} />
      </div>
      <div className="code-block">{block}</div>
    </div>
  );
}

interface SecretOnceProps {
  readonly label: string;
  readonly value: string;
  readonly children?: ReactNode;
  readonly onDone: () => void;
}

/** A secret that is shown this once: to copy, to store, and to leave. */
export function SecretOnce({ label, value, children, onDone }: SecretOnceProps): ReactNode {
  return (
    <div className="stack">
      <div className="notice" data-kind="warning">
        <strong>{secret.once}</strong>
        <span>{secret.storeNow}</span>
      </div>
      <div className="field">
        <span className="label">{label}</span>
        <div className="secret">
          <code>{value}</code>
          <CopyButton text={value} />
        </div>
      </div>
      {children}
      <div className="form-actions">
        <Button kind="primary" onPress={onDone}>
          {secret.stored}
        </Button>
      </div>
    </div>
  );
}
