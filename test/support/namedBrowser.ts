/** The browser that SMOKE_BROWSER names. */
import playwright, { type Browser } from 'playwright-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';

const engines = ['chromium', 'firefox', 'webkit'] as const;
const named = process.env['SMOKE_BROWSER'] ?? 'chromium';

export const engine = ((): (typeof engines)[number] => {
  const found = engines.find((name) => name === named);
  if (found === undefined) throw new Error(`SMOKE_BROWSER is to be one of ${engines.join(', ')}, not "${named}".`);
  return found;
})();

/** Firefox and WebKit must be those that Playwright installed. Chromium may be any. */
export async function launchNamed(): Promise<Browser> {
  if (engine !== 'chromium') return playwright[engine].launch();
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium was found: set CHROMIUM_PATH.');
  return playwright.chromium.launch({ executablePath, args: [...chromiumFlags] });
}
