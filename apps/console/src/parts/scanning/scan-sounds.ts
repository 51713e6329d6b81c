import { Store } from '../../api/store.ts';

/** Tones as [hertz, seconds]: one high tone for a code that counts, two low ones for one that does not, a middle one for one that waits. */
const TONES = {
  good: [[988, 0.09]],
  kept: [[523, 0.12]],
  bad: [
    [196, 0.22],
    [147, 0.32],
  ],
} as const;
/** The result of a scan: it counts, waits to be sent, or does not count. */
export type ScanTone = keyof typeof TONES;

const GAP_SECONDS = 0.05;
const VOLUME = 0.2;
const SWITCH = 'fulfilment.scan-sound';

let context: AudioContext | undefined;

/** True while results of scans are told by sounds in this browser. */
export const hasSound = new Store(readSwitch());

/** Switches the sounds on or off, for this browser from now on. */
export function switchSound(isOn: boolean): void {
  hasSound.set(isOn);
  try {
    localStorage.setItem(SWITCH, isOn ? 'on' : 'off');
  } catch {
    // The page has it.
  }
}

function readSwitch(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== 'off';
  } catch {
    return true;
  }
}

/** Says by a sound what became of a scan, for eyes that are on the goods. A browser without sound stays silent. */
export function playOutcome(tone: ScanTone): void {
  if (!hasSound.get() || !('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  // A browser lets a page sound once a key was typed in it, as a scanner does.
  void context.resume();
  let at = context.currentTime;
  for (const [hertz, seconds] of TONES[tone]) {
    const oscillator = new OscillatorNode(context, { type: tone === 'bad' ? 'square' : 'sine', frequency: hertz });
    const gain = new GainNode(context, { gain: VOLUME });
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
    at += seconds + GAP_SECONDS;
  }
}
