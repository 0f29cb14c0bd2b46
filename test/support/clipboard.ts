// The clipboard belongs to the machine: pages of tests that run side by side would read each other's copies.
import type { Page } from 'playwright-core';

/** From now on this page reads only its own copies. It still copies to the machine's clipboard. */
export const ownClipboard = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let kept = '';
    const copy = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = async (text) => {
      await copy(text);
      kept = text;
    };
    navigator.clipboard.readText = async () => kept;
  });
