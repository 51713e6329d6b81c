import '../../../../styles/operations.css';
import './receiving.css';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DISPOSITIONS } from '../../../../api/contracts/constants.ts';
import { useEnvironment } from '../../../../api/session.ts';
import { Button } from '../../../../parts/button.tsx';
import { LocationField } from '../../../../parts/fields/location-field.tsx';
import { ChoiceField, type Form, useForm } from '../../../../parts/form.tsx';
import { PageHeader } from '../../../../parts/page-header.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { Tile, Tiles } from '../../../../parts/tiles.tsx';
import { CameraView } from '../../../../parts/camera/camera-view.tsx';
import { ModeBar } from '../../../../parts/scanning/mode-bar.tsx';
import { LastOutcome, ScanField, SoundSwitch, useFocusOfScans } from '../../../../parts/scanning/scan-field.tsx';
import { scanningWords } from '../../../../parts/scanning/scanning-strings.ts';
import { placeOf } from '../return-dialogs.tsx';
import { isReceivable, nameOfReturn, sumOf } from '../return-states.tsx';
import { returnWords } from '../return-strings.ts';
import { scannedOf } from './receipt-draft.ts';
import { ReturnInHand } from './return-in-hand.tsx';
import { useReceiving } from './use-receiving.ts';

const { receiving: words, ...general } = returnWords;

/** Receives returns with a scanner that types, or the camera: the return first, then unit after unit. */
export function ReceivingPage(): ReactNode {
  const environment = useEnvironment();
  const field = useRef<HTMLInputElement>(null);
  const [hasCamera, setHasCamera] = useState(false);
  const [kept] = useState(keptChoice);
  const form = useForm({ initial: kept, send: async () => undefined });
  const { disposition, location = '' } = placeOf(form.values);
  useEffect(() => keepChoice({ disposition, location }), [disposition, location]);
  const receiving = useReceiving({ disposition, location });
  const { found, error, several, scan, open } = receiving;
  const isOpen = found !== undefined && isReceivable(found);
  useFocusOfScans(field);
  const andFocus = (act: () => unknown) => () => {
    act();
    field.current?.focus();
  };
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} back={<Link to={`/${environment}/returns`}>{general.title}</Link>} />
      <div className="scanning receiving stack">
        <ModeBar mode="return" />
        <div className="scan-top stack">
          <ScanField
            field={field}
            label={isOpen ? words.itemField : words.findField}
            hint={isOpen ? words.itemHint : words.findHint}
            keyboard={hasCamera ? 'none' : 'text'}
            onCode={scan}
            onEmpty={receiving.confirm}
          />
          <LastOutcome outcome={receiving.outcome} />
          {found && <Totals receiving={receiving} />}
        </div>
        <div className="row">
          <Button onPress={() => setHasCamera(!hasCamera)}>
            {hasCamera ? scanningWords.stopCamera : scanningWords.useCamera}
          </Button>
          <SoundSwitch />
        </div>
        {hasCamera && <CameraView onCode={scan} />}
        {error !== null && <ProblemNotice error={error} />}
        {several && (
          <div className="stack">
            <p>{words.choose(several.order)}</p>
            {several.several.map((each) => (
              <Button key={each.id} onPress={andFocus(() => open(each))}>
                {words.chooseOne(nameOfReturn(each), sumOf(each, 'expected'))}
              </Button>
            ))}
          </div>
        )}
        {found && (
          <ReturnInHand receiving={receiving} found={found} isOpen={isOpen} andFocus={andFocus}>
            <NextUnits form={form} />
          </ReturnInHand>
        )}
      </div>
    </>
  );
}

/** The units of the return in numbers, in view all the time. */
function Totals({ receiving: { found, state } }: { readonly receiving: ReturnType<typeof useReceiving> }): ReactNode {
  if (found === undefined) return null;
  const scanned = scannedOf(state);
  const totals = [
    [words.inReturn, sumOf(found, 'quantity')],
    [general.received, sumOf(found, 'received')],
    [words.scanned, scanned],
    [words.toCome, sumOf(found, 'expected') - scanned],
  ] as const;
  return (
    <section aria-label={words.totals}>
      <Tiles>
        {totals.map(([name, value]) => (
          <Tile key={name} name={name} value={value} />
        ))}
      </Tiles>
    </section>
  );
}

/** The disposition and location of the units that are scanned next; they stay until they are changed. */
function NextUnits({ form }: { readonly form: Form<'disposition' | 'location'> }): ReactNode {
  const { disposition } = placeOf(form.values);
  return (
    <>
      <ChoiceField
        form={{
          ...form,
          // A location fits one disposition.
          set: (name, value) => {
            form.set(name, value);
            form.set('location', '');
          },
        }}
        name="disposition"
        label={general.disposition}
        choices={DISPOSITIONS.map((value) => ({
          value,
          label: general.dispositions[value],
          hint: general.dispositionHints[value],
        }))}
      />
      {disposition !== 'scrap' && (
        <LocationField form={form} name="location" label={general.location} hint={general.locationHint[disposition]} isOptional />
      )}
    </>
  );
}

type ChoiceValues = Readonly<Record<'disposition' | 'location', string>>;

const CHOICE = 'fulfilment.receiving';

function keptChoice(): ChoiceValues {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(CHOICE) ?? '[]');
    const [disposition = 'inspect', location = ''] = Array.isArray(kept) ? kept.map(String) : [];
    return { disposition, location };
  } catch {
    return { disposition: 'inspect', location: '' };
  }
}

/** Keeps the choice for as long as the window, also over a reload. */
function keepChoice({ disposition, location }: ChoiceValues): void {
  try {
    sessionStorage.setItem(CHOICE, JSON.stringify([disposition, location]));
  } catch {
    // The page has it.
  }
}
