// Which pages may be framed, and by whom. No surrounding page can trick a person into starting processes.
import { expect, inject, test } from 'vitest';
import { prepareOthers } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const still = { reducedMotion: 'reduce' } as const;
const framing = (address: string): string =>
  `<!doctype html><meta charset="utf-8"><title>A page around</title><iframe width="1200" height="800" src="${address}"></iframe>`;

const serve = prepareOthers();

test('a server of real Redis is offered to a page of its own around, and to nobody else’s', async () => {
  // On a host without headers, where the page has to protect itself.
  const pages = { 'live.json': '{"server":true}', 'own.html': framing('index.html') };
  const site = await serve({ folder: inject('siteFolder'), pages });
  const blog = await serve({ pages: { 'post.html': framing(`${site}index.html`) } });
  const { page, close } = await openPage('about:blank', still);
  const frame = page.frameLocator('iframe');
  for (const [address, isOffered] of [
    [`${site}own.html`, true],
    [`${blog}post.html`, false],
  ] as const) {
    await page.goto(address);
    await frame.getByRole('button', { name: /^Story / }).waitFor();
    if (isOffered) await frame.getByRole('radio', { name: 'Real Redis' }).waitFor();
    else
      await frame
        .getByText(/npm start/)
        .first()
        .waitFor();
    expect(await frame.getByRole('radio', { name: 'Real Redis' }).count()).toBe(isOffered ? 1 : 0);
  }
  await close();
});

test('of the pages that are served, a foreign page may frame embeds and exercises, and not the playground', async () => {
  const site = inject('siteAddress');
  const blog = await serve({
    pages: Object.fromEntries(
      ['', 'embed/failover/', 'learn/?embed', 'own/?embed'].map((path, i) => [`${i}.html`, framing(site + path)]),
    ),
  });
  const { page, problems, close } = await openPage('about:blank', still);
  for (const name of ['1.html', '2.html', '3.html']) {
    await page.goto(blog + name);
    await page.frameLocator('iframe').locator('#root > * *').first().waitFor();
    expect(problems).toEqual([]);
  }
  await page.goto(`${blog}0.html`);
  await expect.poll(() => problems.join('\n')).toContain("frame-ancestors 'self'");
  expect(await page.frameLocator('iframe').locator('#root > *').count()).toBe(0);
  await close();
});
