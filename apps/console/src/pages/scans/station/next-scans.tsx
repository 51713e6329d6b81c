import { type ReactNode, useId } from 'react';
import { useStore } from '../../../api/store.ts';
import { Button } from '../../../parts/button.tsx';
import { Panel } from '../../../parts/facts.tsx';
import { LocationField } from '../../../parts/fields/location-field.tsx';
import type { Form } from '../../../parts/form.tsx';
import type { StationMode } from '../../../parts/scanning/mode-bar.tsx';
import { stationWords as words } from './station-strings.ts';
import type { StationWork } from './station-work.ts';

interface NextScansProps {
  readonly mode: StationMode;
  readonly work: StationWork;
}

/** The choices for the next codes: their location and units, and whether they change stock. */
export function NextScans({ mode, work }: NextScansProps): ReactNode {
  const { place, from, quantity, applies } = useStore(work.state);
  if (mode === 'lookup' || mode === 'ship') return null;
  const form: Form<'place' | 'from'> = {
    values: { place, from },
    errors: {},
    error: undefined,
    isSending: false,
    set: (name, value) => work.set({ [name]: value.trim() }),
    reset: () => work.set({ place: '', from: '' }),
    submit: (event) => event.preventDefault(),
  };
  return (
    <Panel title={words.choicesLabel}>
      {mode === 'putaway' && <LocationField form={form} name="from" label={words.from} hint={words.fromHint} />}
      {mode !== 'pack' && (
        <LocationField
          form={form}
          name="place"
          label={words.place}
          hint={words.placeHints[mode]}
          makesNew={mode !== 'pick'}
          isOptional={mode === 'receive' || mode === 'pick'}
        />
      )}
      {mode !== 'count' && <UnitsField value={quantity} onChange={(units) => work.set({ quantity: units })} />}
      {(mode === 'receive' || mode === 'count') && (
        <label className="check">
          <input type="checkbox" checked={applies} onChange={({ target }) => work.set({ applies: target.checked })} />
          <span>{words.applies}</span>
          <small>{words.appliesHint}</small>
        </label>
      )}
    </Panel>
  );
}

const MOST_UNITS = 1_000_000;

/** The units of the next code, by keys and by two large buttons. */
function UnitsField({ value, onChange }: { readonly value: number; readonly onChange: (units: number) => void }): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.quantity}</label>
      <div className="units-field">
        <Button label={words.fewer} isDisabled={value <= 1} onPress={() => onChange(value - 1)}>
          −
        </Button>
        <input
          id={id}
          className="input"
          inputMode="numeric"
          autoComplete="off"
          value={String(value)}
          onFocus={({ target }) => target.select()}
          onKeyDown={({ key, target }) => {
            // The next key is the scanner's.
            if (key === 'Enter' && target instanceof HTMLElement) target.blur();
          }}
          onChange={({ target }) => {
            const units = Number(target.value);
            // What has more digits is a code that was scanned here.
            if (/^\d{1,6}$/.test(target.value) && units >= 1 && units <= MOST_UNITS) onChange(units);
          }}
        />
        <Button label={words.more} onPress={() => onChange(value + 1)}>
          +
        </Button>
      </div>
    </div>
  );
}
