// What the menu “More” in the bar of the bench contains.
import type { Page } from 'playwright-core';

const openMore = (page: Page): Promise<void> =>
  page
    .getByRole('banner')
    .getByRole('button', { name: /^(More|更多)$/ })
    .click();

/** Presses a button there. */
export async function pressUnderMore(page: Page, name: string | RegExp): Promise<void> {
  await openMore(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
}

/** Chooses the language there, and closes it. */
export async function chooseLanguage(page: Page, name: 'English' | '中文'): Promise<void> {
  await openMore(page);
  await page.getByRole('dialog').getByRole('radio', { name }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
