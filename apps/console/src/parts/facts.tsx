import '../styles/operations.css';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useOrderName } from '../api/names/order-names.ts';
import { useEnvironment } from '../api/session.ts';
import { strings } from '../strings.ts';

/** A name and its value; a value that is undefined is left out. */
export type Fact = readonly [name: string, value: ReactNode];

/** Facts of a record, one a line. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="facts-list">
      {facts
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

/** The metadata of a record, under a heading of its own: its names are those of a program, and none is a fact of the record itself. */
export function Metadata({ metadata }: { readonly metadata: Readonly<Record<string, string>> }): ReactNode {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <>
      <h3 className="facts-title">{strings.metadata}</h3>
      <Facts facts={entries} />
    </>
  );
}

/** A SKU with more characters than these may have a line break in it; one at the hyphen of a short one reads as two codes. */
const LONG_SKU = 12;

/** The SKU that a record names, as a link to its page; its text is the code, or what is given. */
export function SkuLink({ sku, children = sku }: { readonly sku: string; readonly children?: ReactNode }): ReactNode {
  const environment = useEnvironment();
  const isInOneLine = children === sku && sku.length <= LONG_SKU;
  return (
    <Link to="/$environment/stock/$sku" params={{ environment, sku }} className={isInOneLine ? 'nowrap' : undefined}>
      {children}
    </Link>
  );
}

/** The order that a record names by its id, as a link to its page; its text is the name that people know it by. */
export function OrderLink({ id }: { readonly id: string }): ReactNode {
  const environment = useEnvironment();
  const name = useOrderName(id);
  return (
    <Link className="number" to={`/${environment}/orders/${id}`}>
      {name ?? strings.table.loading}
    </Link>
  );
}

/** A part of a page, with its heading and its actions. */
export function Panel({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}): ReactNode {
  return (
    <section className="panel" aria-label={title}>
      <header className="row">
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
