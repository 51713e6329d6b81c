import type { Texts } from '../../language/texts-type.ts';

export const labels: Texts = {
  title: 'Etiketten',
  lead: '{labels, plural, one {# Etikett} other {# Etiketten}}. Auf A4 3 × 8 zu 70 × 36 mm, auf Letter 3 × 10 zu 2⅝ × 1 Zoll, auf 4 × 6 Zoll je eines. Ohne Skalierung drucken.',
  most: 'Nur die ersten {labels, number} werden gezeigt. Einen kleineren Lagerort wählen.',
  of: 'Etiketten für',
  kinds: { locations: 'Den Lagerort und alle darunter', skus: 'Die SKUs, die dort liegen' },
  copies: 'Exemplare',
  locations: 'Lagerorte',
  stock: 'Bestand',
  none: 'Hier ist nichts zu etikettieren.',
  bars: 'Barcode von {text}',
  square: '2D-Code von {text}',
};
