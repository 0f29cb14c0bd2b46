// The page is drawn in the fonts of the project, in each language, whatever fonts the machine has.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fontOf } from './fonts';
import { prepareBrowser } from './page';

const openPage = prepareBrowser();

test.runIf(process.platform === 'linux').each([
  ['en-US', [fontOf.en]],
  ['zh-CN', [fontOf.zh]],
] as const)('the title of a story is drawn in one font of the project, in %s', async (locale, fonts) => {
  const { page, close } = await openPage('?story=pause-before-write&scene', { locale });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await fontsOf(page, 'h1')).toEqual(fonts);
  await close();
});

/** @returns the families that really drew the words of the first such element */
async function fontsOf(page: Page, selector: string): Promise<readonly string[]> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('DOM.enable');
  await debug.send('CSS.enable');
  const { root } = await debug.send('DOM.getDocument');
  const { nodeId } = await debug.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await debug.send('CSS.getPlatformFontsForNode', { nodeId });
  return [...new Set(fonts.map(({ familyName }) => familyName.replace(/ SemiBold$/, '')))];
}
