import { chromium } from 'playwright-core';
import { serveSite } from './scripts/site.mjs';
import { chromiumFlags, findChromium } from './scripts/chromium.mjs';
import { stories } from './src/stories';
import { findStory } from './src/cli/storyList';
import { registry } from './src/run/registry';
import { runScenario } from './src/run/runScenario';
import { rowsHeight } from './src/layout/rowsHeight';
const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args: [...chromiumFlags] });
const { address, close } = await serveSite({ folder: 'distprof', port: 5399 });
const context = await browser.newContext({ reducedMotion: 'reduce' });
const out: Record<number, [number, string][]> = { 390: [], 560: [], 748: [], 1000: [] };
const page = await context.newPage();
for (const { id, number } of stories) {
  if (Number.parseInt(number, 10) % 2) continue;
  const found = await findStory(id); if (found.kind !== 'found') continue;
  const rows = rowsHeight(runScenario(found.told.scenario, registry).trace.header);
  await page.setViewportSize({ width: 748, height: 700 });
  await page.goto(`${address}embed/${id}/`); await page.locator('[role=status]').waitFor();
  for (const width of Object.keys(out).map(Number)) {
    await page.setViewportSize({ width, height: 2000 }); await page.waitForTimeout(120);
    const h = await page.evaluate(() => { const r = document.querySelector('#root > div') as HTMLElement; return r.scrollHeight < 1990 ? r.getBoundingClientRect().height : [...r.children].reduce((s, c) => s + c.getBoundingClientRect().height, 0); });
    out[width]!.push([Math.round(h - rows), number]);
  }
}
for (const [w, list] of Object.entries(out)) { list.sort((a, b) => a[0] - b[0]); console.log(w, list.map(([h, n]) => `${h}(${n})`).join(' ')); }
await browser.close(); await close();
