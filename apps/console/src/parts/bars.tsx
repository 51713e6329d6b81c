import type { ReactNode } from 'react';
import { numberText } from '../language/formats.ts';
import type { Tone } from './states/states.ts';

export interface Bar {
  readonly key: string | number;
  readonly label: ReactNode;
  readonly value: number;
  readonly tone?: Tone;
}

/** Amounts by kind, each with its number: the largest has the longest bar. */
export function Bars({ bars }: { readonly bars: readonly Bar[] }): ReactNode {
  const most = Math.max(...bars.map(({ value }) => value));
  return (
    <dl className="bars">
      {bars.map(({ key, label, value, tone = 'neutral' }) => (
        <div key={key} data-tone={tone}>
          <dt>{label}</dt>
          <dd>
            {value > 0 && <span aria-hidden="true" style={{ inlineSize: `${(value / most) * 100}%` }} />}
            {numberText(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
