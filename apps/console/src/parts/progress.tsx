import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface ProgressProps {
  /** The accessible name. */
  readonly label: string;
  readonly text: string;
  /** 0 to 1; undefined where it is not known how much there is. */
  readonly share: number | undefined;
  readonly stop: string;
  readonly onStop: () => void;
}

/** Work under way, how far it is, and a way to stop it. */
export function Progress({ label, text, share, stop, onStop }: ProgressProps): ReactNode {
  return (
    <div className="progress">
      <progress aria-label={label} {...(share === undefined ? {} : { value: Math.min(share, 1) })} />
      <span className="numeric">{text}</span>
      <Button size="small" onPress={onStop}>
        {stop}
      </Button>
    </div>
  );
}
