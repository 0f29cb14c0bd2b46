// The fonts of the pages that tests open: those of the cards, and DejaVu for code and signs. Machines have different
// fonts, or no Chinese one, and the width of a text depends on its font.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/install.mjs';
import { cardFonts } from '../../src/site/cards/cardFonts';

/** The families in which a page draws text, by language, and code. */
export const fontOf = { en: 'Inter', zh: 'Noto Sans SC', code: 'DejaVu Sans Mono' } as const;

const folders = [...new Set(cardFonts.map(dirname)), join(root, 'test/node_modules/dejavu-fonts-ttf/ttf')];
/**
 * Writes a fontconfig configuration that knows only these fonts.
 *
 * @param folder of the test run; the font cache goes there, too
 * @returns the environment variables with which Chromium is started. Fontconfig exists on Linux only; elsewhere a
 * browser uses the fonts of its machine.
 */
export function fontVariables(folder: string): Readonly<Record<string, string>> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'fonts.conf');
  writeFileSync(file, configuration(join(folder, 'cache')));
  return { FONTCONFIG_FILE: file };
}

const configuration = (cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${escaped(folder)}</dir>`).join('\n')}
  <cachedir>${escaped(cache)}</cachedir>
  <match target="pattern">
    <test name="family" compare="eq"><string>monospace</string></test>
    ${edit('prepend', [fontOf.code])}
  </match>
  <match target="pattern">${edit('append_last', [fontOf.en, fontOf.zh])}</match>
</fontconfig>
`;

/** Bound strongly: a font with few signs is chosen before another one that covers more languages. */
const edit = (mode: string, names: readonly string[]): string =>
  `<edit name="family" mode="${mode}" binding="strong">${names.map((name) => `<string>${name}</string>`).join('')}</edit>`;

const escaped = (path: string): string => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
