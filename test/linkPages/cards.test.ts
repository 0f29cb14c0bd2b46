// The cards of links: their size, what they are kept by, and the signs that their fonts have.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, expect, test } from 'vitest';
import { signsOfTexts } from '../../scripts/cardFonts.mjs';
import { root } from '../../scripts/install.mjs';
import { openCards } from '../../scripts/keptCards.mjs';
import { type Telling, toldStories } from '../../src/ui/linkPages/toldStories';
import '../support/handIn';

const folder = mkdtempSync(join(tmpdir(), 'cards-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A sample; the site has all of them. */
const sample = new Set(['pause-before-write en', 'pause-before-write zh', 'failover zh']);

async function sampled(): Promise<readonly Telling[]> {
  const found: Telling[] = [];
  for await (const telling of toldStories())
    if (telling.variant === null && sample.has(`${telling.story} ${telling.language}`)) found.push(telling);
  return found;
}

test('a card is painted once, has the size that previews are cut from, and is small', async () => {
  const found = await sampled();
  expect(found.length).toBe(sample.size);
  const [kept, out] = [join(folder, 'kept'), join(folder, 'out')];
  const first = openCards(out, kept);
  const addresses = found.map(first.addressOf);
  expect(new Set([...addresses, ...found.map(first.addressOf)]).size).toBe(sample.size);
  expect(await first.paint()).toBe(sample.size);
  for (const address of addresses) {
    const file = join(out, address);
    const { width, height, data } = PNG.sync.read(readFileSync(file));
    expect([width, height]).toEqual([1200, 630]);
    expect(statSync(file).size).toBeLessThan(72_000);
    // Letters, lanes and bars: a page without them has one colour.
    expect(new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4)).size).toBeGreaterThan(50);
  }
  const again = openCards(join(folder, 'again'), kept);
  expect(found.map(again.addressOf)).toEqual(addresses);
  expect(await again.paint()).toBe(0);
  expect(readdirSync(join(folder, 'again/s/cards')).length).toBe(sample.size);
});

test('the fonts have every Chinese sign of our texts', () => {
  const signs = readFileSync(join(root, 'scripts/fonts/signs.txt'), 'utf8');
  const missing = [...signsOfTexts()].filter((sign) => sign >= '⺀' && sign <= '￯' && !signs.includes(sign));
  expect(missing, 'node scripts/makeCardFonts.mjs').toEqual([]);
});
