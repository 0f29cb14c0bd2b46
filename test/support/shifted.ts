// How far the content of a page has shifted by itself.
import type { Page } from 'playwright-core';

/**
 * The sum of all shifts that no press of a person caused.
 * @param since a time of the page's own clock; by default its start
 */
export const shifted = (page: Page, since = 0): Promise<number> =>
  page.evaluate(
    (from) =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
            if (!hadRecentInput && entry.startTime > from) sum += value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
    since,
  );
