// The fonts of the cards, and the characters that they must have. No font of the machine is used: its cards would
// differ, and many machines have no Chinese font.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root';

const at = (name: string): string => join(import.meta.dirname, 'fonts', name);

/** Inter first, because the page's saved pictures use its letters. */
export const cardFonts = [
  at('inter-400.ttf'),
  at('inter-600.ttf'),
  at('noto-sans-sc-400.ttf'),
  at('noto-sans-sc-600.ttf'),
];

/** Inter alone where it has each sign: to read the Chinese fonts for an English card takes long. */
export const fontsFor = (svg: string): readonly string[] =>
  /[^\s!-~\u00a0-\u00ff–—‘’“”…−]/.test(svg) ? cardFonts : cardFonts.slice(0, 2);

/** @returns each character once: those of a keyboard, and all others in the sources, whose texts a card may show */
export function signsOfTexts(): string {
  const signs = new Set(Array.from({ length: 95 }, (_one, i) => String.fromCharCode(32 + i)));
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }))
    if (/\.tsx?$/.test(file))
      for (const sign of readFileSync(join(root, 'src', file), 'utf8')) if (sign > '~') signs.add(sign);
  return [...signs].sort().join('');
}
