// A film in the dialog that shares a run: a press makes it, it can be cancelled, and it is a GIF of the run on
// screen.
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

test('a film is made in the page, and saved as a GIF of at most 2 MB', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&details');
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Film' }).click();
  await dialog.getByText('all lanes').click();
  await dialog.getByRole('button', { name: 'Make the film' }).click();
  const save = dialog.getByRole('button', { name: 'Save GIF' });
  await save.waitFor({ timeout: 60_000 });
  expect(await findBarriers(page, '[role=dialog]')).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('redlock-a-pause-outlives-the-lock.gif');
  const film = await buffer(await download.createReadStream());
  expect(film.subarray(0, 6).toString('latin1')).toBe('GIF89a');
  expect(film.readUInt16LE(6)).toBe(720);
  expect(film.length).toBeLessThan(2_000_000);
  expect(film.length).toBeGreaterThan(50_000);
  // A different choice is a different film, which waits for a press.
  await dialog.getByText('Dark').click();
  await dialog.getByRole('button', { name: 'Make the film' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a film that is cancelled is made anew by another press', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&details&lang=zh');
  await page.getByRole('button', { name: '分享' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: '影片' }).click();
  // It is slow enough to be cancelled in time.
  await page.evaluate(() => {
    const { decode } = HTMLImageElement.prototype;
    HTMLImageElement.prototype.decode = async function () {
      await new Promise((later) => setTimeout(later, 300));
      return decode.call(this);
    };
  });
  await dialog.getByRole('button', { name: '生成影片' }).click();
  await dialog.getByRole('progressbar').waitFor();
  await dialog.getByRole('button', { name: '取消' }).click();
  await dialog.getByRole('button', { name: '生成影片' }).click();
  await dialog.getByText(/^第 [1-9]\d* 张，共 \d+ 张$/).waitFor();
  expect(problems).toEqual([]);
  await close();
});
