// What the pages print.
import { expect, test } from 'vitest';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

test('a printer gets the timeline as a picture with its verdict, and not the page', async () => {
  const { page, problems, close } = await openPage();
  const picture = page.locator('body > section > svg');
  await page.evaluate(() => history.replaceState(null, '', '?story=pause-before-write&token=secret'));
  // The code for it loads after the page.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      return picture.count();
    })
    .toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => picture.isVisible()).toBe(true);
  await expect.poll(() => picture.textContent()).toContain('An update was lost');
  await expect.poll(() => picture.textContent()).toContain('?story=pause-before-write');
  expect(await picture.textContent()).not.toContain('secret');
  await expect.poll(() => page.locator('body > section > ol > li').count()).toBeGreaterThanOrEqual(3);
  await expect.poll(() => page.locator('#root').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => picture.count()).toBe(0);
  await expect.poll(() => page.locator('#root').isVisible()).toBe(true);

  await page.getByRole('group', { name: 'Compare with' }).getByRole('radio').last().click();
  await page.locator('main').getByRole('heading', { name: 'Original' }).waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const both = await picture.textContent();
  expect(both).toContain('Original');
  expect(both?.split('Redis E')).toHaveLength(3);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  expect(problems).toEqual([]);
  await close();
});

test('a scene is printed on one page, with its verdict and its address', async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write&scene', { colorScheme: 'dark' });
  const sheet = page.locator('body > section');
  // The sheet loads after the page.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      return sheet.count();
    })
    .toBe(1);
  await page.emulateMedia({ media: 'print' });
  await sheet.getByRole('heading', { name: 'A pause outlives the lock' }).waitFor();
  await sheet.getByText('✕ Data: an update was lost').waitFor();
  await sheet.getByText('?story=pause-before-write&scene').waitFor();
  // The lock is one lane, and no node has a lane.
  const drawn = await sheet.locator('svg').textContent();
  expect(drawn).toContain('Storage');
  expect(drawn).not.toContain('Redis A');
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g);
  expect(pages).toHaveLength(1);
  expect(problems).toEqual([]);
  await close();
});

test('an exercise is printed as its task with boxes to tick, in light colours, and a hidden run stays hidden', async () => {
  const { page, problems, close } = await openPage('learn/?do=the-nap', { colorScheme: 'dark' });
  await page.getByText('The run is hidden until').waitFor();
  const sheet = page.locator('body > section');
  const print = async (): Promise<void> => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
  };
  // The sheet loads after the page.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      return sheet.count();
    })
    .toBe(1);
  await print();
  await expect.poll(() => sheet.getByRole('heading', { name: 'The nap' }).isVisible()).toBe(true);
  await expect.poll(() => sheet.getByRole('listitem').count()).toBe(3);
  await expect.poll(() => sheet.locator('svg').count()).toBe(0);
  await expect.poll(() => page.locator('#root').isVisible()).toBe(false);
  await expect
    .poll(() => sheet.evaluate((element) => getComputedStyle(element).getPropertyValue('--page')))
    .toBe('#fbfaf8');
  await page.emulateMedia({ media: 'screen' });
  await page.goto(new URL('?do=one-wrong-clock', page.url()).href);
  await page.getByRole('complementary', { name: 'Task' }).waitFor();
  await expect
    .poll(async () => {
      await print();
      return sheet.locator('svg').count();
    })
    .toBe(1);
  expect(problems).toEqual([]);
  await close();
});

test('the essay is printed upright, and the table lying', async () => {
  for (const [path, sheet] of [
    ['essay/', 'upright'],
    ['matrix/', 'lying'],
  ] as const) {
    const { page, close } = await openPage(path);
    await page.locator('main').waitFor();
    const printed = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)/.exec(printed) ?? [];
    expect(Number(width) > Number(height) ? 'lying' : 'upright').toBe(sheet);
    await close();
  }
});
