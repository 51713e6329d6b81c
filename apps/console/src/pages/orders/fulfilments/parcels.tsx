import type { ReactNode } from 'react';
import type { FulfilmentRecord } from '../../../api/types.ts';
import { SkuLink } from '../../../parts/facts.tsx';
import { orderWords } from '../order-strings.ts';
import { fulfilmentWords as words } from './fulfilment-strings.ts';

export interface UnitsOfLine {
  readonly line_id: string;
  readonly sku: string;
  readonly name: string | null;
  readonly quantity: number;
}

interface UnitsTableProps {
  readonly label: string;
  readonly units: readonly UnitsOfLine[];
  /** True where the codes lead to their SKUs: not on paper. */
  readonly hasLinks?: boolean;
}

/** Units of lines as a table that also prints. */
export function UnitsTable({ label, units, hasLinks = false }: UnitsTableProps): ReactNode {
  return (
    <table className="table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{words.sku}</th>
          <th scope="col">{words.name}</th>
          <th scope="col" data-align="end">
            {words.quantity}
          </th>
        </tr>
      </thead>
      <tbody>
        {units.map(({ line_id: id, sku, name, quantity }) => (
          <tr key={id}>
            <th scope="row">{hasLinks ? <SkuLink sku={sku} /> : sku}</th>
            <td>{name ?? words.none}</td>
            <td data-align="end">{quantity}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ParcelsProps extends Pick<FulfilmentRecord, 'packages'> {
  /** Of the lines that are in them. */
  readonly units: readonly UnitsOfLine[];
}

/** Parcels, with weight, tracking and contents as far as they are known. */
export function Parcels({ packages, units }: ParcelsProps): ReactNode {
  const skus = new Map(units.map(({ line_id: id, sku }) => [id, sku]));
  return (
    <span className="lines">
      {packages.map(({ weight_g: weight, tracking, lines: contents = [] }, index) => (
        // Parcels have no ids: their place in the list is what they are known by.
        // oxlint-disable-next-line no-array-index-key -- see above.
        <span key={index}>
          {[
            words.parcel(index + 1),
            orderWords.parcel(weight, tracking),
            ...contents.map(({ line_id: id, quantity }) => words.contents(quantity, skus.get(id) ?? id)),
          ].join(' · ')}
        </span>
      ))}
    </span>
  );
}
