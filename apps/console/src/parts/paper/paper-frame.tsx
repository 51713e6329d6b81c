import './paper.css';
import type { ReactNode } from 'react';
import { oneOf, useAddressValues } from '../address-values.ts';
import { Button } from '../button.tsx';
import { PageHeader } from '../page-header.tsx';
import { paperWords as words } from './paper-strings.ts';

/** The sizes of paper: sheets, and a roll of shipping labels. */
export const PAPERS = ['a4', 'letter', '4x6'] as const;
export type Paper = (typeof PAPERS)[number];

const KEPT = 'fulfilment.paper';

/** The paper that the address names, or else the one that was chosen last in this browser. */
export function usePaper(): readonly [Paper, (paper: Paper) => void] {
  const [{ paper }, change] = useAddressValues();
  const choose = (chosen: Paper): void => {
    keep(chosen);
    change({ paper: chosen });
  };
  return [oneOf(PAPERS, paper) ?? kept(), choose];
}

interface PaperFrameProps {
  readonly title: string;
  readonly back: ReactNode;
  readonly lead?: ReactNode;
  /** How its pages lie on the paper: a text under its title, texts that each have one, or a grid of labels. */
  readonly layout?: 'text' | 'each' | 'labels';
  /** More choices beside the paper; they are not printed. */
  readonly choices?: ReactNode;
  readonly children: ReactNode;
}

/** A page for the printer: the choice of the paper and the button that prints, and what is printed, which the rest of the console is not. */
export function PaperFrame({ title, back, lead, layout = 'text', choices, children }: PaperFrameProps): ReactNode {
  const [paper, choose] = usePaper();
  return (
    <article className="paper" data-paper={paper} data-layout={layout}>
      <PageHeader
        title={title}
        lead={lead}
        back={back}
        actions={
          <span className="row no-print">
            {choices}
            <PaperChoice label={words.paper} values={PAPERS} names={words.papers} value={paper} onChoose={choose} />
            <Button kind="primary" onPress={() => window.print()}>
              {words.print}
            </Button>
          </span>
        }
      />
      {children}
    </article>
  );
}

interface PaperChoiceProps<Value extends string> {
  readonly label: string;
  readonly values: readonly Value[];
  readonly names: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A choice of what is printed, or on what. */
export function PaperChoice<Value extends string>(props: PaperChoiceProps<Value>): ReactNode {
  const { label, values, names, value, onChoose } = props;
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select className="input" value={value} onChange={({ target }) => onChoose(oneOf(values, target.value) ?? value)}>
        {values.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

function kept(): Paper {
  try {
    return oneOf(PAPERS, localStorage.getItem(KEPT) ?? undefined) ?? 'a4';
  } catch {
    return 'a4';
  }
}

function keep(paper: Paper): void {
  try {
    localStorage.setItem(KEPT, paper);
  } catch {
    // The address has it.
  }
}
