// A post with a reader's own lock in it: it can be read, a press runs it, and readers can change it where the post
// allows that. In a sandbox it can be read, and a link leads to the page that runs it.
import { expect, inject, test } from 'vitest';
import { encodeCode } from '../../src/core/model/links/codeLink';
import { templates } from '../../src/sandbox/own/templates/templates';
import { findBarriers } from '../support/barriers';
import { embedOf, iframeOf, post } from '../support/embeds';
import { sampled } from '../support/nightly';
import { prepareOthers } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const serve = prepareOthers();
const template = templates[1];
const lock = `${template?.lock ?? ''}// from a post`;
const code = encodeCode({ lock, check: null, guard: 'none', faults: 'pause' }) ?? '';

const openPost = async (body: string) => {
  const site = inject('siteAddress');
  const blog = await serve({ pages: { 'post.html': post(site, body) } });
  return openPage(`${blog}post.html`, { viewport: { width: 1000, height: 2400 }, hasClock: true });
};

test('a lock in a post waits for a press, runs in the frame, and is changed where the post lets readers', async () => {
  const { page, problems, close } = await openPost(
    `<redlock-playground code="${code}"></redlock-playground><redlock-playground code="${code}" editable lang="zh"></redlock-playground>`,
  );
  const [fixed, open] = [embedOf(page, 0), embedOf(page, 1)];
  await fixed.getByText('// from a post').waitFor();
  await page.clock.runFor(2500);
  expect(await fixed.locator('[data-plot]').count()).toBe(0);
  await fixed.getByRole('button', { name: 'Run it' }).click();
  await fixed.getByRole('heading', { name: 'An update was lost' }).waitFor({ timeout: 30_000 });
  await fixed.locator('.cm-content').click();
  await page.keyboard.type('boom');
  expect(await fixed.locator('.cm-content').textContent()).not.toContain('boom');
  expect(await findBarriers(page, 'redlock-playground')).toEqual([]);

  await open.getByRole('button', { name: '运行' }).click();
  await open.locator('[data-plot]').waitFor({ timeout: 30_000 });
  await open.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' and changed');
  await expect.poll(() => open.getByRole('link', { name: '打开' }).getAttribute('href')).not.toContain(code);
  // Neither is kept: readers have their own lock.
  const kept = await page.frames()[1]?.evaluate(() => localStorage.getItem('redlock-own'));
  expect(kept).toBe(null);
  const heights = await Promise.all([0, 1].map(async (nth) => (await iframeOf(page, nth).boundingBox())?.height ?? 0));
  for (const height of heights) expect(height).toBeGreaterThan(500);
  expect(problems).toEqual([]);
  await close();
});

test('in a sandbox it can be read, and “Open” leads to the page that runs it; what is no code says so', async () => {
  const { page, problems, close } = await openPost(
    `<redlock-playground code="${code}" sandbox="allow-scripts allow-popups"></redlock-playground>
<redlock-playground code="${code.slice(0, -4)}" sandbox="allow-scripts"></redlock-playground>`,
  );
  const shut = embedOf(page, 0);
  await shut.getByText('// from a post').waitFor();
  const href = await shut.getByRole('link', { name: 'Open' }).getAttribute('href');
  expect(new URL(href ?? '', `${inject('siteAddress')}embed/`).href).toBe(
    `${inject('siteAddress')}own/?lang=en#${code}`,
  );
  expect(await shut.getByRole('button').count()).toBe(0);
  await embedOf(page, 1).getByText('The link is damaged').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('in a post that stands in a sandbox itself, it can be read as well', async () => {
  const site = inject('siteAddress');
  const blog = await serve({
    pages: {
      'post.html': post(site, `<redlock-playground code="${code}" editable></redlock-playground>`),
      'around.html': '<iframe sandbox="allow-scripts" src="post.html" width="900" height="900"></iframe>',
    },
  });
  const { page, problems, close } = await openPage(`${blog}around.html`);
  const embed = page.frameLocator('iframe').locator('redlock-playground').locator('iframe').contentFrame();
  await embed.getByText('// from a post').waitFor();
  await embed.getByRole('link', { name: 'Open' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

const posts = [
  ['index.html', 'Run it', 'An update was lost'],
  ['zh.html', '运行', '丢了一次更新'],
] as const;

test.each(sampled(posts, 2))(
  'the lock in the sample post %s runs by a press, and loses an update',
  async (file, press, outcome) => {
    const { page, problems, close } = await openPage(`examples/${file}`, { viewport: { width: 1000, height: 900 } });
    await page.locator('redlock-playground').nth(7).scrollIntoViewIfNeeded();
    const lock = embedOf(page, 7);
    await lock.getByRole('button', { name: press }).click();
    await lock.getByText(outcome).first().waitFor({ timeout: 30_000 });
    expect(problems).toEqual([]);
    await close();
  },
);
