import { catalogue } from '../../language/catalogue.ts';

/** The texts of pages on which codes are scanned. */
export const scanningWords = catalogue('scanning', {
  enter: 'Enter',
  soundOn: 'Sound on',
  soundOff: 'Sound off',
  useCamera: 'Use the camera',
  stopCamera: 'Stop the camera',
  modesLabel: 'Work',
  modes: {
    lookup: 'Look up',
    receive: 'Receive',
    count: 'Count',
    putaway: 'Put away',
    pick: 'Pick',
    pack: 'Pack',
    ship: 'Ship',
    return: 'Return',
  },
  other: 'Other',
});

/** The words for each type of scan. */
export const SCAN_TYPES: Readonly<Record<string, string>> = { ...scanningWords.modes, other: scanningWords.other };
