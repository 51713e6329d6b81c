interface Action {
  readonly id: string;
  readonly title: string;
  /** Its accessible name, where the title alone does not say what it acts on. */
  readonly label?: string;
  /** `primary` is the next step of the record, `danger` cannot be undone. */
  readonly kind?: 'primary' | 'danger' | undefined;
  readonly isDisabled?: boolean;
  /** The id of a text that says why it is off. */
  readonly describedBy?: string | undefined;
}

/** A step of a record, which opens a dialog or acts at once, or a page that belongs to it. */
export type RecordAction = Action &
  ({ readonly onPress: () => void } | { readonly to: string; readonly search?: Readonly<Record<string, string>> });

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
