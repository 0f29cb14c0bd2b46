// The connection to real Redis is lost or refused, and comes back: what has arrived stays, and nothing runs unasked.
// The server replays simulated runs.
import { describe, expect, test } from 'vitest';
import { stopClock } from '../support/clock';
import { asked, liveOpener, outcome, runToEnd, says, strip, turnOn, verdict } from '../support/livePage';
import { atNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';

const openLive = liveOpener(prepareBrowser());

describe('a run', () => {
  test('keeps what has come when the connection is lost, and connects again', async () => {
    const { page, site, close } = await openLive({ hasClock: true });
    await turnOn({ page, site });
    site.replay(0.7);
    const time = () => page.getByRole('status', { name: 'Time' }).textContent();
    await expect.poll(() => says(page)).toBe('Running on real Redis');
    await expect.poll(time).not.toBe('0.000 s');
    // The page's own attempts go by its clock, so none of them falls between two steps.
    await stopClock(page);
    site.hangUp();
    await expect.poll(() => says(page)).toContain('The connection is lost.');
    await expect.poll(() => strip(page).textContent()).toContain('cut off');
    // The playhead rests where the run broke.
    await expect.poll(() => outcome(page)).toBe('overlap');
    await expect.poll(() => time()).not.toBe('0.000 s');
    site.open();
    const button = (name: string) => strip(page).getByRole('button', { name });
    await button('Connect again').click();
    await expect.poll(() => button('Run again').isEnabled()).toBe(true);
    expect(asked(site).length).toBe(1);
    await close();
  });

  test('does not begin by a press of “Connect again” during which the page connects by itself', async () => {
    const { page, site, close } = await openLive({ hasClock: true });
    const button = (name: string) => strip(page).getByRole('button', { name });
    await runToEnd({ page, site });
    await stopClock(page);
    site.hangUp();
    await button('Connect again').hover();
    await page.mouse.down();
    site.open();
    // It tries again after a second.
    await page.clock.runFor(1000);
    await expect.poll(() => button('Run again').isEnabled()).toBe(true);
    await page.mouse.up();
    await button('Run again').click();
    await expect.poll(() => asked(site).length).toBe(2);
    await close();
  });

  atNight('waits where the server lets nobody in, and begins when it does', async () => {
    const { page, site, close } = await openLive();
    site.hangUp();
    await page.getByRole('radio', { name: 'Real Redis' }).check();
    await expect.poll(() => says(page)).toContain('refused the connection');
    await expect.poll(() => verdict(page).textContent()).toContain('Simulated until you run it');
    site.open();
    await expect.poll(() => asked(site).length).toBe(1);
    await close();
  });
});
