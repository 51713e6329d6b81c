import { expect, test } from 'vitest';
import { codeOf, inWords } from './codes.ts';

const GERMAN = { wrong_size: 'Falsche Größe', damaged: 'Beschädigt' };

test('a known code is read in the words of the page, any other in its own', () => {
  expect(['wrong_size', 'too_small', 'x', 'constructor'].map((code) => inWords(code, GERMAN))).toEqual([
    'Falsche Größe',
    'Too small',
    'X',
    'Constructor',
  ]);
});

test('words of any language stand for the same code, and a text of its own becomes one that the API takes', () => {
  const texts = ['Falsche Größe', ' falsche größe ', 'damaged', ' too  small! ', 'Größe prüfen', 'Trop usé', 'd', '!?', '破損'];
  expect(texts.map((text) => codeOf(text, GERMAN))).toEqual([
    'wrong_size',
    'wrong_size',
    'damaged',
    'too_small',
    'groesse_pruefen',
    'trop_use',
    'd',
    '',
    '',
  ]);
  expect(codeOf('x'.repeat(80), GERMAN)).toHaveLength(64);
});
