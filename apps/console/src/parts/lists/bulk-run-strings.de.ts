import type { Texts } from '../../language/texts-type.ts';

export const bulkRun: Texts = {
  most: 'Höchstens {count, number} auf einmal.',
  select: '{name} auswählen',
  clear: 'Auswahl aufheben',
  export: 'CSV exportieren',
  exporting: 'Export läuft …',
  saved: '{file} ist gespeichert.',
  progress: 'Fortschritt',
  results: 'Ergebnisse',
  result: 'Ergebnis',
  states: { waiting: 'Wartet', done: 'Erledigt', recorded: 'Erfasst, bald erledigt' },
  counted: '{done, number} von {all, number} erledigt{failed, plural, =0 {} other {, {failed, number} fehlgeschlagen}}.',
  stop: 'Anhalten',
  again: '{count, number} erneut versuchen',
  close: 'Schließen',
};
