// A link with code on the page of one’s own lock: it is shown and waits, a press runs it, the reader’s own code comes
// back, and dragged faults travel along.
import { expect, test } from 'vitest';
import { encodeCode } from '../../src/core/model/links/codeLink';
import { firstTemplate } from '../../src/sandbox/own/templates/templates';
import { findBarriers } from '../support/barriers';
import { prepareOwnPage } from '../support/ownPage';

const openOwn = prepareOwnPage();

const sent = `${firstTemplate.lock}// from a friend`;
const link = encodeCode({ lock: sent, check: null, guard: 'version', faults: 'pause' }) ?? '';

test('code of a link waits for a press, and the reader’s own is kept behind it', async () => {
  const { page, problems, close } = await openOwn({ hasClock: true });
  const code = page.locator('.cm-content');
  await code.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('// mine');
  await page.locator('[data-plot]').waitFor();
  await page.evaluate((hash) => {
    const counted = window as { askedOfWorkers?: number };
    counted.askedOfWorkers = 0;
    Worker.prototype.postMessage = new Proxy(Worker.prototype.postMessage, {
      apply: (post, worker, given) => {
        // A run of the reader's own code may still be on, and is cancelled.
        if (given[0]?.kind !== 'cancel') counted.askedOfWorkers = (counted.askedOfWorkers ?? 0) + 1;
        Reflect.apply(post, worker, given);
      },
    });
    location.hash = hash;
  }, link);
  await page.getByText('This code came with a link.').waitFor();
  await expect.poll(() => code.textContent()).toContain('// from a friend');
  // None of it runs, and it is not attacked either, even after a reload.
  await page.clock.runFor(3000);
  expect(await page.evaluate(() => (window as { askedOfWorkers?: number }).askedOfWorkers)).toBe(0);
  expect(await page.locator('[data-plot]').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Attack it' }).isDisabled()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'Run it' }).click();
  await page.locator('[data-plot]').waitFor();
  expect(await page.getByRole('radio', { name: 'Version' }).isChecked()).toBe(true);
  expect(page.url()).toContain(`#${link}`);
  await page.getByRole('button', { name: 'Bring my code back' }).click();
  await expect.poll(() => code.textContent()).toContain('// mine');
  await page.locator('[data-plot]').waitFor();
  // The address never names other code than the page shows.
  await expect.poll(() => page.url()).not.toContain('#');
  expect(problems).toEqual([]);
  await close();
});

test('a link that is copied opens the same code, check and run elsewhere', async () => {
  const { page, close } = await openOwn();
  await page.locator('[data-plot]').waitFor();
  await page.getByRole('radio', { name: 'None' }).first().check();
  await page.getByRole('button', { name: 'Share' }).click();
  const address = await page.getByRole('textbox', { name: 'Link with your code' }).inputValue();
  await close();
  const other = await openOwn({}, address);
  // It is the template, which everybody has, so nothing needs to wait.
  await other.page.locator('[data-plot]').waitFor();
  expect(await other.page.getByRole('radio', { name: 'None' }).first().isChecked()).toBe(true);
  await other.close();
});

test('code that is too long is said to be, and a damaged link says what is wrong', async () => {
  const { page, problems, close } = await openOwn({}, `own/#${link.slice(0, -3)}`);
  await page.getByText('The link is damaged').waitFor();
  await page.evaluate(() => {
    const kept = { lock: `// ${'long '.repeat(5000)}`, check: '', guard: 'none', isWaiting: true, before: null };
    localStorage.setItem('redlock-own', JSON.stringify(kept));
  });
  await page.goto(page.url().replace(/#.*/, '?again'));
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('A link carries at most 20 kB').waitFor();
  // Nothing ran, and there is nothing to copy.
  expect(await page.getByRole('dialog').getByRole('textbox').count()).toBe(0);
  expect(await page.locator('[data-plot]').count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});
