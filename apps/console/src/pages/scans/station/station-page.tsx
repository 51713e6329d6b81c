import '../../../styles/operations.css';
import './station.css';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import { useStore } from '../../../api/store.ts';
import { oneOf, useAddressValues } from '../../../parts/address-values.ts';
import { Button } from '../../../parts/button.tsx';
import { CameraView } from '../../../parts/camera/camera-view.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { ModeBar, NEEDED_IN_MODE, STATION_MODES, type StationMode } from '../../../parts/scanning/mode-bar.tsx';
import { LastOutcome, ScanField, SoundSwitch, useFocusOfScans } from '../../../parts/scanning/scan-field.tsx';
import { scanningWords } from '../../../parts/scanning/scanning-strings.ts';
import { NextScans } from './next-scans.tsx';
import { StationResults, WaitingScans } from './station-results.tsx';
import { stationWords as words } from './station-strings.ts';
import type { WorkState } from './station-work.ts';
import { TaskInHand } from './task-in-hand.tsx';
import { useOwnScans, useSoundsOfResults, useStation } from './use-station.ts';

const MODE = 'fulfilment.station.mode';

/** The work of a day by scanner: looking up, receiving, counting, putting away, picking, packing, shipping. */
export function StationPage(): ReactNode {
  const environment = useEnvironment();
  const [address] = useAddressValues();
  const [kept] = useState(keptMode);
  const may = usePermissions();
  // The mode that was kept may be that of another member at this device.
  const mode = [oneOf(STATION_MODES, address['mode']), kept].find((each) => each && may(NEEDED_IN_MODE[each])) ?? 'lookup';
  useEffect(() => keepMode(mode), [mode]);
  const field = useRef<HTMLInputElement>(null);
  const [hasCamera, setHasCamera] = useState(false);
  const work = useStation(mode);
  const state = useStore(work.state);
  const { queue, state: scans } = useOwnScans();
  useSoundsOfResults(scans);
  useFocusOfScans(field);
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} actions={<Link to={`/${environment}/scans`}>{words.toScans}</Link>} />
      <div className="scanning station stack">
        <ModeBar mode={mode} />
        <div className="scan-top stack">
          <ScanField
            key={mode}
            field={field}
            {...promptOf(mode, state)}
            keyboard={state.asked !== null ? 'numeric' : hasCamera ? 'none' : 'text'}
            onCode={(code) => work.scan(code)}
            onEmpty={() => work.confirm()}
          />
          <LastOutcome outcome={state.outcome} />
        </div>
        <WaitingScans state={scans} />
        <div className="row">
          <Button onPress={() => setHasCamera(!hasCamera)}>
            {hasCamera ? scanningWords.stopCamera : scanningWords.useCamera}
          </Button>
          <SoundSwitch />
        </div>
        {hasCamera && <CameraView onCode={(code) => work.scan(code)} />}
        <div className="halves">
          <div className="stack">
            <TaskInHand mode={mode} work={work} />
            <NextScans key={mode} mode={mode} work={work} />
          </div>
          <StationResults state={scans} queue={queue} />
        </div>
      </div>
    </>
  );
}

/** The label and hint of the field, by what it asks for. */
function promptOf(mode: StationMode, { asked, inHand }: WorkState): { readonly label: string; readonly hint: string } {
  if (asked !== null) return { label: words.askedField(asked), hint: words.hints[mode] };
  const isOfOrder = mode === 'pick' || mode === 'pack' || mode === 'ship';
  if (isOfOrder && inHand === undefined) return { label: words.orderField, hint: words.orderHint };
  const hint = mode === 'lookup' || mode === 'ship' ? words.hints[mode] : `${words.hints[mode]} ${words.unitsHint}`;
  return { label: words.fields[mode], hint };
}

function keptMode(): StationMode {
  try {
    return oneOf(STATION_MODES, localStorage.getItem(MODE) ?? undefined) ?? 'lookup';
  } catch {
    return 'lookup';
  }
}

function keepMode(mode: StationMode): void {
  try {
    localStorage.setItem(MODE, mode);
  } catch {
    // The address has it.
  }
}
