// The sandbox in Chromium, with the published worker and policy: code does not get out, and leaves nothing behind.
import { expect, inject, test } from 'vitest';
import { byNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';
import { ofBrowsers, sandboxAttacks } from '../support/sandboxAttacks';
import { tryToLeave } from '../support/tryToLeave';

const openPage = prepareBrowser();
/** At each push only those that Node cannot try. */
const names = byNight(ofBrowsers, Object.keys(sandboxAttacks));

test('code that tries to leave the sandbox', { timeout: 600_000 }, async () => {
  const { page, close } = await openPage('own/');
  const { before, rows } = await tryToLeave(page, inject('siteAddress'), names);
  expect(before.length).toBeGreaterThan(20);
  expect(rows).toEqual(names.map((name) => ({ name, escaped: [], isSame: true })));
  await close();
});
