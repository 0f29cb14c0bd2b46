// A stranger's sixteen looks: four links, each in four windows. He sees few words, none small and none cut, and both facts in the end.
import { expect, test } from 'vitest';
import { sampled } from '../support/nightly';
import { prepareBrowser } from '../support/page';
import { lengthMax, lengthOf, look, toEnd } from '../support/sceneLook';

const openPage = prepareBrowser();

const links = [
  ['the front page', '?scene', 'en'],
  ['a story', '?story=failover&scene', 'en'],
  ['a story in Chinese', '?story=clock-jump&lang=zh&scene', 'zh'],
  ['a run of somebody else', '?scene#v1.kJRVg6gD13G6sMgBS0DMNjE3BAYosssg8WFialBbWwsA', 'en'],
] as const;

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 360, height: 640 },
];

const looks = links.flatMap((link) =>
  windows.map((viewport) => [...link, `${viewport.width}×${viewport.height}`, viewport] as const),
);

test.each(sampled(looks, 8))('%s, “%s” (%s), in %s', async (_name, path, language, _size, viewport) => {
  const isPhone = viewport.width < 900;
  const { page, problems, close } = await openPage(path, {
    viewport,
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
  });
  await page.locator('main [data-plot]').waitFor();
  await page.keyboard.press('Home');
  const start = await page.evaluate(look);
  expect(start.problems).toEqual([]);
  expect(lengthOf(start.words, language), start.words.join(' ')).toBeLessThanOrEqual(lengthMax[language]);
  await toEnd(page);
  expect((await page.evaluate(look)).problems).toEqual([]);
  const seen = await page.evaluate(() => {
    const isSeen = (selector: string): boolean =>
      [...document.querySelectorAll(selector)].some((element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect();
        return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
      });
    return {
      facts: document.querySelectorAll('main p[data-tone]').length,
      verdict: isSeen('main div:has(> p[data-tone])'),
      title: isSeen('h1'),
      picture: isSeen('[data-plot]'),
      play: isSeen('main button[data-tip*="Space"], main button[data-tip*="空格"]'),
      lanes: document.querySelector('[data-plot]')?.getBoundingClientRect().height ?? 0,
    };
  });
  expect(seen).toEqual({ ...seen, facts: 2, verdict: true, title: true, picture: true, play: true });
  expect(seen.lanes).toBeGreaterThanOrEqual(240);
  expect(problems).toEqual([]);
  await close();
});
