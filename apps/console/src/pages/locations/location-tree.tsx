import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { LocationRecord, LocationType } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { useRows } from '../../parts/data-table.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { STATES } from '../../parts/states/states.ts';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { strings as all } from '../../strings.ts';
import { inOrder, typeBelow } from './location-records.ts';
import { strings as words } from './location-strings.ts';

interface TreeProps {
  readonly status: 'active' | 'archived' | 'all' | undefined;
  readonly selected: string | undefined;
  /** Ids of locations that are opened because the selected one stands in them. */
  readonly above: readonly string[];
}

/** All locations by what they stand in; each level is read when it is opened. */
export function LocationTree(props: TreeProps): ReactNode {
  return (
    <nav className="tree" aria-label={words.tree}>
      <Level {...props} of={undefined} types="warehouse" />
    </nav>
  );
}

interface LevelProps extends TreeProps {
  /** The location whose level it is; undefined for the outermost. */
  readonly of: LocationRecord | undefined;
  readonly types: LocationType;
}

function Level({ of, types, ...tree }: LevelProps): ReactNode {
  const environment = useEnvironment();
  const query = { environment, status: tree.status, type: types, parent_id: of?.id, limit: 200, sort: 'path' } as const;
  const { rows, error, reload, hasMore, loadMore, isLoadingMore } = useRows(operations.listLocations, { query });
  if (rows === undefined)
    return error ? <ProblemNotice error={error} onRetry={reload} /> : <p className="loading">{all.table.loading}</p>;
  if (rows.length === 0) return <p className="tree-empty">{words.nothingBelow(types)}</p>;
  return (
    <ul>
      {inOrder(rows).map((location) => (
        <Node key={location.id} location={location} isAlone={rows.length === 1 && of === undefined} {...tree} />
      ))}
      {hasMore && (
        <li>
          <Button size="small" kind="quiet" onPress={loadMore} isDisabled={isLoadingMore}>
            {words.more}
          </Button>
        </li>
      )}
    </ul>
  );
}

interface NodeProps extends TreeProps {
  readonly location: LocationRecord;
  readonly isAlone: boolean;
}

function Node({ location, isAlone, ...tree }: NodeProps): ReactNode {
  const { id, type, code, name, path, status } = location;
  // Undefined until the member opens or closes it.
  const [chosen, setChosen] = useState<boolean>();
  const below = typeBelow(type);
  const isOpen = below !== undefined && (chosen ?? (isAlone || tree.above.includes(id)));
  const turn = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'ArrowRight') setChosen(true);
    else if (event.key === 'ArrowLeft') setChosen(false);
    else if (event.key === 'ArrowDown') moveFocus(event, 1);
    else if (event.key === 'ArrowUp') moveFocus(event, -1);
  };
  return (
    <li>
      <div className="tree-row" data-current={id === tree.selected}>
        {below === undefined ? (
          <span className="tree-toggle" />
        ) : (
          <button
            type="button"
            className="tree-toggle"
            aria-expanded={isOpen}
            aria-label={words.show(path)}
            onClick={() => setChosen(!isOpen)}
          >
            <span aria-hidden="true">›</span>
          </button>
        )}
        <Link
          to="."
          search={(before: object) => ({ ...before, location: id })}
          aria-current={id === tree.selected ? 'true' : undefined}
          activeProps={{}}
          onKeyDown={turn}
        >
          <code>{code}</code> {name !== null && <span className="quiet">{name}</span>}
        </Link>
        {status === 'archived' && <StatusBadge {...STATES.location.archived}>{words.archived}</StatusBadge>}
      </div>
      {isOpen && <Level {...tree} of={location} types={below} />}
    </li>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>, step: 1 | -1): void {
  const links = [...(event.currentTarget.closest('.tree')?.querySelectorAll<HTMLElement>('a') ?? [])];
  event.preventDefault();
  links[links.indexOf(event.currentTarget) + step]?.focus();
}
