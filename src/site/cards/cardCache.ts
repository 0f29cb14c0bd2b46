/**
 * The cards of stories. Builds share them in a cache. Its key is everything that decides how a card looks: the
 * drawing, and the painter with its fonts. Runs with the same drawing share a card.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../root';
import { paintedCard, painterDigest } from './paintedCard';

/** A card that no build has used for this long is deleted. */
const keptDays = 30;
const keptFolder = join(root, '.cache/cards');

/** Puts the card into the site, and paints it if it is not in the cache. @returns its address, relative to the site */
export type PutCard = (svg: string) => string;

export function openCardCache(site: string, cacheFolder = keptFolder): PutCard {
  const painter = painterDigest();
  for (const folder of [cacheFolder, join(site, 's/cards')]) mkdirSync(folder, { recursive: true });
  return (svg) => {
    const name = `${createHash('sha256').update(painter).update(svg).digest('hex').slice(0, 20)}.png`;
    const [file, address] = [join(cacheFolder, name), `s/cards/${name}`];
    if (!existsSync(file)) {
      // Two builds may run at once, and one may be stopped halfway.
      const half = `${file}.${process.pid}`;
      writeFileSync(half, paintedCard(svg));
      renameSync(half, file);
    }
    const now = new Date();
    utimesSync(file, now, now);
    copyFileSync(file, join(site, address));
    return address;
  };
}

export function dropOldCards(cacheFolder = keptFolder): void {
  if (!existsSync(cacheFolder)) return;
  for (const name of readdirSync(cacheFolder)) {
    const file = join(cacheFolder, name);
    if (Date.now() - statSync(file).mtimeMs > keptDays * 86_400_000) rmSync(file, { force: true });
  }
}
