// The page with a server that replays runs: opens it, turns its switch and reads its words.

import type { Page } from 'playwright-core';
import { afterAll, expect, onTestFailed } from 'vitest';
import { story } from '../../src/content/stories/argument/pauseBeforeWrite';
import { encodeLink } from '../../src/core/model/links/link';
import { parts } from '../../src/core/run/parts';
import type { FromPage, Offer } from '../../src/live/wire/messages';
import { type LiveSite, readyOffer, serveLiveSite } from './liveSite';
import type { OpenedPage, OpenPage } from './page';

export const verdict = (page: Page) => page.getByRole('status', { name: /Verdict|判定/ });
export const outcome = (page: Page) => verdict(page).getAttribute('data-outcome');
export const strip = (page: Page) => page.getByRole('region', { name: /^(Real Redis|真实 Redis)$/ });
export const says = (page: Page) => strip(page).getByRole('status').textContent();
export const asked = (site: LiveSite) => site.heard.filter((message) => message.type === 'run');
const idOf = (message: FromPage | undefined): string => (message?.type === 'run' ? message.run : '');
export const latestId = (site: LiveSite): string => idOf(asked(site).at(-1));

export const nodeDied = {
  problem: {
    en: 'The redis-server of node A ended (SIGKILL) at 1.230 s.',
    zh: '节点 A 的 redis-server 在 1.230 s 时终止了 (SIGKILL)。',
  },
  advice: { en: 'Free some memory.', zh: '请腾出一些内存。' },
  lastWords: [
    '\\x1b[31mout of memory',
    '1:M 21 Nov 2026 14:00:01.230 # Out Of Memory allocating 4096 bytes! What a server says last is as long as this, and longer.',
    `--${'x'.repeat(300)}--`,
    ...Array.from({ length: 5 }, (_, i) => `${i}: ${'7f4c '.repeat(40)}`),
  ],
} as const;

/** Whether the run was late from its beginning to its end. */
export const tooLate = { late: [[0, 60_000_000]], simulated: 'held' } as const;

export const durationOf = (message: FromPage): unknown =>
  message.type === 'run' ? (message.scenario['settings'] as { readonly duration?: number }).duration : undefined;

export interface Opened extends OpenedPage {
  readonly site: LiveSite;
}

/** @param openPage of `prepareBrowser`, which belongs to the calling test file. */
export const liveOpener =
  (openPage: OpenPage) =>
  async (options = {}, offer: Offer = readyOffer): Promise<Opened> => {
    const site = await serveLiveSite(offer);
    const opened = await openPage(site.address, options);
    await opened.page.getByRole('button', { name: /^(Story|故事) / }).waitFor();
    const close = async (): Promise<void> => {
      await opened.close();
      await site.close();
    };
    return { ...opened, site, close };
  };

/**
 * One page and its server for several tests of a file, as samePage.ts does without a server. The page remembers a run
 * on real Redis by its scenario, so each test has its own: it ends a millisecond earlier, which is not visible.
 */
export function sameLive(openPage: OpenPage): () => Promise<Pick<Opened, 'page' | 'problems' | 'site'>> {
  const open = liveOpener(openPage);
  let opened: Opened | null = null;
  let turns = 0;
  // The page is closed with the file's browser.
  afterAll(() => opened?.site.close());
  return async () => {
    onTestFailed(async () => {
      const failed = opened;
      opened = null;
      await failed?.close();
    });
    if (opened === null) opened = await open();
    const { page, site } = opened;
    await page.getByRole('radio', { name: 'Simulated' }).check();
    const duration = story.scenario.settings.duration - ++turns;
    const own = { ...story.scenario, settings: { ...story.scenario.settings, duration } };
    await page.evaluate(
      (link) => {
        location.hash = link;
      },
      encodeLink(own, { parts }),
    );
    await expect.poll(() => page.getByLabel('TTL', { exact: true }).inputValue()).toMatch(/^2\D?000$/);
    await expect.poll(() => outcome(page)).toBe('lost');
    site.forget();
    return opened;
  };
}

/** Turns the switch. Resolves when the server has been asked for a run. */
export async function turnOn({ page, site }: Pick<Opened, 'page' | 'site'>): Promise<void> {
  const before = asked(site).length;
  const began = Date.now();
  await page.getByRole('radio', { name: /^(Real Redis|真实 Redis)$/ }).check();
  // The run of the previous test is on screen, of an earlier scenario.
  const again = strip(page).getByRole('button', { name: /^Run/ });
  const askedNow = async (): Promise<number> => {
    const isSilent = asked(site).length === before && Date.now() - began > 1500;
    if (isSilent && (await again.isVisible())) await again.click({ timeout: 500 }).catch(() => {});
    return asked(site).length;
  };
  await expect.poll(askedNow).toBe(before + 1);
}

/** Turns the switch. Resolves when the whole run has come. */
export async function runToEnd(opened: Pick<Opened, 'page' | 'site'>): Promise<void> {
  await turnOn(opened);
  opened.site.replay().end();
  await strip(opened.page).getByRole('button', { name: 'Run again' }).waitFor();
}
