/** How the cards look: the colours of the page, the fonts of each language, and the width of a text in them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import { type Language, languages } from '../../core/model/values/text';
import type { MeasureText } from '../../picture/layout/marks';
import type { CardStyle } from '../../picture/linkPages/runSummary';
import { root } from '../root';
import { cardFonts } from './cardFonts';

export const themeCss = readFileSync(join(root, 'src/web/appearance/theme.css'), 'utf8');

/** The fonts are read only once. */
const looks = new Map(languages.map((language) => [language, lookIn(language)]));

export const cardStyle = (language: Language): CardStyle => looks.get(language) ?? lookIn(language);

function lookIn(language: Language): CardStyle {
  const families = ['Inter', "'Noto Sans SC'"];
  // Chinese text needs the Chinese font first: a character that the first font lacks would lose its weight.
  const sans = (language === 'zh' ? families.toReversed() : families).join(', ');
  return { themeCss, sans, mono: sans, measure: measureIn(language) };
}

function fontOf(file: string): Font {
  const font = create(readFileSync(file));
  if ('fonts' in font) throw new Error(`${file} has several fonts.`);
  return font;
}

function measureIn(language: Language): MeasureText {
  const [latin400, latin600, chinese400, chinese600] = cardFonts.map(fontOf);
  const byWeight = { 400: [latin400, chinese400], 600: [latin600, chinese600] };
  return (text, { size, weight }) => {
    const fonts = language === 'zh' ? byWeight[weight].toReversed() : byWeight[weight];
    let ems = 0;
    for (const sign of text) {
      const code = sign.codePointAt(0) ?? 0;
      const font = fonts.find((one) => one?.hasGlyphForCodePoint(code));
      ems += font === undefined ? 0.6 : font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm;
    }
    return ems * size;
  };
}
