// Makes the fonts of the cards that chats show for a link (src/site/cards/fonts): Inter, and from Noto Sans SC the
// common Chinese characters and those of our texts. Cards use only these fonts, so they look the same on each
// machine. `npx tsx scripts/makeCardFonts.mjs` after a text has introduced an uncommon character; a test says so. Its
// tools are fetched into .cache.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cardFonts, fontsOfTexts, signsFile, signsOfTexts } from '../src/site/cards/cardFonts';
import { root } from './install.mjs';

const folder = join(root, '.cache/card-fonts');
const wanted = ['@expo-google-fonts/noto-sans-sc@0.4.3', 'subset-font@2.9.0'];

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], {
  cwd: folder,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
const from = createRequire(join(folder, 'package.json'));
/** @type {(font: Buffer, text: string, options: object) => Promise<Buffer>} */
const subset = from('subset-font');

const chinese = (/** @type {string} */ name) => join(folder, 'node_modules/@expo-google-fonts/noto-sans-sc', name);
const latin = (/** @type {number} */ weight) =>
  join(root, `node_modules/@fontsource/inter/files/inter-latin-${weight}-normal.woff2`);
const regular = chinese('400Regular/NotoSansSC_400Regular.ttf');
const bold = chinese('600SemiBold/NotoSansSC_600SemiBold.ttf');
const inTexts = signsOfTexts();
const signs = [...new Set([...inTexts, ...commonSigns()])].sort().join('');
await makeFonts(cardFonts, [latin(400), latin(600), regular, bold], signs);
await makeFonts(fontsOfTexts, [regular, bold], inTexts);
writeFileSync(signsFile, `${signs}\n${inTexts}\n`);

/** @type {(files: readonly string[], sources: readonly string[], signs: string) => Promise<void>} */
async function makeFonts(files, sources, signs) {
  for (const [i, file] of files.entries()) {
    const source = sources[i];
    if (source === undefined) throw new Error(`There is no source for ${file}.`);
    // Names 16 and 17 say that both weights belong to one family.
    const font = await subset(readFileSync(source), signs, { targetFormat: 'sfnt', preserveNameIds: [16, 17] });
    writeFileSync(file, font);
    console.log(`${file}: ${Math.round(font.length / 1000)} kB`);
  }
}

/** The 3,755 characters of the first level of GB 2312. A reader may write any of them into the title of a link. */
function commonSigns() {
  const decoder = new TextDecoder('gb2312');
  const rows = Array.from({ length: 0xd7 - 0xb0 + 1 }, (_one, i) => 0xb0 + i);
  const cells = Array.from({ length: 0xfe - 0xa1 + 1 }, (_one, i) => 0xa1 + i);
  const all = rows.flatMap((row) => cells.map((cell) => decoder.decode(Uint8Array.of(row, cell))));
  // The last row is not full.
  return all.filter((sign) => /^\p{Script=Han}$/u.test(sign));
}

const licences = [join(root, 'node_modules/@fontsource/inter/LICENSE'), chinese('LICENSE_FONT')];
const [inter, noto] = licences.map((file) => readFileSync(file, 'utf8').trim());
writeFileSync(join(root, 'src/site/cards/fonts/LICENSE'), `Inter\n\n${inter}\n\nNoto Sans SC\n\n${noto}\n`);
