// Starts a real Chromium for a browser test. It knows no page; see page.ts.
import { type Browser, chromium } from 'playwright-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';

/** Starts a headless Chromium. @returns a browser that the test must close. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('No Chromium was found: run `npm test` once, or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, headless: true, args: [...chromiumFlags] });
}
