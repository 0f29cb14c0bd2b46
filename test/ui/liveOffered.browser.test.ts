// Where real Redis is offered, and what the page says where the lock has no real servers.
import { describe, expect, test } from 'vitest';
import { asked, liveOpener, says, strip, turnOn } from '../support/livePage';
import { prepareBrowser } from '../support/page';

const openLive = liveOpener(prepareBrowser());

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
    expect(await page.locator('label').filter({ has: real }).getAttribute('title')).toMatch(
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
