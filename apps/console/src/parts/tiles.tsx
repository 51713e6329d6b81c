import '../styles/operations.css';
import { numberText } from '../language/formats.ts';
import type { ReactNode } from 'react';

/** Numbers side by side. */
export function Tiles({ children }: { readonly children: ReactNode }): ReactNode {
  return <dl className="tiles">{children}</dl>;
}

/** One number and what it counts; undefined while it is not known. */
export function Tile({ name, value }: { readonly name: ReactNode; readonly value: number | undefined }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? '–' : numberText(value)}</dd>
    </div>
  );
}
