// The scene of each story in the page: few words before a touch, none small, none cut, none on another, at its start, at its harm and
// with its first answer.
import { expect, test } from 'vitest';
import { stories } from '../../src/stories';
import { sampled } from '../support/nightly';
import { prepareBrowser } from '../support/page';
import { lengthMax, lengthOf, look, toEnd } from '../support/sceneLook';

const openPage = prepareBrowser();

test.each(
  sampled(
    stories.map(({ id }, i) => [id, i] as const),
    8,
  ),
)('%s', async (id, i) => {
  const language = i % 3 === 2 ? 'zh' : 'en';
  for (const width of [1440, 700, 390]) {
    const viewport = { width, height: width === 1440 ? 900 : 844 };
    const path = `?story=${id}&scene&lang=${language}`;
    const { page, problems, close } = await openPage(path, { reducedMotion: 'reduce', viewport });
    await page.locator('main [data-plot]').waitFor();
    const start = await page.evaluate(look);
    expect(start.problems, `${width}, at the start`).toEqual([]);
    expect(lengthOf(start.words, language), start.words.join(' ')).toBeLessThanOrEqual(lengthMax[language]);
    await toEnd(page);
    expect((await page.evaluate(look)).problems, `${width}, at its harm`).toEqual([]);
    const answer = page.locator('main h2 + ul button[aria-pressed]').first();
    if ((await answer.count()) > 0) {
      await answer.click();
      // A variant, or the break that a search has found.
      await expect.poll(() => page.url()).toMatch(/[?&]variant=|#v1\./);
      await toEnd(page);
      expect((await page.evaluate(look)).problems, `${width}, with its first answer`).toEqual([]);
    }
    expect(problems).toEqual([]);
    await close();
  }
});
