// Starts the Chromium of one worker, which ends with it. Knows no page; see keptPages.ts.
import { existsSync, writeFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';

/**
 * A test's page lives briefly, and all processors are busy. Collecting garbage on one thread makes opening a page
 * take a seventh less processor time.
 */
const flags = [...chromiumFlags, '--js-flags=--single-threaded-gc'];

/**
 * Each worker has its own Chromium and talks to it directly, without another process between. It ends with the
 * worker, because its pipe closes.
 */
export async function startChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('No Chromium was found: run `npm test` once, or set CHROMIUM_PATH.');
  const env = { ...process.env, ...inject('fontVariables') };
  const browser = await chromium.launch({ executablePath, args: flags, env });
  await giveWay(browser);
  return browser;
}

/**
 * The browser has a session of its own, and Linux gives one session as much of the processor as all lanes together,
 * however nice they are. The live tests go by the real clock, so they get a little priority.
 */
async function giveWay(browser: Browser): Promise<void> {
  const debug = await browser.newBrowserCDPSession();
  const { processInfo } = await debug.send('SystemInfo.getProcessInfo');
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  const file = `/proc/${pid}/autogroup`;
  if (existsSync(file)) writeFileSync(file, '2');
}
