import '../../styles/operations.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { SkuRecord } from '../../api/types.ts';
import { compareNames } from '../../language/formats.ts';
import { type Fact, Facts, Metadata, Panel } from '../../parts/facts.tsx';
import { PageHeader, UnreadPage } from '../../parts/page-header.tsx';
import { Tile, Tiles } from '../../parts/tiles.tsx';
import { Time } from '../../parts/time.tsx';
import { stockWords as words } from './stock-strings.ts';
import { SkuActions } from './sku-actions.tsx';
import { SkuLedger } from './sku-ledger.tsx';
import { SkuState } from './sku-state.tsx';
import { SkuWarehouses } from './sku-warehouses.tsx';

const LOOK_MS = 5_000;

/** One SKU: its units, by location and over time, and the ways to change them. */
export function SkuPage(): ReactNode {
  const environment = useEnvironment();
  const { sku: code = '' } = useParams({ strict: false });
  const {
    data: sku,
    error,
    refetch,
  } = useQuery({
    ...reading(operations.getSku, { params: { sku: code }, query: { environment } }),
    // Others may change the stock that is shown.
    refetchInterval: LOOK_MS,
  });
  const back = (
    <Link to="/$environment/stock" params={{ environment }}>
      {words.title}
    </Link>
  );
  if (sku === undefined) return <UnreadPage title={code} back={back} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        title={sku.sku}
        lead={sku.name}
        status={<SkuState sku={sku} />}
        back={back}
        actions={<SkuActions sku={sku} />}
      />
      <div className="stack">
        <Tiles>
          <Tile name={words.onHand} value={sku.on_hand} />
          {sku.unavailable > 0 && <Tile name={words.unavailable} value={sku.unavailable} />}
          <Tile name={words.allocated} value={sku.allocated} />
          <Tile
            name={
              <Link to="/$environment/reservations" params={{ environment }} search={{ sku: sku.sku }}>
                {words.reserved}
              </Link>
            }
            value={sku.reserved}
          />
          {sku.safety_stock > 0 && <Tile name={words.buffer} value={sku.buffer} />}
          <Tile name={words.available} value={sku.available} />
          {sku.incoming > 0 && <Tile name={words.incoming} value={sku.incoming} />}
          <Tile name={words.reorderPoint} value={sku.reorder_point} />
        </Tiles>
        <SkuWarehouses sku={sku} />
        <SkuLedger
          sku={sku}
          panels={
            <>
              <Panel title={words.places}>
                <Places sku={sku} />
              </Panel>
              <Panel title={words.details}>
                <Facts facts={factsOf(sku)} />
                <Link to={`/${environment}/labels`} search={{ sku: sku.sku }}>
                  {words.labels}
                </Link>
                <Metadata metadata={sku.metadata} />
              </Panel>
            </>
          }
        />
      </div>
    </>
  );
}

function Places({ sku: { stock } }: { readonly sku: SkuRecord }): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  if (stock.length === 0) return <p className="quiet">{words.placesEmpty}</p>;
  return (
    <dl className="amounts">
      {stock.toSorted(byPath).map(({ location_id: id, location_path: place, on_hand: units, sellable }) => (
        <div key={id}>
          <dt>
            {may('locations:read') ? (
              <Link to={`/${environment}/locations`} search={{ location: id }}>
                {place}
              </Link>
            ) : (
              place
            )}
            {!sellable && <span className="quiet"> {words.notForSale}</span>}
          </dt>
          <dd>{units}</dd>
        </div>
      ))}
    </dl>
  );
}

type PlacedUnits = SkuRecord['stock'][number];

function byPath({ location_path: one }: PlacedUnits, { location_path: other }: PlacedUnits): number {
  return compareNames(one, other);
}

function factsOf(sku: SkuRecord): readonly Fact[] {
  return [
    [words.home, sku.location_path],
    [words.safetyStock, sku.safety_stock],
    [words.barcodes, sku.barcodes.length === 0 ? undefined : sku.barcodes.join(', ')],
    [words.weight, sku.weight_g === null ? undefined : words.grams(sku.weight_g)],
    [words.cost, sku.unit_cost === null ? undefined : `${sku.unit_cost} ${sku.currency ?? ''}`],
    [words.hsCode, sku.hs_code],
    [words.origin, sku.country_of_origin],
    [words.created, <Time key="created" at={sku.created_at} />],
    [words.updated, <Time key="updated" at={sku.updated_at} />],
    [words.archivedAt, sku.archived_at === null ? undefined : <Time key="archived" at={sku.archived_at} />],
  ];
}
