// Names that every object has, at the entrances of real pages: each page says in words what is wrong, and nothing
// throws. `names.test.ts` covers those that need no browser.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { checksum, pack } from '../../src/core/model/links/pack';
import { embedOf, post } from '../support/embeds';
import { serveOther } from '../support/otherSite';
import { prepareBrowser } from '../support/page';
import { everyObjectHas } from './everyObjectHas';

const openPage = prepareBrowser();

const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

function linkOf(payload: unknown): string {
  const packed = pack(payload);
  return `v1.${checksum(packed)}${packed}`;
}

test('a link to a variant of a story that is none is told so', async () => {
  const { page, problems, close } = await openPage('?story=constructor&variant=b');
  const alert = page.getByRole('alert');
  await alert.filter({ hasText: 'There is no story “constructor”.' }).waitFor();
  for (const name of everyObjectHas) {
    await goTo(page, linkOf({ s: name, v: 'b' }));
    await alert.filter({ hasText: `the variant “b” of the story “${name}”, which does not exist here` }).waitFor();
    await goTo(page, linkOf({ s: 'failover', v: name }));
    await alert.filter({ hasText: `the variant “${name}” of the story “failover”` }).waitFor();
  }
  expect(problems).toEqual([]);
  await close();
});

test('an address of the table that names nothing is told so, and the questions do not scroll it out of sight', async () => {
  // A small window: the questions are far below the table.
  const small = { viewport: { width: 700, height: 600 } };
  const { page, problems, close } = await openPage('matrix/#which/constructor', small);
  const alert = page.getByRole('alert');
  await page.getByRole('heading', { name: 'Which lock do I need?' }).waitFor();
  await alert
    .filter({ hasText: '“constructor”, which is no answer to it. There are: work, servers, never, leader, outside.' })
    .waitFor();
  expect(await alert.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  for (const name of everyObjectHas)
    for (const hash of [name, `redlock/${name}`, `redlock/pause/${name}`, `which/-/${name}`]) {
      await goTo(page, hash);
      await alert.filter({ hasText: `“${name}”` }).waitFor();
    }
  expect(problems).toEqual([]);
  await close();
});

test('an exercise that is none is told so', async () => {
  const { page, problems, close } = await openPage('');
  for (const name of everyObjectHas) {
    await page.goto(new URL(`learn/?do=${name}`, inject('siteAddress')).href);
    await page
      .getByRole('alert')
      .filter({ hasText: `There is no exercise “${name}”` })
      .waitFor();
  }
  expect(problems).toEqual([]);
  await close();
});

test('an embed says which of its attributes it cannot follow', async () => {
  const blog = await serveOther({ pages: { 'post.html': post(inject('siteAddress'), '') } });
  const { page, problems, close } = await openPage(`${blog.address}post.html`);
  for (const name of everyObjectHas) {
    await page.evaluate((value) => {
      const element = document.createElement('redlock-playground');
      const asked = { story: 'failover', variant: value, lock: value, view: value, controls: value, loop: value };
      for (const [attribute, text] of Object.entries(asked)) element.setAttribute(attribute, text);
      document.querySelector('redlock-playground')?.remove();
      document.body.append(element);
    }, name);
    const alert = embedOf(page).getByRole('alert');
    for (const said of [
      `The story “failover” has no variant “${name}”`,
      `“lock” may be`,
      `The parameter “view” may be`,
      `The parameter “controls” may be`,
      `The parameter “loop” may be 0, 1, not “${name}”`,
    ])
      await alert
        .filter({ hasText: said })
        .filter({ hasText: `“${name}”` })
        .first()
        .waitFor();
  }
  expect(problems).toEqual([]);
  await close();
  await blog.close();
});
