// A recorded run on the page and in a post: it plays, shows every lane and says what happened, and cannot be changed.
import { expect, test } from 'vitest';
import { recordedLink } from '../../src/web/files/savedRun';
import { findBarriers } from '../support/barriers';
import { prepareBrowser } from '../support/page';
import { recordedText, recordedTrace } from '../support/recordedRun';

const openPage = prepareBrowser();
const link = recordedLink(recordedTrace) ?? '';
const still = { reducedMotion: 'reduce' } as const;

test('a file that attack wrote opens from the page, and back leads to what was open', async () => {
  const { page, problems, close } = await openPage('?story=failover&scene', still);
  await page.getByRole('heading', { name: 'A failover can forget the lock' }).waitFor();
  // The page takes files once it has loaded what it needs first.
  await expect
    .poll(async () => {
      await page.evaluate((text) => {
        const data = new DataTransfer();
        data.setData('text', text);
        dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
      }, recordedText);
      return new URL(page.url()).hash;
    })
    .toMatch(/^#r=v1\./);
  await page.getByText('it can be played, but not dragged').waitFor();
  // The playhead alone can be moved.
  expect(await page.getByRole('slider').count()).toBe(1);
  await page.goBack();
  await page.getByRole('heading', { name: 'A failover can forget the lock' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('it steps, shows every lane, and leads from a cause to its moment; keys change nothing', async () => {
  const { page, problems, close } = await openPage(`#${link}`, still);
  const scene = page.getByRole('main');
  await scene.waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const outcome = await scene.getAttribute('data-outcome');
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  await page.getByRole('button', { name: 'Next moment' }).click();
  await expect.poll(() => playhead.getAttribute('aria-valuenow')).not.toBe('0');
  for (const key of ['p', 'c', 'Delete', 'Control+z', '2', '3']) await page.keyboard.press(key);
  expect(await scene.getAttribute('data-outcome')).toBe(outcome);
  await page.getByRole('button', { name: 'Show every lane' }).click();
  await page.getByText('Redis A').first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const causes = page.getByRole('list', { name: 'What happened' }).getByRole('button');
  await causes.first().click();
  await expect.poll(() => causes.first().getAttribute('aria-current')).toBe('step');
  expect(problems).toEqual([]);
  await close();
});

test('in a post it is as high as its content and leads to the page', async () => {
  const { page, problems, close } = await openPage(`embed/?v=1&lang=zh#${link}`, still);
  const open = page.getByRole('link', { name: '打开' });
  expect(await open.getAttribute('href')).toBe(`../?lang=zh#${link}`);
  await page.getByRole('button', { name: '显示全部泳道' }).click();
  await page.getByText('Redis A').first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test('a damaged address says so, and the first story opens instead', async () => {
  const { page, close } = await openPage(`?scene#${link.slice(0, -9)}`, still);
  await page.getByText('The link is damaged').first().waitFor();
  await page.getByRole('heading', { name: 'A pause outlives the lock' }).waitFor();
  await close();
  const post = await openPage(`embed/?v=1#${link.slice(0, -9)}`, still);
  await post.page.getByRole('alert').waitFor();
  await post.close();
});
