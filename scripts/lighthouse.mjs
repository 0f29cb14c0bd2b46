// `npm run lighthouse` prints Lighthouse's scores of the built pages, with its mobile setting. Accessibility, best
// practices and SEO must be perfect. Performance depends on the machine: on a busy one, take the best of several runs.
// Nothing else needs its 165 packages, so they are not installed with the project: npm fetches them here.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumFlags, findChromium } from './chromium.mjs';
import { ensureInstalled, root } from './install.mjs';
import { buildSite } from './site.mjs';

const embed = 'embed/pause-before-write/';
const pages = ['', 'learn/', 'matrix/', embed];
const folder = '.cache/lighthouse';
const runsMax = 3;
// The pages must contain the address under which they are measured.
const port = 5391;
const site = `http://127.0.0.1:${port}/`;

/** The lowest accepted score of each category, out of 100. */
const least = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 };

const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];

/** An embed may not connect to anything, so Lighthouse cannot fetch robots.txt inside it, nor should it be indexed. */
const notJudged = new Map([[embed, ['--skip-audits=robots-txt,is-crawlable']]]);

ensureInstalled();
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('No Chromium was found: set CHROMIUM_PATH.');
process.env['SITE_URL'] = site;
await buildSite({ folder, force: true, quiet: true });
const { register } = await import('tsx/esm/api');
register();
const { serveSite } = await import('../src/site/siteServer');
const { openStoryPages } = await import('../src/site/stories/storyPages');
const stories = openStoryPages({ folder: join(root, folder), address: site, threads: 1 });
const { address, close } = await serveSite({ folder, port, handler: { answer: stories.answer, attach: () => {} } });
try {
  if (address !== site) throw new Error(`Port ${port} is taken.`);
  let isGood = true;
  for (const page of pages) isGood = (await judge(page)) && isGood;
  console.log(isGood ? 'All is as it should be.' : 'Not all is as it should be.');
  process.exitCode = isGood ? 0 : 1;
} finally {
  await close();
  await stories.close();
}

/**
 * Measures a page until its scores are good, or until the attempts are used up.
 * @param {string} page
 */
async function judge(page) {
  for (let run = 1; run <= runsMax; run++) {
    const { categories, audits, runtimeError } = await measure(page);
    if (runtimeError !== undefined) throw new Error(`${page}: ${runtimeError.message}`);
    const scores = Object.entries(least).map(([id, limit]) => ({
      id,
      limit,
      score: Math.round((categories[id]?.score ?? 0) * 100),
    }));
    console.log(`/${page}  ${scores.map(({ id, score }) => `${id} ${score}`).join(', ')}`);
    console.log(`   ${times.map((id) => `${id} ${audits[id]?.displayValue}`).join(', ')}`);
    const bad = scores.filter(({ score, limit }) => score < limit).map(({ id }) => id);
    if (bad.length === 0) return true;
    for (const id of bad.filter((one) => one !== 'performance'))
      for (const { id: audit, weight } of categories[id]?.auditRefs ?? [])
        if (weight > 0 && (audits[audit]?.score ?? 1) < 1) console.log(`   ${audit}: ${audits[audit]?.title}`);
    // Only a page's speed differs between attempts.
    if (bad.some((id) => id !== 'performance')) return false;
  }
  return false;
}

/** @param {string} page @returns {Promise<any>} Lighthouse's own report */
async function measure(page) {
  const options = [
    '--quiet',
    '--output=json',
    `--only-categories=${Object.keys(least)}`,
    ...(notJudged.get(page) ?? []),
  ];
  const chromium = `--chrome-flags=${[...chromiumFlags, '--headless'].join(' ')}`;
  const command = ['exec', '--yes', '--', 'lighthouse@12.8.2', `${site}${page}`, ...options, chromium];
  const env = { ...process.env, CHROME_PATH: executablePath };
  const { stdout } = await promisify(execFile)('npm', command, { env, maxBuffer: 2 ** 28 });
  return JSON.parse(stdout);
}
