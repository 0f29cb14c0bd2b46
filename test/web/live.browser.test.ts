// Real Redis in the page, with a server that replays simulated runs: the switch, the texts of the strip, a growing
// run, edits that wait, and what is kept. The server itself is tested with real Redis servers.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { databaseName } from '../../src/live/server/run/database';
import { findBarriers } from '../support/barriers';
import {
  asked,
  latestId,
  liveOpener,
  nodeDied,
  outcome,
  runToEnd,
  sameLive,
  says,
  strip,
  tooLate,
  turnOn,
  verdict,
} from '../support/livePage';
import { readyOffer } from '../support/liveSite';
import { atNight, byNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';
import { pickStory } from '../support/pickStory';

const openPage = prepareBrowser();
const openLive = liveOpener(openPage);
const turnLive = sameLive(openPage);

test('a page without a server shows no switch, says in a line how to get one, and complains about nothing', async () => {
  const { page, problems, close } = await openPage();
  await page.getByText('npm start').waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'Real Redis' }).count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

describe('a run', () => {
  test('grows while it runs, and is judged, logged and drawn like a simulated one', async () => {
    const { page, site, problems, close } = await openLive();
    await turnOn({ page, site });
    await expect.poll(() => says(page)).toBe('Starting servers and processes …');
    site.say({ type: 'queued', run: latestId(site), place: 2 });
    await expect.poll(() => says(page)).toBe('Waiting in line: place 2.');
    site.say({ type: 'preparing', run: latestId(site), what: { en: 'Five servers.', zh: '五台服务器。' } });
    await expect.poll(() => says(page)).toBe('Five servers.');
    const replay = site.replay(0.5);
    await expect.poll(() => says(page)).toBe('Running on real Redis');
    await expect.poll(() => verdict(page).textContent()).toContain('nothing has broken so far');
    // The playhead moves along with the run.
    const half = ((replay.trace.at[Math.ceil(replay.trace.count / 2) - 1] ?? 0) / 1e6).toFixed(3);
    await expect.poll(() => page.getByRole('status', { name: 'Time' }).textContent()).toBe(`${half} s`);
    // It plays, and can be paused while more of it arrives.
    const transport = page.getByRole('region', { name: 'Playback' });
    await transport.getByRole('button', { name: 'Stop' }).click();
    await transport.getByRole('button', { name: 'Play', exact: true }).click();
    await transport.getByRole('button', { name: 'Stop' }).waitFor();
    replay.rest();
    await expect.poll(() => outcome(page)).toBe('lost');
    replay.end();
    await transport.getByRole('button', { name: 'Play', exact: true }).waitFor();
    // One line; the rest stands behind it.
    const line = strip(page).getByText('On real Redis 7.0.15: ended as simulated.');
    await line.waitFor();
    const exactness = strip(page).getByText('± 0.09 ms');
    expect(await exactness.isVisible()).toBe(false);
    await strip(page).getByText('How exact?').click();
    await exactness.waitFor();
    await strip(page).getByText('as simulated, at most 0 ms apart').waitFor();
    await page.getByText('The one run on real Redis: two holders, a lost update').waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByRole('list', { name: 'Events' }).getByRole('listitem').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  test('is stopped by its button, and what has come stays', async () => {
    const { page, site } = await turnLive();
    await turnOn({ page, site });
    const replay = site.replay(0.5);
    await strip(page).getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => site.heard.at(-1)).toEqual({ type: 'stop', run: latestId(site) });
    replay.end({ ended: 'stopped' });
    await strip(page).getByText('stopped').waitFor();
    await expect.poll(() => verdict(page).textContent()).toContain('stopped before it ended');
    // Nobody knows how it would have ended.
    await page.getByText('Seeds belong to the simulation').waitFor();
  });

  test('that cannot be says why, and can be asked for again', async () => {
    const { page, site } = await turnLive();
    await turnOn({ page, site });
    const fail = () =>
      site.say({
        type: 'failed',
        run: latestId(site),
        problem: { en: 'ZooKeeper is simulated only.', zh: '仅模拟。' },
      });
    fail();
    await expect.poll(() => says(page)).toBe('It did not run: ZooKeeper is simulated only.');
    await page.keyboard.press('Shift+R');
    await expect.poll(() => asked(site).length).toBe(2);
    fail();
    await strip(page).getByRole('button', { name: /^Run/ }).waitFor();
  });

  atNight('that needs a Postgres server is asked for where there is one', async () => {
    const { page, site, close } = await openLive({}, { ...readyOffer, database: databaseName('postgres://db') ?? '' });
    await pickStory(page, 'pooled-session');
    await turnOn({ page, site });
    await close();
  });

  test('with a row that leads nowhere is ended, with the reason', async () => {
    const { page, site } = await turnLive();
    await turnOn({ page, site });
    site.replay(0.3);
    site.say({ type: 'rows', run: latestId(site), strings: [], rows: [[9e9, 0, 77, 0]] });
    await expect.poll(() => says(page)).toMatch(/does not understand \(Event \d+ \(sent\): process is 77/);
    await expect.poll(() => site.heard.at(-1)?.type).toBe('stop');
  });
});

describe('an edit', () => {
  test('waits: the run on screen is of an earlier scenario until it is run again', async () => {
    const { page, site } = await turnLive();
    await runToEnd({ page, site });
    const ttl = page.getByLabel('TTL', { exact: true });
    await ttl.fill('9000');
    // The result of a drag is simulated.
    await expect.poll(() => says(page)).toContain('While you drag, you see a simulation');
    await expect.poll(() => outcome(page)).toBe('held');
    await ttl.press('Enter');
    await strip(page).getByText('from an earlier scenario').waitFor();
    await expect.poll(() => outcome(page)).toBe('lost');
    expect(asked(site).length).toBe(1);
    await strip(page).getByRole('button', { name: 'Run again' }).click();
    await expect.poll(() => asked(site).length).toBe(2);
    site.replay().end();
    await expect.poll(() => outcome(page)).toBe('held');
    await expect.poll(() => strip(page).getByText('from an earlier scenario').count()).toBe(0);
    // The page finds kept runs by their scenario.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => outcome(page)).toBe('lost');
    await expect.poll(() => strip(page).getByText('from an earlier scenario').count()).toBe(0);
  });

  atNight(
    'in the middle of a run leaves it running, and so does another story: both are told from what is on screen',
    async () => {
      const { page, site, close } = await openLive();
      await turnOn({ page, site });
      site.replay(0.5);
      await expect.poll(() => says(page)).toBe('Running on real Redis');
      await page.getByLabel('TTL', { exact: true }).fill('9000');
      await page.getByLabel('TTL', { exact: true }).press('Enter');
      await expect.poll(() => strip(page).textContent()).toContain('On real Redis 7.0.15 from an earlier scenario');
      expect(await page.getByText('stopped before it ended').count()).toBe(0);
      await pickStory(page, 'node-forgets');
      await expect.poll(() => says(page)).toBe('An earlier scenario is still running on real Redis.');
      await close();
    },
  );

  test('by dragging a fault on the run of an earlier scenario changes the fault as it is now', async () => {
    const { page, site } = await turnLive();
    await runToEnd({ page, site });
    const edge = page.getByRole('slider', { name: /pause/i }).first();
    await edge.focus();
    await page.keyboard.press('ArrowLeft');
    await strip(page).getByText('from an earlier scenario').waitFor();
    const length = await page.getByLabel('Lasts').inputValue();
    expect(length).not.toBe('2 900');
    await page
      .getByRole('button', { name: /^Client 1 pauses/ })
      .last()
      .focus();
    const box = await page.locator('[data-plot] li[data-kind="pause"]').first().boundingBox();
    if (box === null) throw new Error('No handle.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.getByLabel('Lasts').inputValue()).toBe(length);
  });
});

describe('faults', () => {
  test('that cannot strike there are greyed with the reason, and only there', async () => {
    const reason = { en: 'these servers are not ours.', zh: '这些服务器不是我们的。' };
    const offer = { ...readyOffer, unable: { pause: reason, crash: reason, failover: reason } };
    const { page, site, close } = await openLive({}, offer);
    const cards = page.locator('aside li[data-selected]');
    await page.getByRole('button', { name: 'Redis A', exact: false }).first().click();
    await page.getByRole('button', { name: 'Crash', exact: true }).click();
    const card = cards.filter({ hasText: 'Redis A crashes' });
    await expect.poll(() => card.getAttribute('data-missed')).toBe('false');
    const count = await cards.count();
    await turnOn({ page, site });
    await expect.poll(() => card.getAttribute('data-missed')).toBe('true');
    await expect.poll(() => card.textContent()).toContain('Not possible on real Redis: these servers are not ours.');
    // A client is always a process of our own.
    await expect.poll(() => cards.filter({ hasText: 'Client 1 pauses' }).getAttribute('data-missed')).toBe('false');
    await page.getByRole('button', { name: 'Failover', exact: true }).click({ force: true });
    await expect.poll(() => cards.count()).toBe(count);
    await page.getByRole('radio', { name: 'Simulated' }).check();
    await expect.poll(() => card.getAttribute('data-missed')).toBe('false');
    await close();
  });
});

describe('a jump of a clock', () => {
  atNight('that cannot be made there says so before the run: back it is greyed, forward it is not', async () => {
    const reason = { en: 'clocks only go forward here.', zh: '这里的时钟只能向前。' };
    const { page, site, close } = await openLive(
      { locale: 'zh-CN' },
      { ...readyOffer, unable: { 'jump-back': reason } },
    );
    await page.getByRole('button', { name: 'Redis A', exact: false }).first().click();
    await page.getByRole('button', { name: '时钟跳变', exact: true }).click();
    await turnOn({ page, site });
    const card = page.locator('aside li[data-selected="true"]');
    await expect.poll(() => card.getAttribute('data-missed')).toBe('false');
    await card.getByLabel('时钟拨动').fill('-300');
    await card.getByLabel('时钟拨动').press('Enter');
    await expect.poll(() => card.getAttribute('data-missed')).toBe('true');
    await expect.poll(() => card.textContent()).toContain(reason.zh);
    await close();
  });
});

test('the simulated run stands above the live one on one axis, or faintly behind it', async () => {
  const { page, site, problems } = await turnLive();
  await runToEnd({ page, site });
  await strip(page).getByRole('button', { name: 'Compare with the simulated run' }).click();
  const rows = page.locator('main section header');
  await expect
    .poll(() => rows.locator('h2, strong').allTextContents())
    .toEqual(['Simulated', 'An update was lost', 'Real Redis', 'An update was lost']);
  const rulers = page.locator('main [data-ruler]');
  expect(await rulers.nth(0).textContent()).toBe(await rulers.nth(1).textContent());
  await strip(page).getByRole('button', { name: 'Compare with the simulated run' }).click();
  await strip(page).getByRole('button', { name: 'Show the simulated run behind it' }).click();
  await expect.poll(() => rows.count()).toBe(0);
  expect(problems).toEqual([]);
});

describe('a saved run', () => {
  async function save(page: Page): Promise<{ readonly name: string; readonly text: string }> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save this run' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString() };
  }

  async function choose(page: Page, name: string, text: string): Promise<void> {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Open a saved run' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  }

  test('opens on a page without a server, by a drop too; a bad file is told about, and nothing is lost', async () => {
    const live = await openLive();
    await runToEnd(live);
    const { name, text } = await save(live.page);
    expect(name).toBe('redlock-playground-pause-before-write-live.json');
    await live.close();

    const { page, problems, close } = await openPage('?story=why-lock');
    await page.getByRole('button', { name: /^Story / }).waitFor();
    await choose(page, 'other.json', '{"format":1}');
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('other.json cannot be opened: This is not a saved run of the playground.');
    await expect.poll(() => page.getByRole('radio', { name: 'Real Redis' }).count()).toBe(0);
    await choose(page, name, text);
    await strip(page).getByText(`from ${name}`).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await expect.poll(() => outcome(page)).toBe('lost');
    await expect.poll(() => strip(page).getByRole('button', { name: /^Run/ }).count()).toBe(0);
    await choose(page, name, text.slice(0, 5000));
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('This is not JSON');
    await expect.poll(() => strip(page).textContent()).toContain('On real Redis 7.0.15');
    await page.getByRole('radio', { name: 'Simulated' }).check();
    await expect.poll(() => strip(page).count()).toBe(0);
    // The file is dropped onto the page.
    const data = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'mine.json', { type: 'application/json' }));
      return transfer;
    }, text);
    await page.dispatchEvent('main', 'dragover', { dataTransfer: data });
    await page.getByText('Drop a run, a scenario or an exercise to open it').waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: data });
    await strip(page).getByText('from mine.json').waitFor();
    await expect.poll(() => page.getByText('Drop a run, a scenario or an exercise to open it').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});

const widest = [1440, 'light', 'en-US'] as const;
const narrowest = [390, 'light', 'zh-CN'] as const;

test.each(byNight([narrowest], [widest, [1280, 'dark', 'zh-CN'], [700, 'dark', 'en-US'], narrowest] as const))(
  'at %d wide, %s, %s: nothing sticks out, and a machine finds no barriers',
  async (width, colorScheme, locale) => {
    const { page, site, problems, close } = await openLive(
      { viewport: { width, height: 900 }, colorScheme, locale },
      { ...readyOffer, clock: 'shifted-expiry', unable: { failover: { en: 'no.', zh: '不行。' } } },
    );
    let before: string | null = null;
    /** The latest lines use other words than the ones before. */
    const check = async (): Promise<void> => {
      await expect.poll(() => strip(page).textContent()).not.toBe(before);
      before = await strip(page).textContent();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expect.poll(() => findBarriers(page)).toEqual([]);
    };
    /** In a small window it opens from below. */
    const unfold = async (name: RegExp): Promise<void> => {
      if (width <= 900) await page.getByRole('button', { name }).click();
    };
    await unfold(/^(Settings|设置)$/);
    await turnOn({ page, site });
    await check();
    const replay = site.replay(0.6);
    await check();
    replay.rest();
    replay.end({ emulated: [{ kind: 'expiry-shifted' }, { kind: 'unexplained', process: 'nodeA' }] });
    await check();
    await page.getByLabel('TTL', { exact: true }).fill('2500');
    await page.keyboard.press('Enter');
    await check();
    await strip(page).getByRole('button').first().click();
    await expect.poll(() => asked(site).length).toBe(2);
    site.replay().end(tooLate);
    await unfold(/^(Verdict|判定)/);
    await verdict(page)
      .getByRole('button', { name: /^(Run again at half speed|时间加倍再运行)$/ })
      .waitFor();
    await check();
    await strip(page).getByRole('button').first().click();
    await expect.poll(() => asked(site).length).toBe(3);
    site.replay(0.5);
    site.say({ type: 'failed', run: latestId(site), ...nodeDied });
    await strip(page).getByRole('group').waitFor();
    await check();
    expect(problems).toEqual([]);
    await close();
  },
  120_000,
);
