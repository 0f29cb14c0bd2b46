// The cards of the site. They are painted in threads, and kept from one build to the next by what decides how they look:
// the drawing, and the painter with its fonts. Runs that are drawn alike share a card.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { cardLook } from './cardLook.mjs';
import { root } from './install.mjs';
import { painterDigest } from './paintedCard.mjs';

/** A card that no build has asked for since then is thrown away. */
const keptDays = 30;

/**
 * @typedef {object} Cards
 * @property {(telling: Pick<import('../src/ui/linkPages/toldStories').Telling, 'card' | 'language'>) => string} addressOf relative to the site
 * @property {() => Promise<number>} paint paints what is not kept, and puts all that was asked for into the site; how
 *   many were painted
 */

/**
 * @param {string} outDir
 * @param {string} [kept]
 * @returns {Cards}
 */
export function openCards(outDir, kept = join(root, '.cache/cards')) {
  const looks = { en: cardLook('en'), zh: cardLook('zh') };
  const painter = painterDigest();
  const folder = join(outDir, 's/cards');
  for (const one of [kept, folder]) mkdirSync(one, { recursive: true });
  const known = new Set(readdirSync(kept));
  /** @type {Map<string, string>} */
  const missing = new Map();
  /** @type {Set<string>} */
  const asked = new Set();
  return {
    addressOf({ card, language }) {
      const svg = card(looks[language]);
      const name = `${createHash('sha256').update(painter).update(svg).digest('hex').slice(0, 20)}.png`;
      asked.add(name);
      if (!known.has(name)) missing.set(name, svg);
      return `s/cards/${name}`;
    },
    async paint() {
      await paintAll([...missing], (name, png) => {
        // Two builds may run at once, and one may be stopped in the middle.
        const half = join(kept, `${name}.${process.pid}`);
        writeFileSync(half, png);
        renameSync(half, join(kept, name));
      });
      const now = new Date();
      for (const name of asked) {
        utimesSync(join(kept, name), now, now);
        copyFileSync(join(kept, name), join(folder, name));
      }
      dropOld(kept);
      return missing.size;
    },
  };
}

/**
 * @param {(readonly [string, string])[]} jobs name and SVG
 * @param {(name: string, png: Uint8Array) => void} take
 */
async function paintAll(jobs, take) {
  const threads = Math.min(jobs.length, availableParallelism());
  await Promise.all(Array.from({ length: threads }, () => paintSome(jobs, take)));
}

/**
 * One thread, which takes jobs until none is left.
 * @param {(readonly [string, string])[]} jobs
 * @param {(name: string, png: Uint8Array) => void} take
 * @returns {Promise<void>}
 */
function paintSome(jobs, take) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./cardWorker.mjs', import.meta.url));
    let name = '';
    const next = () => {
      const job = jobs.pop();
      if (job === undefined) {
        resolve();
        void worker.terminate();
        return;
      }
      name = job[0];
      worker.postMessage(job[1]);
    };
    worker.on('message', (/** @type {Uint8Array} */ png) => {
      take(name, png);
      next();
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('A thread that paints cards ended.')));
    next();
  });
}

/** @param {string} kept */
function dropOld(kept) {
  for (const name of readdirSync(kept)) {
    const file = join(kept, name);
    if (Date.now() - statSync(file).mtimeMs > keptDays * 86_400_000) rmSync(file, { force: true });
  }
}
