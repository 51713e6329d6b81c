import '../styles/operations.css';
import { numberText } from '../language/formats.ts';
import type { ReactNode } from 'react';

/** Numbers side by side. */
export function Tiles({ children }: { readonly children: ReactNode }): ReactNode {
  return <dl className="tiles">{children}</dl>;
}

interface TileProps {
  /** Of what it counts. */
  readonly name: ReactNode;
  /** Undefined while it is not known. */
  readonly value: number | undefined;
  /** Below the number: what it leaves out. */
  readonly note?: ReactNode;
}

/** One number and what it counts. */
export function Tile({ name, value, note }: TileProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? '–' : numberText(value)}</dd>
      {note !== undefined && <dd className="tile-note">{note}</dd>}
    </div>
  );
}
