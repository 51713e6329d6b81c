import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SHAPES, STATES, TONES } from './states.ts';

test.each(Object.entries(STATES))(
  'each state of %s has a colour and a shape, and no two the same shape and colour',
  (_kind, looks) => {
    const seen = Object.values(looks).map(({ tone, shape }) => `${tone} ${shape}`);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((look) => look.includes('undefined'))).toEqual([]);
  },
);

test.each(['order', 'fulfilment', 'returned', 'reservation', 'delivery', 'endpoint', 'key'] as const)(
  'states of %s are told apart by their shapes alone',
  (kind) => {
    const shapes = Object.values(STATES[kind]).map(({ shape }) => shape);
    expect(new Set(shapes).size).toBe(shapes.length);
  },
);

const css = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const badges = css('status-badge.css');

test('every colour and every shape but the plain disc has its rule', () => {
  const tones = TONES.filter((tone) => tone !== 'neutral');
  expect(tones.filter((tone) => !badges.includes(`[data-tone='${tone}'] {`))).toEqual([]);
  expect(SHAPES.filter((shape) => shape !== 'disc' && !badges.includes(`[data-shape='${shape}']`))).toEqual([]);
});

test('marks stand out by 3 to 1 from every ground that they lie on, in light and dark', () => {
  const colours = new Map(
    css('../../styles/tokens.css')
      .matchAll(/(--[\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)
      .map(([, name = '', light = '', dark = '']) => [name, [light, dark]] as const),
  );
  const marks = [...badges.matchAll(/--mark: var\((--[\w-]+)\)/g)].map(([, name = '']) => name);
  expect(marks).toHaveLength(TONES.length);
  for (const mark of marks)
    for (const ground of ['--page', '--surface', '--shade'])
      for (const appearance of [0, 1])
        expect(
          contrast(colours.get(mark)?.[appearance], colours.get(ground)?.[appearance]),
          `${mark} on ${ground}`,
        ).toBeGreaterThanOrEqual(3);
});

/** As WCAG 2.2 defines it. */
function contrast(one = '', other = ''): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
