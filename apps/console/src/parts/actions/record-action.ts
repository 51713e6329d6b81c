interface Action {
  readonly id: string;
  readonly title: string;
  /** Its accessible name, where the title alone does not say what it acts on. */
  readonly label?: string;
  /** `primary` is the next step of the record, `danger` cannot be undone. */
  readonly kind?: 'primary' | 'danger' | undefined;
}

/** A step of a record, which opens a dialog or acts at once. */
export interface RecordStep extends Action {
  readonly onPress: () => void;
  /** Why it cannot be taken now, in words; undefined where it can. */
  readonly offReason?: string | undefined;
}

/** A page that belongs to a record. */
export interface RecordPage extends Action {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

export type RecordAction = RecordStep | RecordPage;

/** Actions that stand beside each other, at most. */
const SHOWN = 3;

/** Shares actions out to buttons and a menu, which has none where all have room as buttons. */
export function sharedOut<Of extends Pick<Action, 'id' | 'kind'>>(actions: readonly Of[]) {
  const of = (kind: Action['kind']): readonly Of[] => actions.filter((action) => action.kind === kind);
  const sorted = [...of('primary'), ...of(undefined), ...of('danger')];
  if (sorted.length <= SHOWN) return { shown: sorted, rest: [] };
  const shown = sorted.filter(({ kind }) => kind !== 'danger').slice(0, SHOWN);
  return { shown, rest: sorted.filter((action) => !shown.includes(action)) };
}
