// From the first paint to the last answer nothing on the page moves: the room of what comes is there from the start.
import { expect, test } from 'vitest';
import { sampled } from '../support/nightly';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const watchShifts = (): void => {
  const shifts: unknown[] = [];
  Object.assign(globalThis, { shifts });
  const seen = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[])
      shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.parentElement?.className)]);
  });
  seen.observe({ type: 'layout-shift', buffered: true });
};

test.each(
  sampled(
    [
      [1440, 900],
      [768, 1024],
      [390, 844],
      [720, 450],
      [568, 320],
    ] as const,
    4,
  ),
)('a first visit sees its first story to the end, and nothing moves, in %d × %d', async (width, height) => {
  const { page, close } = await openPage('robots.txt', { isFirstVisit: true, viewport: { width, height } });
  await page.addInitScript(watchShifts);
  await page.goto(new URL('./', page.url()).href);
  const isLow = height <= 620;
  const last = isLow
    ? page.getByRole('button', { name: 'What would have saved 52?' })
    : page.getByText(/^A pause of at most/);
  await last.waitFor({ state: 'attached' });
  expect(await page.evaluate('shifts')).toEqual([]);
  await close();
});
