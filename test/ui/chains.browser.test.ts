// The causes of a run that held come with code of their own: before such a run is shown, and once more if that failed.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { judge } from '../../src/judge/judge';
import { registry } from '../../src/run/registry';
import { simulate } from '../../src/sim/simulate';
import { tellings } from '../stories/tellings';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const rules = /\/wholeChains-[^/]+\.js$/;

/** Tellings that held, told by more than the end of their chain, and whose locks and checks the page has at once. */
const held = tellings
  .filter(({ scenario }) => scenario.lock.id === 'redlock' && scenario.lock.profile === undefined)
  .filter(({ scenario, outcome }) => scenario.storage.id === 'no-check' && outcome === 'held')
  .map(({ story, variant, scenario }) => ({
    path: `?story=${story.id}${variant === null ? '' : `&variant=${variant.id}`}`,
    chain: judge(simulate(scenario, registry)).chain.length,
  }))
  .filter(({ chain }) => chain > 2);

const causes = (page: Page) => page.getByRole('status', { name: 'Verdict' }).getByRole('listitem');

test('they are there as soon as the verdict is', async () => {
  const [one] = held;
  if (one === undefined) throw new Error('No telling of Redlock held for a reason.');
  const { page, problems, close } = await openPage('about:blank');
  await page.addInitScript(() => {
    // The first list that is drawn is the one that stays.
    new MutationObserver(() => {
      const drawn = document.querySelectorAll('[role="status"][data-outcome] ol li').length;
      if (drawn > 0) (globalThis as { firstDrawn?: number }).firstDrawn ??= drawn;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(new URL(one.path, inject('siteAddress')).href);
  await expect.poll(() => causes(page).count()).toBe(one.chain);
  expect(await page.evaluate(() => (globalThis as { firstDrawn?: number }).firstDrawn)).toBe(one.chain);
  expect(problems).toEqual([]);
  await close();
});

test('without a network the verdict stands with the end of its chain, and the rest is asked for with the next run', async () => {
  const variant = held.find(({ path }) => path.includes('variant='));
  if (variant === undefined) throw new Error('No variant with Redlock held for a reason.');
  const { page, close } = await openPage('about:blank');
  let refused = 0;
  await page.route(rules, (route) => {
    refused++;
    return route.abort();
  });
  await page.goto(new URL(variant.path, inject('siteAddress')).href);
  await expect.poll(() => causes(page).count()).toBe(1);
  expect(refused).toBeGreaterThan(0);
  await page.unroute(rules);
  const telling = (id: string) => page.locator(`input[type="radio"][value="${id}"]`);
  await telling('told').dispatchEvent('click');
  await expect.poll(() => telling('told').isChecked()).toBe(true);
  await telling(variant.path.split('variant=')[1] ?? '').dispatchEvent('click');
  await expect.poll(() => causes(page).count()).toBe(variant.chain);
  await close();
});
