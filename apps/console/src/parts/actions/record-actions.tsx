import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { Button } from '../button.tsx';
import { menuButton } from './menu-button.tsx';
import { type RecordAction, type RecordStep, sharedOut } from './record-action.ts';

interface RecordActionsProps {
  /** The most usual first. */
  readonly actions: readonly RecordAction[];
  readonly size?: 'small' | 'normal';
}

/** The actions of a record: its next step and two others as buttons, and the rest in a menu, those that cannot be undone last. */
export function RecordActions({ actions, size = 'normal' }: RecordActionsProps): ReactNode {
  const { shown, rest } = sharedOut(actions);
  return (
    <>
      <Buttons actions={shown} size={size} />
      {rest.length > 0 && <MenuOf actions={rest} size={size} />}
    </>
  );
}

interface RowActionsProps {
  readonly actions: readonly RecordAction[];
  /** The name of the row. */
  readonly of: string;
}

/** The actions of a row of a list, in a menu at its end, those that cannot be undone last. */
export function RowActions({ actions, of }: RowActionsProps): ReactNode {
  return <MenuOf actions={actions} size="small" of={of} />;
}

interface MenuProps extends Required<RecordActionsProps> {
  readonly of?: string;
}

function MenuOf({ of, ...props }: MenuProps): ReactNode {
  const waiting = (
    <span aria-busy>
      <button type="button" className="button" data-size={props.size} disabled {...menuButton(of)} />
    </span>
  );
  return (
    <Suspense fallback={waiting}>
      <ActionMenu {...props} of={of} />
    </Suspense>
  );
}

/** Actions beside each other. */
function Buttons({ actions, size }: Required<RecordActionsProps>): ReactNode {
  return actions.map((action) =>
    'to' in action ? (
      <Link
        key={action.id}
        to={action.to}
        search={action.search ?? {}}
        className="button"
        data-kind={action.kind ?? 'plain'}
        data-size={size}
        aria-label={action.label}
      >
        {action.title}
      </Link>
    ) : (
      <StepButton key={action.id} step={action} size={size} />
    ),
  );
}

/** A step as a button, which tells on hover, and to those who hear it, why it is off. */
function StepButton({ step, size }: { readonly step: RecordStep } & Pick<Required<RecordActionsProps>, 'size'>): ReactNode {
  const { title, label, kind = 'plain', offReason, onPress } = step;
  const reasonId = useId();
  const isOff = offReason !== undefined;
  return (
    <span className="step" title={offReason}>
      <Button
        kind={kind}
        size={size}
        isDisabled={isOff}
        describedBy={isOff ? reasonId : undefined}
        onPress={onPress}
        {...(label === undefined ? {} : { label })}
      >
        {title}
      </Button>
      <span id={reasonId} hidden>
        {offReason}
      </span>
    </span>
  );
}

/** Loaded beside the page, while the record is read. Where it cannot be, as after a release, its actions are buttons too. */
const loading = import('./action-menu.tsx').then(
  ({ ActionMenu: Menu }) => Menu,
  () => Buttons,
);
const ActionMenu = lazy(async () => ({ default: await loading }));
