// Runs on real Redis that prove nothing, with a server that replays simulated runs: a process ended, or the machine was
// too late.
import { expect, test } from 'vitest';
import {
  asked,
  durationOf,
  latestId,
  liveOpener,
  nodeDied,
  outcome,
  says,
  strip,
  tooLate,
  turnOn,
  verdict,
} from '../support/livePage';
import { readyOffer } from '../support/liveSite';
import { prepareBrowser } from '../support/page';

const openLive = liveOpener(prepareBrowser());

test('a run in which something ended by itself has failed: why, what to do, its last words, and that it proves nothing', async () => {
  const { page, site, problems, close } = await openLive();
  await turnOn({ page, site });
  site.replay(0.9);
  await expect.poll(() => outcome(page)).toBe('lost');
  site.say({ type: 'failed', run: latestId(site), ...nodeDied });
  await expect
    .poll(() => says(page))
    .toBe('The run failed: The redis-server of node A ended (SIGKILL) at 1.230 s. Free some memory.');
  await expect.poll(() => verdict(page).textContent()).toContain('The run failed');
  expect(await outcome(page)).toBe('unknown');
  await expect.poll(() => strip(page).textContent()).toContain('· failed');
  expect(await strip(page).getByRole('group').textContent()).toContain('Last output\\x1b[31mout of memory');
  await page.getByText('Seeds belong to the simulation').waitFor();
  await strip(page).getByRole('button', { name: 'Run again' }).click();
  await expect.poll(() => asked(site).length).toBe(2);
  await expect.poll(() => strip(page).getByRole('group').count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

test('a run of which the machine was too late to tell says so, and is run again, slower', async () => {
  const { page, site, problems, close } = await openLive();
  await turnOn({ page, site });
  site.replay().end(tooLate);
  await expect.poll(() => outcome(page)).toBe('unknown');
  await expect.poll(() => verdict(page).textContent()).toContain('“An update was lost”, but the machine was too busy');
  await expect.poll(() => strip(page).textContent()).toContain('up to 60 s late');
  // The run counts neither as broken nor as held.
  await page.getByText('Seeds belong to the simulation').waitFor();
  await verdict(page).getByRole('button', { name: 'Run again at half speed' }).click();
  await expect.poll(() => asked(site).length).toBe(2);
  const [first, second] = asked(site).map(durationOf);
  expect(second).toBe(2 * Number(first));
  site.replay().end();
  await expect.poll(() => outcome(page)).toBe('lost');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => outcome(page)).toBe('unknown');
  expect(problems).toEqual([]);
  await close();
});

test('a run that is cut off is judged by what was told of the machine until then', async () => {
  const { page, site, close } = await openLive();
  await turnOn({ page, site });
  site.replay(0.9);
  await expect.poll(() => outcome(page)).toBe('lost');
  site.say({ type: 'rows', run: latestId(site), strings: [], rows: [], late: tooLate.late });
  site.hangUp();
  await expect.poll(() => strip(page).textContent()).toContain('cut off');
  await expect.poll(() => outcome(page)).toBe('unknown');
  expect(await verdict(page).textContent()).toContain('“An update was lost”, but the machine was too busy');
  await close();
});

test('a run that cannot be slower says so', async () => {
  const { page, site, problems, close } = await openLive({}, { ...readyOffer, durationMax: 7000 });
  await turnOn({ page, site });
  site.replay().end(tooLate);
  await verdict(page).getByText('It cannot run slower than this.').waitFor();
  expect(await outcome(page)).toBe('unknown');
  expect(await page.getByRole('button', { name: 'Run again at half speed' }).count()).toBe(0);
  expect(asked(site).length).toBe(1);
  expect(problems).toEqual([]);
  await close();
});
