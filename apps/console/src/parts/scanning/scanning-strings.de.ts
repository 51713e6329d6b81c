import type { Texts } from '../../language/texts-type.ts';

export const scanning: Texts = {
  enter: 'Eingeben',
  soundOn: 'Ton an',
  soundOff: 'Ton aus',
  useCamera: 'Kamera verwenden',
  stopCamera: 'Kamera ausschalten',
  modesLabel: 'Arbeit',
  modes: {
    lookup: 'Nachsehen',
    receive: 'Annehmen',
    count: 'Zählen',
    putaway: 'Einlagern',
    pick: 'Entnehmen',
    pack: 'Verpacken',
    ship: 'Versenden',
    return: 'Retoure',
  },
  other: 'Sonstiges',
};
