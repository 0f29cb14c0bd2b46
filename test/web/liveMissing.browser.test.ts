// Real Redis is not installed: what the page says, what it requests of the server, and what follows.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Offer } from '../../src/live/wire/messages';
import { type LiveSite, readyOffer, serveLiveSite } from '../support/liveSite';
import { type OpenedPage, prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const strip = (page: Page) => page.getByRole('region', { name: 'Real Redis' });
const says = (page: Page) => strip(page).getByRole('status').textContent();
const asked = (site: LiveSite) => site.heard.filter((message) => message.type === 'run');

const missing: Offer = {
  ...readyOffer,
  redis: { kind: 'missing', from: 'own', how: { en: 'Install redis-server.', zh: '请安装 redis-server。' } },
};

async function openMissing(offer: Offer = missing): Promise<OpenedPage & { readonly site: LiveSite }> {
  const site = await serveLiveSite(offer);
  const opened = await openPage(site.address);
  await opened.page.getByRole('radio', { name: 'Real Redis' }).check();
  const close = async (): Promise<void> => {
    await opened.close();
    await site.close();
  };
  return { ...opened, site, close };
}

test('a Redis that could not be built is said to be missing still, and may be asked for again', async () => {
  const { page, site, close } = await openMissing();
  await strip(page).getByRole('button', { name: 'Build one' }).click();
  await expect.poll(() => says(page)).toBe('Building Redis …');
  site.say({ type: 'setting-up', line: 'getaddrinfo ENOTFOUND download.redis.io' });
  site.say(missing);
  await expect.poll(() => says(page)).toBe('There is no Redis here, and it could not be built. Install redis-server.');
  await strip(page).getByText('getaddrinfo ENOTFOUND').first().waitFor();
  await strip(page).getByRole('button', { name: 'Build one' }).click();
  await expect.poll(() => site.heard.length).toBe(2);
  await close();
});

test('a Redis of others that does not answer is asked again, not built', async () => {
  const how = { en: 'REDIS_URLS: a cannot be used.', zh: 'REDIS_URLS：a 不能用。' };
  const { page, site, close } = await openMissing({ ...missing, redis: { kind: 'missing', from: 'existing', how } });
  await expect.poll(() => says(page)).toBe(how.en);
  await strip(page).getByRole('button', { name: 'Look again' }).click();
  await expect.poll(() => says(page)).toBe('Asking the servers …');
  site.say(readyOffer);
  await expect.poll(() => asked(site).length).toBe(1);
  await close();
});

test('a Redis that is missing is built on request, with what the build says', async () => {
  const { page, site, close } = await openMissing();
  await expect.poll(() => says(page)).toBe('There is no Redis here. Install redis-server.');
  await strip(page).getByRole('button', { name: 'Build one' }).click();
  await expect.poll(() => site.heard).toEqual([{ type: 'set-up' }]);
  site.say({ type: 'setting-up', line: 'make: entering src' });
  await strip(page).getByText('make: entering src').first().waitFor();
  site.say(readyOffer);
  // A run was waiting for it, and starts now.
  await expect.poll(() => asked(site).length).toBe(1);
  await close();
});
