// Time on a page: a test says how much passes, or waits for what is drawn, and never waits for a fixed time.
import type { Page } from 'playwright-core';

/** Until `page.clock.resume()`, time passes only by `page.clock.runFor`. For a page that was opened with `hasClock`. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  // The clock can only be stopped at a time in the future.
  await page.clock.pauseAt(now + 10_000);
}

/**
 * Waits until the page has been drawn three times, whatever its clock says: by then everything that depends on a size
 * is updated.
 */
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
