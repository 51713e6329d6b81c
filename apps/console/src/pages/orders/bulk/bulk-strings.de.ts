import type { Texts } from '../../../language/texts-type.ts';

export const bulk: Texts = {
  bar: 'Ausgewählte Bestellungen',
  selected: '{count, plural, one {# Bestellung} other {# Bestellungen}} ausgewählt',
  steps: { pack: 'Verpacken', ship: 'Versenden', hold: 'Anhalten', cancel: 'Stornieren' },
  titles: {
    pack: '{count, plural, one {# Bestellung} other {# Bestellungen}} verpacken',
    ship: '{count, plural, one {# Bestellung} other {# Bestellungen}} versenden',
    hold: '{count, plural, one {# Bestellung} other {# Bestellungen}} anhalten',
    cancel: '{count, plural, one {# Bestellung} other {# Bestellungen}} stornieren',
  },
  texts: {
    pack: 'Jede Bestellung wird als Ganzes verpackt, wie sie in der Liste stand.',
    ship: 'Die Einheiten jeder Bestellung verlassen den Bestand. Das lässt sich nicht rückgängig machen.',
    hold: 'Von diesen Bestellungen wird nichts verpackt oder versendet, bis sie freigegeben sind.',
    cancel: 'Zugeteilte Einheiten werden für andere Bestellungen frei. Das lässt sich nicht rückgängig machen.',
  },
  leftOut:
    '{count, plural, one {# Bestellung} other {# Bestellungen}} ausgelassen: Der Status lässt es nicht zu. Die Auswahl bleibt.',
  keep: 'Bestellungen behalten',
  pickList: 'Kommissionierlisten',
  slips: 'Lieferscheine',
};
