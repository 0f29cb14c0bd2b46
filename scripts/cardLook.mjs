// How the cards look: the colours of the page, fonts by language, and how wide a text is in them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cardFonts } from './cardFonts.mjs';
import { widthsOf } from './fontWidths.mjs';
import { root } from './install.mjs';

// Chinese first in Chinese: a sign that the first font does not have gets no weight.
const families = { en: "Inter, 'Noto Sans SC'", zh: "'Noto Sans SC', Inter" };

/**
 * @param {import('../src/model/text').Language} language
 * @returns {import('../src/ui/linkPages/toldRun').Look}
 */
export function cardLook(language) {
  const sans = families[language];
  return {
    themeCss: readFileSync(join(root, 'src/ui/look/theme.css'), 'utf8'),
    sans,
    mono: sans,
    measure: measureIn(language),
  };
}

/**
 * @param {import('../src/model/text').Language} language
 * @returns {import('../src/layout/marks').Measure}
 */
function measureIn(language) {
  const [latin400, latin600, chinese400, chinese600] = cardFonts.map((file) => widthsOf(readFileSync(file)));
  const byWeight = { 400: [latin400, chinese400], 600: [latin600, chinese600] };
  const order = language === 'zh' ? 1 : 0;
  return (text, { size, weight }) => {
    const [latin, chinese] = byWeight[weight];
    const [first, second] = order === 0 ? [latin, chinese] : [chinese, latin];
    let ems = 0;
    for (const sign of text) {
      const code = sign.codePointAt(0) ?? 0;
      ems += first?.(code) ?? second?.(code) ?? 0.6;
    }
    return ems * size;
  };
}
