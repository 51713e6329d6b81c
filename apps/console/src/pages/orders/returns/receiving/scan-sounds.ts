/** Tones as [hertz, seconds]: one high tone for a unit that counts, two low ones for one that does not. */
const TONES = {
  good: [[988, 0.09]],
  bad: [
    [196, 0.22],
    [147, 0.32],
  ],
} as const;

const GAP_SECONDS = 0.05;
const VOLUME = 0.2;

let context: AudioContext | undefined;

/** Says by a sound what became of a scan, for eyes that are on the goods. A browser without sound stays silent. */
export function playOutcome(tone: keyof typeof TONES): void {
  if (!('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  // A browser lets a page sound once a key was typed in it, as a scanner does.
  void context.resume();
  let at = context.currentTime;
  for (const [hertz, seconds] of TONES[tone]) {
    const oscillator = new OscillatorNode(context, { type: tone === 'good' ? 'sine' : 'square', frequency: hertz });
    const gain = new GainNode(context, { gain: VOLUME });
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
    at += seconds + GAP_SECONDS;
  }
}
