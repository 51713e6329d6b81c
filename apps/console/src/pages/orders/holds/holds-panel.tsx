import { type ReactNode, lazy, Suspense, useState } from 'react';
import { usePermissions } from '../../../api/session.ts';
import type { OrderRecord } from '../../../api/types.ts';
import { inWords } from '../../../language/codes.ts';
import { Actor } from '../../../parts/actor.tsx';
import { Button } from '../../../parts/button.tsx';
import { Panel } from '../../../parts/facts.tsx';
import { Time } from '../../../parts/time.tsx';
import { holdWords as words } from './hold-strings.ts';
import { canBeHeld, STOPPED_ID, useLiveHolds } from './live-holds.ts';

const dialogs = () => import('./hold-dialogs.tsx');
const PlaceHoldDialog = lazy(async () => ({ default: (await dialogs()).PlaceHoldDialog }));
const ReleaseHoldDialog = lazy(async () => ({ default: (await dialogs()).ReleaseHoldDialog }));

type Hold = OrderRecord['holds'][number];

/** The live holds of an order, and the ways to place one more and to release each; nothing of an order that has none. */
export function HoldsPanel({ order }: { readonly order: OrderRecord }): ReactNode {
  const holds = useLiveHolds(order);
  const mayHold = usePermissions()('orders:hold') && canBeHeld(order);
  const [shown, setShown] = useState<{ readonly order: OrderRecord; readonly hold?: Hold }>();
  const onClose = (): void => setShown(undefined);
  const isPending = order.pending_transition !== null;
  if (holds.length === 0 && shown === undefined) return null;
  const place = mayHold && (
    <Button size="small" isDisabled={isPending} onPress={() => setShown({ order })}>
      {words.place}
    </Button>
  );
  return (
    <Panel title={words.title} actions={place}>
      {holds.length > 0 && <p id={STOPPED_ID}>{words.stopped}</p>}
      <ul className="holds">
        {holds.map((hold) => (
          <li key={hold.id}>
            <HoldFacts hold={hold} />
            {mayHold && (
              <Button
                size="small"
                label={words.releaseNamed(inWords(hold.reason, words.reasons))}
                isDisabled={isPending}
                onPress={() => setShown({ order, hold })}
              >
                {words.release}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {shown && !shown.hold && <PlaceHoldDialog order={shown.order} onClose={onClose} />}
        {shown?.hold && <ReleaseHoldDialog order={shown.order} hold={shown.hold} others={holds.length - 1} onClose={onClose} />}
      </Suspense>
    </Panel>
  );
}

function HoldFacts({
  hold: { reason, note, until, release_stock: gives, placed_by: by, placed_at: at },
}: {
  readonly hold: Hold;
}) {
  return (
    <div className="lines">
      <strong>{inWords(reason, words.reasons)}</strong>
      {note !== null && <span className="wrapped">{note}</span>}
      <span className="quiet">
        <Time at={at} /> · <Actor id={by} />
      </span>
      <span className="quiet">
        {until === null ? (
          words.untilReleased
        ) : (
          <>
            {words.until.toLowerCase()} <Time at={until} />
          </>
        )}
        {' · '}
        {gives ? words.givenBack : words.kept}
      </span>
    </div>
  );
}
