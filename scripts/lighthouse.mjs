// `npm run lighthouse`: Lighthouse's judgement of the built pages, with its mobile setting. Accessibility, best
// practices and SEO must be perfect. Performance depends on the machine: on a busy one, take the best of several runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumFlags, findChromium } from './chromium.mjs';
import { ensureInstalled, root } from './install.mjs';
import { buildSite } from './site.mjs';

const embed = 'embed/pause-before-write/';
const pages = ['', 'learn/', 'matrix/', embed];
const folder = '.cache/lighthouse';
const runsMax = 3;

/** The lowest accepted score of each category, out of 100. */
const least = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 };

/**
 * An embed may connect to nothing, so Lighthouse cannot ask for robots.txt inside it. The other pages are checked for
 * it.
 */
const notJudged = new Map([[embed, ['robots-txt']]]);

ensureInstalled();
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('No Chromium was found: set CHROMIUM_PATH.');
const port = await freePort();
// The pages must contain the address under which they are measured.
process.env['SITE_URL'] = `http://127.0.0.1:${port}/`;
await buildSite({ folder, force: true, quiet: true });
const { register } = await import('tsx/esm/api');
register();
const { serveSite } = await import('../src/site/siteServer');
const { openStoryPages } = await import('../src/site/stories/storyPages');
const stories = openStoryPages({ folder: join(root, folder), address: process.env['SITE_URL'], threads: 1 });
const { address, close } = await serveSite({ folder, port, handler: { answer: stories.answer, attach: () => {} } });
const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'));
const flags = [...chromiumFlags, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
// A process group of its own: the started program may be a script, with the browser as its child.
const browser = spawn(executablePath, [...flags, 'about:blank'], { stdio: 'ignore', detached: true });
try {
  const debuggingPort = await readPort(profile);
  let isGood = true;
  for (const page of pages) isGood = (await judge(page, new URL(page, address).href, debuggingPort)) && isGood;
  const [load = 0] = loadavg();
  console.log(
    `${isGood ? 'All is as it should be.' : 'Not all is as it should be.'} Load of the machine: ${load.toFixed(1)} on ${availableParallelism()} cores.`,
  );
  process.exitCode = isGood ? 0 : 1;
} finally {
  await endBrowser();
  await close();
  await stories.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Windows has no process groups. */
async function endBrowser() {
  if (browser.pid === undefined || browser.exitCode !== null) return;
  const gone = once(browser, 'exit');
  if (process.platform === 'win32') browser.kill();
  else process.kill(-browser.pid);
  await gone;
}

/**
 * Measures a page until its scores are good, or until the attempts are used up.
 * @param {string} page
 * @param {string} url
 * @param {number} debuggingPort
 */
async function judge(page, url, debuggingPort) {
  const { default: lighthouse } = await import('lighthouse');
  for (let run = 1; run <= runsMax; run++) {
    const result = await lighthouse(url, {
      port: debuggingPort,
      logLevel: 'error',
      onlyCategories: Object.keys(least),
      skipAudits: notJudged.get(page) ?? [],
    });
    if (result === undefined) throw new Error(`Lighthouse says nothing of ${url}.`);
    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
    const scores = Object.entries(least).map(([id, limit]) => ({
      id,
      limit,
      score: Math.round((categories[id]?.score ?? 0) * 100),
    }));
    const times = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ];
    console.log(`${new URL(url).pathname}  ${scores.map(({ id, score }) => `${id} ${score}`).join(', ')}`);
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

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  if (bound === null || typeof bound === 'string') throw new Error('No port is free.');
  return bound.port;
}

/**
 * Chromium writes the chosen port into its profile.
 * @param {string} folder
 */
async function readPort(folder) {
  for (let tries = 0; tries < 300; tries++) {
    try {
      const port = Number(readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
      if (port > 0) return port;
    } catch {
      // The file is not there yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Chromium did not start within 30 s.');
}
