// Where real Redis is offered, and what the page says when the lock has no real servers.
import type { Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { asked, liveOpener, says, strip, turnOn } from '../support/livePage';
import { readyOffer, serveLiveSite } from '../support/liveSite';
import { prepareBrowser } from '../support/page';
import { shifted } from '../support/shifted';

const openPage = prepareBrowser();
const openLive = liveOpener(openPage);

describe('where the lock has no real servers', () => {
  test('real Redis is not offered, and the page says why', async () => {
    const { page, site, problems, close } = await openLive();
    const real = page.getByRole('radio', { name: 'Real Redis' });
    await expect.poll(() => real.isEnabled()).toBe(true);
    await page.getByRole('button', { name: /Run on real Redis/ }).waitFor();
    const lock = page.getByRole('combobox', { name: 'Lock', exact: true });
    await expect.poll(() => lock.locator('option[value="etcd"]').count()).toBe(1);
    await lock.selectOption('etcd');
    await expect.poll(() => real.isDisabled()).toBe(true);
    expect(await page.locator('label').filter({ has: real }).getAttribute('data-tip')).toMatch(
      /runs only in the simulator/,
    );
    await page
      .locator('aside')
      .getByText(/runs only in the simulator/)
      .waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Run on real Redis/ }).count()).toBe(0);
    expect(asked(site)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => real.isEnabled()).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  test('with real Redis on, the bar says why instead of offering to run it', async () => {
    const opened = await openLive();
    const { page, site, close } = opened;
    await turnOn(opened);
    site.replay().end();
    await strip(page).getByRole('button', { name: 'Run again' }).waitFor();
    const lock = page.getByRole('combobox', { name: 'Lock', exact: true });
    await expect.poll(() => lock.locator('option[value="etcd"]').count()).toBe(1);
    await lock.selectOption('etcd');
    await expect.poll(() => says(page)).toMatch(/runs only in the simulator/);
    expect(await strip(page).getByRole('button', { name: /^Run/ }).count()).toBe(0);
    expect(asked(site)).toHaveLength(1);
    await close();
  });
});

describe('the switch', () => {
  test('beside it the name of the story is whole', async () => {
    const { page, close } = await openLive();
    await page.getByRole('radio', { name: 'Real Redis' }).waitFor();
    const name = page.locator('[data-story] > span:last-of-type');
    for (const width of [1600, 1440, 1280, 1152, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => name.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
      await expect.poll(() => name.evaluate((shown) => shown.clientWidth)).toBeGreaterThan(100);
    }
    await close();
  });

  test.each(['at once', 'late'])('a server that answers %s moves nothing', async (when) => {
    const site = await serveLiveSite(readyOffer);
    const { page, close } = await openPage('about:blank', { viewport: { width: 390, height: 844 } });
    const held: Route[] = [];
    if (when === 'late') await page.route('**/live.json', (route) => void held.push(route));
    const offered = page.waitForResponse('**/live.json');
    await page.goto(site.address);
    if (when === 'at once') await offered;
    expect(await shifted(page)).toBe(0);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('combobox', { name: 'Lock', exact: true }).waitFor();
    // On a late machine, what the press moves counts as a shift.
    const moved = await shifted(page);
    const real = page.getByRole('radio', { name: 'Real Redis' });
    if (when === 'late') {
      for (const route of held) await route.continue();
      await offered;
    } else await real.waitFor();
    expect(await shifted(page)).toBe(moved);
    // A person who acts finds it.
    await page.keyboard.press('Shift');
    await real.waitFor();
    await close();
    await site.close();
  });
});
