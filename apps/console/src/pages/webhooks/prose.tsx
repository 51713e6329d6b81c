import type { ReactNode } from 'react';

/** A sentence of the contract, whose names stand between backticks. */
export function Prose({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
