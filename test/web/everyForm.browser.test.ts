// Forms of everyForm.ts in the frames of a post, and the line about a run that ends differently today. That a form is
// read is in everyForm.test.ts.
import { expect, inject, test } from 'vitest';
import { story } from '../../src/content/stories/argument/everyLease';
import { encodeLink } from '../../src/core/model/links/link';
import { parts } from '../../src/core/run/parts';
import { embedOf, outcomeIn, post, verdictIn } from '../support/embeds';
import { embeds } from '../support/everyForm';
import { sampled } from '../support/nightly';
import { serveOther } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const still = { reducedMotion: 'reduce' } as const;

const given = (name: string): string => {
  const found = embeds.find(([form]) => form === name)?.[1];
  if (found === undefined) throw new Error(`There is no form “${name}”.`);
  return found;
};

test('a post opens codes of the dialog', async () => {
  const site = inject('siteAddress');
  const forms = [
    'HTML with a link',
    'HTML of the dialog with the outcome',
    'HTML of the dialog with a scenario and its outcome',
  ];
  const elements = forms.map((form) => /<redlock-playground.*<\/redlock-playground>/.exec(given(form))?.[0]);
  const iframe = given('the Chinese page of a story').replace('https://play.example/', site);
  const blog = await serveOther({ pages: { 'post.html': post(site, `${elements.join('\n')}\n${iframe}`) } });
  const { page, close } = await openPage(`${blog.address}post.html`, {
    ...still,
    viewport: { width: 1000, height: 4000 },
  });
  for (const [nth, outcome] of ['lost', 'held', 'lost'].entries())
    await expect.poll(() => outcomeIn(embedOf(page, nth))).toBe(outcome);
  const plain = page.frameLocator('iframe[title="A run"]');
  await expect.poll(() => outcomeIn(plain)).toBe('overlap');
  for (let nth = 0; nth < forms.length; nth++)
    expect(await embedOf(page, nth).getByText('When this run was shared').count()).toBe(0);
  await close();
  await blog.close();
});

const other = encodeLink(story.scenario, { parts, outcome: { lock: 'held', data: 'safe' } });

const lines = [
  ['en', /^When this run was shared, it ended like this: the lock worked\.$/],
  ['zh', /^分享时的结果是：锁守住了。$/],
] as const;

test.each(sampled(lines, 2))(
  'the page says how a run ended that ends otherwise today, until it is changed: %s',
  async (language, line) => {
    const { page, problems, close } = await openPage(`?lang=${language}#${other}`);
    await page.getByText(line).waitFor();
    expect(await page.getByRole('status').filter({ hasText: line }).count()).toBe(1);
    await page.getByLabel(language === 'en' ? 'Seed' : '随机种子', { exact: true }).fill('99');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText(line).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  },
);

const linesInEmbeds = [
  [`embed/?lang=zh#${other}`, /^分享时的结果是：锁守住了。$/],
  [`embed/?lang=en#${other}`, /^When this run was shared, it ended like this: the lock worked\.$/],
  [
    'embed/every-lease/?view=verdict&outcome=overlap.refused',
    /^When this run was shared, it ended like this: two holders at once/,
  ],
  ['embed/every-lease/?outcome=held.safe', /^When this run was shared, it ended like this: the lock worked\.$/],
] as const;

test.each(sampled(linesInEmbeds, 2))('an embed says it, too: %s', async (path, line) => {
  const { page, problems, close } = await openPage(path, still);
  await page.getByText(line).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('an outcome that is markup is named as it was written', async () => {
  const outcome = encodeURIComponent('<img src=x onerror=alert(1)>');
  const { page, problems, close } = await openPage(`embed/every-lease/?outcome=${outcome}`, still);
  await expect.poll(() => outcomeIn(page)).toBe('lost');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('<img src=x onerror=alert(1)>');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await verdictIn(page).count()).toBe(1);
  expect(problems).toEqual([]);
  await close();
});
