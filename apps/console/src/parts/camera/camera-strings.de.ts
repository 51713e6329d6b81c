import type { Texts } from '../../language/texts-type.ts';

export const camera: Texts = {
  picture: 'Bild der Kamera',
  opening: 'Kamera wird geöffnet …',
  hint: 'Einen Code ins Bild halten. Er wird einmal erfasst, solange er dort bleibt.',
  insecure: 'Die Kamera benötigt https oder localhost.',
  refused: 'Die Kamera ist blockiert. In den Einstellungen des Browsers für diese Website erlauben.',
  none: 'Dieses Gerät hat keine Kamera.',
  busy: 'Die Kamera wird von einem anderen Programm verwendet.',
  failed: 'Die Kamera lässt sich nicht öffnen.',
};
