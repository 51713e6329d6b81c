/** The texts of one kind that a scene shows in the place of names, codes and what people type. */
export const TEXTS = {
  plain: 'Mug, 330 ml',
  long: 'MUG'.padEnd(200, 'x'),
  'right-to-left': 'كوب أزرق كبير، 330 مل (عرض خاص)',
} as const;

type TextKind = keyof typeof TEXTS;

export function isTextKind(kind: string): kind is TextKind {
  return Object.hasOwn(TEXTS, kind);
}

/** The scenes that there are. */
export const SCENE_NAMES = [
  'list',
  'cards',
  'long-list',
  'list-states',
  'record',
  'history',
  'failures',
  'fields',
  'tall-dialog',
  'actions',
  'brief',
  'menu-rows',
  'suggestions',
  'question',
  'conflict',
  'results',
  'secret',
] as const;
