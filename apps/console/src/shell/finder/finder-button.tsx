import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../parts/button.tsx';
import { strings } from '../../strings.ts';

const Finder = lazy(async () => ({ default: (await import('./finder.tsx')).Finder }));

/** Where a typed `/` is a letter. */
const TEXT = 'input, textarea, select, [contenteditable="true"]';

/** Opens the window that finds things, by a press, by Ctrl+K or ⌘K, or by `/` outside of fields. No dialog is open then. */
export function FinderButton(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isInText = target instanceof Element && target.matches(TEXT);
      const isAsked =
        (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey) || (key === '/' && !ctrlKey && !metaKey && !isInText);
      if (!isAsked || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <span className="finder-button">
      <Button size="small" onPress={() => setIsOpen(true)}>
        {strings.shell.find} <kbd aria-hidden="true">{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      {isOpen &&
        createPortal(
          <Suspense>
            <Finder onClose={() => setIsOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </span>
  );
}

const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);
