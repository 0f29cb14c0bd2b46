// The sandbox of “Bring your own lock” in the browser that SMOKE_BROWSER names: the whole list of escape attempts, on
// the built site.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite } from '../../scripts/site.mjs';
import { serveSite } from '../../src/site/siteServer';
import { engine, launchNamed } from '../support/namedBrowser';
import { sandboxAttacks } from '../support/sandboxAttacks';
import { tryToLeave } from '../support/tryToLeave';

let site: Awaited<ReturnType<typeof serveSite>>;
let browser: Browser;

beforeAll(async () => {
  await buildSite({ folder: 'dist', quiet: true });
  site = await serveSite({ folder: 'dist', port: 5691 });
  browser = await launchNamed();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test(`${engine} keeps code in the sandbox that tries to leave it`, { timeout: 600_000 }, async () => {
  const page = await browser.newPage();
  await page.goto(new URL('own/', site.address).href);
  const names = Object.keys(sandboxAttacks);
  const { before, rows } = await tryToLeave(page, site.address, names);
  expect(before.length).toBeGreaterThan(20);
  expect(rows).toEqual(names.map((name) => ({ name, escaped: [], isSame: true })));
});
