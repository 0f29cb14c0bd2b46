// One page for several tests of a file. Opening a page costs more than most tests, so a test that needs only a story
// turns the previous test's page to that story, as Back does. What openRun does not reset (the language, a tab, the
// history of undo) stays as it was: a test that depends on it, or changes it, opens a page of its own.
import type { Locator, Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import type { OpenedPage, OpenPage } from './page';

export type SamePage = Pick<OpenedPage, 'page' | 'problems'>;

interface Size {
  /** The suffix of an address of this size. */
  readonly query: string;
  /** An element that is on the page when the story is open. */
  readonly shows: (page: Page, story: string) => Locator;
}

const details: Size = { query: '', shows: (page, story) => page.locator(`[data-story="${story}"]`) };

/** In the size for a projector. */
export const presented: Size = {
  query: '&present',
  shows: (page, story) => page.locator('footer').getByText(new RegExp(`/${story}$`)),
};

/** A story that no test needs. */
const between = 'why-lock';

/**
 * @param openPage of `prepareBrowser`, which closes the page at the end of the file
 * @returns a function that turns the page to this story, or to another one by its id. After a failed test it opens
 *   another page.
 */
export function samePage(
  openPage: OpenPage,
  story = 'pause-before-write',
  options: Parameters<OpenPage>[1] = {},
  size = details,
): (other?: string) => Promise<SamePage> {
  let opened: OpenedPage | null = null;
  return async (wanted = story) => {
    onTestFailed(async () => {
      const failed = opened;
      opened = null;
      await failed?.close();
    });
    if (opened === null) {
      opened = await openPage(`?story=${wanted}${size.query}`, options);
      await size.shows(opened.page, wanted).waitFor();
    } else await turnBack(opened.page, wanted, size);
    return opened;
  };
}

/** Closes everything that lies over the page, removes the focus, and opens the story again. */
async function turnBack(page: Page, story: string, { query, shows }: Size): Promise<void> {
  for (let i = 0; i < 3 && (await page.getByRole('dialog').count()) > 0; i++) await page.keyboard.press('Escape');
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
  for (const id of [between, story]) {
    await page.evaluate(
      (address) => {
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      },
      `${new URL(page.url()).pathname}?story=${id}${query}`,
    );
    await shows(page, id).waitFor();
  }
}
