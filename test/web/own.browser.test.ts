// “Bring your own lock” in Chromium, with a stand-in for the sandbox: the run follows the code, an error appears at
// its line, a template discards nothing, attacks open in the scene, a phone shows one part at a time, and the
// keyboard is enough.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { prepareOwnPage } from '../support/ownPage';
import { recordedText } from '../support/recordedRun';

const openOwn = prepareOwnPage();

const code = (page: Page) => page.locator('.cm-content');
const run = (page: Page) => page.getByRole('region', { name: /^(Run|运行)$/ });
const title = (page: Page) => run(page).getByRole('heading', { level: 2 }).first();

test('the run follows the code, and while the code is wrong the last run stays', async () => {
  const { page, problems, close } = await openOwn();
  await expect.poll(() => title(page).textContent()).toBe('An update was lost');
  await run(page).getByText('the key is mine\\u001b').waitFor();
  await run(page).getByRole('radio', { name: 'Version' }).check();
  await expect.poll(() => title(page).textContent()).not.toBe('An update was lost');
  await code(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('boom');
  await page.getByText('Syntax error: Unexpected boom').first().waitFor();
  await page.getByText('Lock, line 18').waitFor();
  await page.locator('.cm-lintRange-error').waitFor();
  expect(await run(page).locator('[data-plot]').count()).toBe(1);
  await run(page).getByText('Still showing the last run without an error.').waitFor();
  const isGrey = (): Promise<boolean> =>
    run(page)
      .locator('[data-plot]')
      .evaluate((plot) => plot.closest('[data-stale="true"]') !== null);
  expect(await isGrey()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  for (let i = 0; i < 4; i++) await page.keyboard.press('Backspace');
  await expect.poll(() => page.locator('.cm-lintRange-error').count()).toBe(0);
  await expect.poll(isGrey).toBe(false);
  expect(problems).toEqual([]);
  await close();
});

test('refusals that are thrown are one grey line, and an error is told once for all clients', async () => {
  const { page, problems, close } = await openOwn();
  await page.getByText('Paste your code as it is').waitFor();
  await code(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText("// if (!ok) throw new Error('refuses')\n");
  await page.getByText('threw “refuses\\u202e” 158 times: counted as refusals').waitFor();
  expect(await page.locator('.cm-lintRange-error').count()).toBe(0);
  await page.keyboard.insertText('// throws');
  await page.getByText('2 times', { exact: false }).first().waitFor();
  expect(await page.getByText('The code threw').count()).toBe(1);
  expect(await page.getByText('Return null to refuse').count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

test('the first break plays while the attack goes on, in view; then it says whose mistake it is, and what fixes it', async () => {
  const { page, problems, close } = await openOwn();
  await code(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('// deletes');
  await page.getByRole('button', { name: 'Attack it' }).click();
  const first = page.getByText('It breaks: an update is lost');
  await first.waitFor();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  const isInView = (): Promise<boolean> =>
    first.evaluate((box) => box.getBoundingClientRect().bottom <= window.innerHeight);
  await expect.poll(isInView).toBe(true);
  await expect.poll(() => run(page).getByRole('radio', { name: 'From an attack' }).isChecked()).toBe(true);
  await page.getByRole('heading', { name: 'Your lock’s own mistake (1)' }).waitFor();
  await page.getByText('What every lock with a lease suffers from (1)').waitFor();
  await page.getByText('Lock, line 10').waitFor();
  const story = page.getByRole('link', { name: 'Story 4: A lock needs a value of its own' });
  expect(await story.getAttribute('href')).toBe('../?story=fixed-value');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open the template “Own value and Lua”' }).first().click();
  await expect.poll(() => code(page).textContent()).toContain('compareAndDelete');
  await page.getByRole('button', { name: 'Bring my code back' }).click();
  await expect.poll(() => code(page).textContent()).toContain('// deletes');
  expect(problems).toEqual([]);
  await close();
});

test('a template is undone, even after a reload', async () => {
  const { page, problems, close } = await openOwn();
  await code(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('// mine');
  await page.getByRole('combobox', { name: 'Start over from a template' }).selectOption({ label: 'SETNX alone' });
  await expect.poll(() => code(page).textContent()).toContain('setnx');
  await page.reload();
  await page.getByRole('button', { name: 'Bring my code back' }).click();
  await expect.poll(() => code(page).textContent()).toContain('// mine');
  expect(problems).toEqual([]);
  await close();
});

test('an attack opens its smallest break in the scene, a held one offers the next space, and a row opens its run', async () => {
  const { page, problems, close } = await openOwn();
  await run(page).getByRole('radio', { name: 'None' }).first().check();
  await expect.poll(() => title(page).textContent()).not.toBe('An update was lost');
  await page.getByRole('button', { name: 'Attack it' }).click();
  await page.getByText('It breaks: an update is lost').waitFor();
  await expect.poll(() => run(page).getByRole('radio', { name: 'From an attack' }).isChecked()).toBe(true);
  await run(page).getByRole('radio', { name: 'Version' }).check();
  await page.getByText('From an attack').waitFor();
  await expect.poll(() => title(page).textContent()).not.toBe('An update was lost');
  await page.getByRole('button', { name: 'Attack it' }).click();
  await page.getByText('No break in 240 runs with one fault.').waitFor();
  await page.getByRole('button', { name: 'Try two faults' }).click();
  await page.getByRole('button', { name: 'Try three faults' }).waitFor();
  await page.getByRole('button', { name: 'Run all twelve' }).click();
  await page.getByText('3 of 12 held').waitFor();
  await page.getByRole('button', { name: /^A pause at each step/ }).click();
  await expect.poll(() => run(page).getByRole('radio', { name: 'From an attack' }).isChecked()).toBe(true);
  await code(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('// throws');
  await page.getByText('The code threw: throws\\u202e').first().waitFor();
  await page.getByRole('button', { name: 'Run all twelve' }).click();
  await page.getByRole('region', { name: 'Attacks' }).getByText('The code threw: throws\\u202e').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('on a phone, in Chinese and dark, one part is shown at a time, and nothing is cut', async () => {
  const { page, problems, close } = await openOwn(
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' },
    'own/?lang=zh',
  );
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(110);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('radio', { name: '运行' }).check();
  await run(page).locator('[data-plot]').waitFor();
  expect(await code(page).isVisible()).toBe(false);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole('radio', { name: '攻击' }).check();
  await page.getByRole('button', { name: '十二种全试' }).click();
  await page.getByText('12 种里经得起 3 种').waitFor();
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(problems).toEqual([]);
  await close();
});

test('keys alone: Tab indents in the editor, Escape and Tab leave it, and names are proposed', async () => {
  const { page, problems, close } = await openOwn();
  await code(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('clock.');
  await page.getByRole('option', { name: /^mono/ }).waitFor();
  // The first Escape closes the suggestions.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  const inEditor = () => page.evaluate(() => document.activeElement?.closest('.cm-editor') !== null);
  expect(await inEditor()).toBe(false);
  await page.keyboard.press('Shift+Tab');
  expect(await inEditor()).toBe(true);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.locator('.cm-line').first().textContent()).toMatch(/^ {2}/);
  expect(problems).toEqual([]);
  await close();
});

test('a fault that is dragged on the scene changes the run, and stays as it is while the code is written on', async () => {
  const { page, problems, close } = await openOwn();
  await expect.poll(() => title(page).textContent()).toBe('An update was lost');
  const length = run(page).getByRole('slider', { name: /Length.*Client 1 pauses/ });
  const before = Number(await length.getAttribute('aria-valuenow'));
  const box = await length.boundingBox();
  if (box === null) throw new Error('The pause has no end to drag.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const start = await run(page).locator('[data-plot]').boundingBox();
  for (let i = 1; i <= 8; i++) await page.mouse.move(x - (((start?.width ?? 0) / 4) * i) / 8, y);
  await expect.poll(() => title(page).textContent()).not.toBe('An update was lost');
  await page.mouse.up();
  const after = Number(await length.getAttribute('aria-valuenow'));
  expect(after).toBeLessThan(before);
  await code(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('// boom');
  const wrong = page.locator('.cm-lintRange-error');
  await wrong.waitFor();
  // The run of the code without it.
  for (let i = 0; i < 4; i++) await page.keyboard.press('Backspace');
  await page.keyboard.type('more');
  await wrong.waitFor({ state: 'detached' });
  expect(Number(await length.getAttribute('aria-valuenow'))).toBe(after);
  expect(problems).toEqual([]);
  await close();
});

test('a file of a run says where it opens, even over the editor, and the code stays', async () => {
  const { page, problems, close } = await openOwn();
  const written = await code(page).textContent();
  const drop = (name: string, text: string) =>
    page.evaluate(
      ([name = '', text = '']) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name, { type: 'application/json' }));
        const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector('.cm-content')?.dispatchEvent(event);
      },
      [name, text],
    );
  await drop('break-1.json', recordedText);
  await page.getByText('break-1.json is a recorded run of a lock that broke.').waitFor();
  expect(await page.getByRole('link', { name: 'Play it' }).getAttribute('href')).toMatch(/^\.\.\/#r=v1\./);
  await drop('package.json', '{"name":"x"}');
  await page.getByText('package.json is not the code of a lock.').waitFor();
  expect(await code(page).textContent()).toBe(written);
  expect(problems).toEqual([]);
  await close();
});

test('the guide has an address of its own', async () => {
  const { page, problems, close } = await openOwn({}, 'own/#guide');
  const guide = page.getByRole('dialog', { name: 'How to write it' });
  await guide.getByText('export function acquire(lock: Lock)').waitFor();
  await guide.getByRole('button', { name: 'Close' }).click();
  await guide.waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toBe('');
  expect(problems).toEqual([]);
  await close();
});

test('a broken lock comes with its break, is fixed and broken again by a press, and goes without a trace', async () => {
  const { page, problems, close } = await openOwn();
  await code(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('// mine');
  await page
    .getByRole('combobox', { name: 'Start over from a template' })
    .selectOption({ label: 'A transaction that should roll back' });
  const region = page.getByRole('region', { name: 'A transaction that should roll back' });
  await region.getByText('Redis rolls nothing back').waitFor();
  const itsBreak = run(page).getByRole('radio', { name: 'Its break' });
  await expect.poll(() => itsBreak.isChecked()).toBe(true);
  await region.getByText(/In this run/).waitFor();
  await region.getByRole('button', { name: 'Fix it' }).click();
  await expect.poll(() => code(page).textContent()).toContain("'NX'");
  await region.getByText('SET with NX and PX sets the expiry').waitFor();
  expect(await itsBreak.isChecked()).toBe(true);
  // The verdict fades in.
  await expect.poll(() => findBarriers(page)).toEqual([]);
  await region.getByRole('button', { name: 'Break it again' }).click();
  await expect.poll(() => code(page).textContent()).toContain('multi()');
  await page.reload();
  await region.waitFor();
  await expect.poll(() => itsBreak.isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Bring my code back' }).click();
  await expect.poll(() => code(page).textContent()).toContain('// mine');
  await expect.poll(() => itsBreak.count()).toBe(0);
  expect(await run(page).getByRole('radio', { name: 'A pause' }).isChecked()).toBe(true);
  expect(problems).toEqual([]);
  await close();
});
