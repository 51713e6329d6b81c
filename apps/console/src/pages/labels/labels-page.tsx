import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, readRows } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { Environment } from '../../api/types.ts';
import { type AddressValues, oneOf, useAddressValues } from '../../parts/address-values.ts';
import { UnreadPage } from '../../parts/page-header.tsx';
import { Barcode } from '../../parts/paper/barcode.tsx';
import { PaperChoice, PaperFrame } from '../../parts/paper/paper-frame.tsx';
import { type Label, labelOfLocation, labelOfSku } from './label.ts';
import { labelWords as words } from './label-strings.ts';

/** Labels of one print, and copies of each. */
const MOST_LABELS = 600;
const MOST_COPIES = 100;
const KINDS = ['locations', 'skus'] as const;

/** Labels of a location and those below it, of the SKUs that lie there, of one SKU, or of chosen ones; of all locations where the address names none. */
export function LabelsPage(): ReactNode {
  const environment = useEnvironment();
  const [address, change] = useAddressValues();
  const { sku, skus, location } = address;
  const kind = oneOf(KINDS, address['of']) ?? 'locations';
  const copies = Math.min(MOST_COPIES, Math.max(1, Number.parseInt(address['copies'] ?? '1', 10) || 1));
  const { data, error, refetch } = useQuery({
    queryKey: ['labels', environment, sku, skus, location, kind],
    queryFn: () => labelsOf({ sku, skus, location, kind }, environment),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const back =
    sku === undefined && skus === undefined ? (
      <Link to={`/${environment}/locations`} {...(location === undefined ? {} : { search: { location } })}>
        {words.locations}
      </Link>
    ) : (
      <Link to="/$environment/stock" params={{ environment }}>
        {words.stock}
      </Link>
    );
  if (data === undefined) return <UnreadPage title={words.title} back={back} error={error} onRetry={() => void refetch()} />;
  const all = data.flatMap((label) =>
    Array.from({ length: copies }, (_none, copy) => ({ ...label, key: `${label.code} ${copy}` })),
  );
  const shown = all.slice(0, MOST_LABELS);
  return (
    <PaperFrame
      title={words.title}
      lead={all.length > MOST_LABELS ? words.most(MOST_LABELS) : words.lead(all.length)}
      back={back}
      layout="labels"
      choices={
        <>
          {location !== undefined && (
            <PaperChoice
              label={words.of}
              values={KINDS}
              names={words.kinds}
              value={kind}
              onChoose={(chosen) => change({ of: chosen })}
            />
          )}
          <label className="field">
            <span className="label">{words.copies}</span>
            <input
              className="input copies"
              type="number"
              min={1}
              max={MOST_COPIES}
              value={copies}
              onChange={({ target }) => change({ copies: target.value })}
            />
          </label>
        </>
      }
    >
      {shown.length === 0 && <p>{words.none}</p>}
      <div className="labels">
        {shown.map((label) => (
          <LabelSheet key={label.key} label={label} />
        ))}
      </div>
    </PaperFrame>
  );
}

function LabelSheet({ label: { title, detail, code, bars, square } }: { readonly label: Label }): ReactNode {
  return (
    <div className="label-sheet">
      <strong>{title}</strong>
      <div className="label-bars">
        <Barcode symbology="code128" text={bars} label={words.bars(bars)} />
      </div>
      <div className="label-square">
        <Barcode {...square} label={words.square(code)} />
      </div>
      <span>{detail}</span>
    </div>
  );
}

interface Asked {
  readonly sku: AddressValues[string];
  /** Codes of chosen SKUs, one a line: a code may have a comma. */
  readonly skus: AddressValues[string];
  readonly location: AddressValues[string];
  readonly kind: (typeof KINDS)[number];
}

async function labelsOf({ sku, skus, location, kind }: Asked, environment: Environment): Promise<readonly Label[]> {
  const query = { environment, limit: 200 } as const;
  if (sku !== undefined) return [labelOfSku(await call(operations.getSku, { params: { sku }, query: { environment } }))];
  if (skus !== undefined) {
    const chosen = { ...query, sku: skus.split('\n'), status: 'all' } as const;
    return (await call(operations.listSkus, { query: chosen })).data.map(labelOfSku);
  }
  if (location === undefined || kind !== 'skus') {
    const listed = { ...query, path: location, sort: 'path' } as const;
    const { rows } = await readRows((cursor) => call(operations.listLocations, { query: { ...listed, cursor } }), MOST_LABELS);
    return rows.map(labelOfLocation);
  }
  const params = { id: location };
  const { rows } = await readRows(
    (cursor) => call(operations.listLocationStock, { params, query: { ...query, cursor } }),
    MOST_LABELS,
  );
  const labels: Label[] = [];
  for (const { sku: code } of rows)
    labels.push(labelOfSku(await call(operations.getSku, { params: { sku: code }, query: { environment } })));
  return labels;
}
