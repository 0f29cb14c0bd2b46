// Whatever a person does, in whatever order, the page shows its run. The test makes random walks over pointer, keys,
// undo, stories, drags, languages and sizes. SEED in the environment makes a different walk.
import { env } from 'node:process';
import { expect, test } from 'vitest';
import { countEntries, rest, walk, walkOf } from '../support/anyWalk';
import { byNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const first = Number(env['SEED'] ?? 2016);
const seeds = Array.from({ length: byNight(1, 50) }, (_, index) => first + index);
const stepCount = byNight(300, 2000);
/** After this many steps the page gets time to draw and to load. */
const restEvery = 50;

test.each(seeds)('a walk by seed %i loses no run', async (seed) => {
  const { page, problems, close } = await openPage('?story=pause-before-write', {
    viewport: { width: 1100, height: 640 },
  });
  await page.locator('[data-plot]').waitFor();
  await page.evaluate(countEntries);
  const steps = walkOf(seed, stepCount);
  for (let from = 0; from < stepCount; from += restEvery) {
    const batch = steps.slice(from, from + restEvery);
    const lostAt = await page.evaluate(walk, batch);
    await page.evaluate(rest);
    const said = [...problems, ...(lostAt === null ? [] : [await page.locator('main[role="alert"]').innerText()])];
    const steppedTo = JSON.stringify(batch.slice(0, (lostAt ?? restEvery) + 1));
    expect(said, `SEED=${seed}, steps from ${from}: ${steppedTo}`).toEqual([]);
  }
  await close();
});
