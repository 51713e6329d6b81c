import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../button.tsx';
import { type RecordAction, sharedOut } from './record-action.ts';

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
      {rest.length > 0 && (
        <Suspense
          fallback={
            <span aria-busy>
              <Button isDisabled size={size}>
                {strings.actions.more} <span aria-hidden="true">▾</span>
              </Button>
            </span>
          }
        >
          <ActionMenu actions={rest} size={size} />
        </Suspense>
      )}
    </>
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
      <Button
        key={action.id}
        kind={action.kind ?? 'plain'}
        size={size}
        isDisabled={action.isDisabled ?? false}
        describedBy={action.describedBy}
        onPress={action.onPress}
        {...(action.label === undefined ? {} : { label: action.label })}
      >
        {action.title}
      </Button>
    ),
  );
}

/** Loaded beside the page, while the record is read. Where it cannot be, as after a release, its actions are buttons too. */
const loading = import('./action-menu.tsx').then(
  ({ ActionMenu: Menu }) => Menu,
  () => Buttons,
);
const ActionMenu = lazy(async () => ({ default: await loading }));
