// The cards of links: their size, their cache keys, and the characters in their fonts.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { openCardCache } from '../../../src/site/cards/cardCache';
import { cardFonts, fontsFor, fontsOfTexts, signsOfTexts } from '../../../src/site/cards/cardFonts';
import { cardStyle } from '../../../src/site/cards/cardStyle';
import { everyStoryVersion } from '../../support/everyStoryVersion';
import '../../support/handIn';

const folder = mkdtempSync(join(tmpdir(), 'cards-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A sample; the site test checks all of them. */
const sampled = (): readonly string[] =>
  everyStoryVersion(['pause-before-write', 'failover'])
    .filter(({ variant }) => variant === null)
    .map(({ card, language }) => card(cardStyle(language)));

test('a card is painted once, has the size that previews are cut from, and is small', () => {
  const found = sampled();
  expect(found.length).toBe(4);
  const [kept, out] = [join(folder, 'kept'), join(folder, 'out')];
  const put = openCardCache(out, kept);
  const addresses = found.map(put);
  expect(new Set([...addresses, ...found.map(put)]).size).toBe(found.length);
  const painted = readdirSync(kept).map((name) => statSync(join(kept, name)).ino);
  for (const address of addresses) {
    const file = join(out, address);
    const { width, height, data } = PNG.sync.read(readFileSync(file));
    expect([width, height]).toEqual([1200, 630]);
    expect(statSync(file).size).toBeLessThan(72_000);
    // Letters, lanes and bars: a page without them has one colour.
    expect(new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4)).size).toBeGreaterThan(50);
  }
  expect(found.map(openCardCache(join(folder, 'again'), kept))).toEqual(addresses);
  expect(readdirSync(kept).map((name) => statSync(join(kept, name)).ino)).toEqual(painted);
  expect(readdirSync(join(folder, 'again/s/cards')).length).toBe(found.length);
});

test('a card of a story reads the small Chinese fonts, and one with a rare sign the whole ones', () => {
  const [chinese = ''] = sampled().filter((svg) => fontsFor(svg).length > 2);
  expect(fontsFor(chinese)).toEqual([...cardFonts.slice(0, 2), ...fontsOfTexts]);
  expect(fontsFor(`${chinese}<text>鹰</text>`)).toEqual(cardFonts);
});

test('the fonts have every Chinese sign of our texts', () => {
  const signs = readFileSync(join(root, 'src/site/cards/fonts/signs.txt'), 'utf8');
  const missing = [...signsOfTexts()].filter((sign) => sign >= '⺀' && sign <= '￯' && !signs.includes(sign));
  expect(missing, 'npx tsx scripts/makeCardFonts.mjs').toEqual([]);
});
