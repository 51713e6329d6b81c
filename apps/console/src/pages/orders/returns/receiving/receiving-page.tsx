import '../../../../styles/operations.css';
import './receiving.css';
import { DISPOSITIONS } from '@fulfilment/contracts';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useEnvironment } from '../../../../api/session.ts';
import { Button } from '../../../../parts/button.tsx';
import { LocationField } from '../../../../parts/fields/location-field.tsx';
import { ChoiceField, type Form, useForm } from '../../../../parts/form.tsx';
import { PageHeader } from '../../../../parts/page-header.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { Tile, Tiles } from '../../../../parts/tiles.tsx';
import { CameraView } from '../../../../parts/camera/camera-view.tsx';
import { placeOf } from '../return-dialogs.tsx';
import { isReceivable, nameOfReturn, sumOf } from '../return-states.tsx';
import { returnWords } from '../return-strings.ts';
import { scannedOf } from './receipt-draft.ts';
import { ReturnInHand } from './return-in-hand.tsx';
import { type Outcome, useReceiving } from './use-receiving.ts';

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
      <div className="receiving stack">
        <div className="scan-top stack">
          <ScanField field={field} isItem={isOpen} hasCamera={hasCamera} onCode={scan} />
          <LastOutcome outcome={receiving.outcome} />
          {found && <Totals receiving={receiving} />}
        </div>
        <div>
          <Button onPress={() => setHasCamera(!hasCamera)}>{hasCamera ? words.stopCamera : words.useCamera}</Button>
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

interface ScanFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** True where the next scan counts a unit, false where it opens a return. */
  readonly isItem: boolean;
  readonly hasCamera: boolean;
  readonly onCode: (code: string) => void;
}

/** The field that takes codes; it is empty again for the next one at once. */
function ScanField({ field, isItem, hasCamera, onCode }: ScanFieldProps): ReactNode {
  const id = useId();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    field.current?.focus();
    setCode('');
    if (code.trim() !== '') onCode(code.trim());
  };
  return (
    <>
      <form className="scan-form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>{isItem ? words.itemField : words.findField}</label>
          <input
            ref={field}
            id={id}
            className="input"
            value={code}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            // The page was opened to scan.
            autoFocus
            // A camera reads without a keyboard that would cover its picture.
            inputMode={hasCamera ? 'none' : 'text'}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setCode(target.value)}
          />
        </div>
        <Button type="submit">{words.enter}</Button>
      </form>
      <p className="quiet scan-hint" id={`${id}-hint`}>
        {isItem ? words.itemHint : words.findHint}
      </p>
    </>
  );
}

/** The outcome of the last scan, by words, colour and mark; screen readers say it at once. */
function LastOutcome({ outcome }: { readonly outcome: Outcome | undefined }): ReactNode {
  const shown = outcome && (
    <p key={outcome.place} className="scan-outcome" data-tone={outcome.tone}>
      {outcome.text}
    </p>
  );
  return (
    <div>
      <div role="status">{outcome?.tone === 'good' && shown}</div>
      <div role="alert">{outcome?.tone === 'bad' && shown}</div>
    </div>
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

/** Gives the field what a scanner types wherever the focus is, and the focus back after a press elsewhere; other fields keep theirs. */
function useFocusOfScans(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (): void => field.current?.focus();
    const typed = ({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent): void => {
      const isText = key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
      if (isText && !takesText(target)) focus();
    };
    const pressed = ({ detail, target }: MouseEvent): void => {
      // A press by a key has no detail, and the one who uses keys knows where the focus is.
      const isHere = target instanceof Element && target.closest('.receiving, .suggestions') !== null;
      if (detail > 0 && isHere && !takesText(target)) requestAnimationFrame(focus);
    };
    const left = ({ key, target }: KeyboardEvent): void => {
      if (key === 'Enter' && target instanceof Element && target.closest('.combo')) focus();
    };
    document.addEventListener('keydown', typed, true);
    document.addEventListener('keyup', left, true);
    document.addEventListener('click', pressed, true);
    return () => {
      document.removeEventListener('keydown', typed, true);
      document.removeEventListener('keyup', left, true);
      document.removeEventListener('click', pressed, true);
    };
  }, [field]);
}

function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type="radio"]), textarea, select, dialog') !== null;
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
