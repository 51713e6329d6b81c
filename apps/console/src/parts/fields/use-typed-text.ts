import { useEffect, useState } from 'react';

const TYPING_MS = 200;

/** A text once it has not changed for 200 ms, so that a search is not sent for each letter. */
export function useTypedText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
