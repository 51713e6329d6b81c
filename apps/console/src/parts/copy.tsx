import { type ReactNode, useState } from 'react';
import { END_OF_ID } from '../language/ids.ts';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { toast } from './toasts.tsx';

const { copy: words, secret } = strings;

interface CopyButtonProps {
  readonly text: string;
  /** Says what is copied, where several stand side by side. */
  readonly label?: string;
  /** Has a sign in place of words, within a line. */
  readonly isCompact?: boolean;
}

/** Copies a text; its own label says that it did. */
export function CopyButton({ text, label = words.copy, isCompact = false }: CopyButtonProps): ReactNode {
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
      {isCompact ? <CopySign isCopied={isCopied} /> : <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>}
    </Button>
  );
}

/** Two sheets, and a tick once the text is copied. */
function CopySign({ isCopied }: { readonly isCopied: boolean }): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
      <path d={isCopied ? 'M3 8.5l3.5 3.5L13 4.5' : 'M6 6h7.5v7.5H6zM3.5 10H2.5V2.5H10v1'} />
    </svg>
  );
}

/** An id of the API in one line, its middle left out where there is no room, and a button that copies all of it. */
export function Identifier({ id }: { readonly id: string }): ReactNode {
  return (
    <span className="identifier">
      <code title={id}>
        <span>{id.slice(0, -END_OF_ID)}</span>
        <span>{id.slice(-END_OF_ID)}</span>
      </code>
      <CopyButton text={id} label={words.copyId} isCompact />
    </span>
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
