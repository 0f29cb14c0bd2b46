// The clipboard belongs to the machine: pages of tests that run side by side would read what another has copied.
import type { Page } from 'playwright-core';

/** From now on this page copies to, and reads from, a clipboard of its own. */
export const ownClipboard = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let kept = '';
    navigator.clipboard.writeText = async (text) => {
      kept = text;
    };
    navigator.clipboard.readText = async () => kept;
  });
