import type { Texts } from '../../language/texts-type.ts';

export const paper: Texts = { paper: 'Papier', papers: { a4: 'A4', letter: 'Letter', '4x6': '4 × 6 Zoll' }, print: 'Drucken' };
