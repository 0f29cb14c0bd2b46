// Time on a page: a test says how much of it passes, or waits for what is drawn, and never for a time of its own.
import type { Page } from 'playwright-core';

/** Until `page.clock.resume()` no time passes but that of `page.clock.runFor`. For a page that was opened with `hasClock`. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  // It can only be stopped at a time that is still to come.
  await page.clock.pauseAt(now + 10_000);
}

/** The page has been drawn three times, whatever its clock says: what follows the size of something has followed. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let times = 0; times < 3; times++)
      await new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.documentElement);
      });
  });
