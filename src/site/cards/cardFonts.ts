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

/** The Chinese characters of our texts, which the last two fonts above have. */
export const fontsOfTexts = [at('noto-sans-sc-texts-400.ttf'), at('noto-sans-sc-texts-600.ttf')];

/** The characters of all Chinese fonts, and in a second line those of the last two. */
export const signsFile = at('signs.txt');

const [, inTexts = ''] = readFileSync(signsFile, 'utf8').split('\n');
const signsInTexts = new Set(inTexts);

/** The smallest font that has each character, because the painter reads a whole font for it. */
export function fontsFor(svg: string): readonly string[] {
  const latin = cardFonts.slice(0, 2);
  if (!/[^\s!-~\u00a0-\u00ff–—‘’“”…−]/.test(svg)) return latin;
  const isOurs = [...svg].every((sign) => sign <= '~' || signsInTexts.has(sign));
  return isOurs ? [...latin, ...fontsOfTexts] : cardFonts;
}

/** @returns each character once: those of a keyboard, and all others in the sources, whose texts a card may show */
export function signsOfTexts(): string {
  const signs = new Set(Array.from({ length: 95 }, (_one, i) => String.fromCharCode(32 + i)));
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }))
    if (/\.tsx?$/.test(file))
      for (const sign of readFileSync(join(root, 'src', file), 'utf8')) if (sign > '~') signs.add(sign);
  return [...signs].sort().join('');
}
