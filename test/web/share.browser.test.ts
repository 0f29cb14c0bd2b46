// A run leaves the page and comes back, in Chromium: a link in a fresh profile, files, the embed dialog, and runs
// that were made earlier.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { story as everyLease } from '../../src/content/stories/argument/everyLease';
import { story as toldStory } from '../../src/content/stories/argument/pauseBeforeWrite';
import { encodeLink } from '../../src/core/model/links/link';
import { parts } from '../../src/core/run/parts';
import { pressUnderMore } from '../support/more';
import { atNight } from '../support/nightly';
import { contentOf, prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

async function openDialog(path = '') {
  const opened = await openPage(path, { acceptDownloads: true });
  await opened.page.getByRole('status', { name: 'Verdict' }).waitFor();
  await opened.page.getByRole('button', { name: 'Share', exact: true }).click();
  await opened.page.getByRole('dialog').waitFor();
  return opened;
}

const outcome = (page: Page) => page.getByRole('status', { name: 'Verdict' }).getAttribute('data-outcome');

async function saved(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: false }).click(),
  ]);
  return contentOf(download, 'latin1');
}

test('a run is saved as pictures and as text, each of them whole', async () => {
  const { page, problems, close } = await openDialog();
  await page.getByRole('tab', { name: 'Save' }).click();
  const svg = await saved(page, 'SVG');
  expect(svg).toMatch(/^<svg .*<\/svg>$/s);
  expect(svg).toContain('stop-the-world pause');
  // The file provides the Latin letters.
  expect(svg).toContain('@font-face');
  expect(await saved(page, 'PNG')).toMatch(/^.PNG/s);
  expect(await saved(page, 'Mermaid')).toMatch(/^sequenceDiagram\n/);
  const savedText = await saved(page, 'Story (text)');
  expect(savedText).toContain('An update was lost');
  expect(savedText).toMatch(/^ +4\.454 s {2}Client 1 has finished round 1\.$/m);
  expect(JSON.parse(await saved(page, 'Scenario (JSON)'))).toMatchObject({ version: 2, lock: { id: 'redlock' } });
  expect(problems).toEqual([]);
  await close();
});

test('a saved run and a scenario are opened again; what is neither is refused and nothing is lost', async () => {
  const { page, close } = await openDialog('?story=set-work-release');
  await page.getByRole('tab', { name: 'Save' }).click();
  const scenario = await saved(page, 'Scenario (JSON)');
  const run = await saved(page, 'Run (JSON)');
  await page.keyboard.press('Escape');
  await pressUnderMore(page, 'Open a run, your runs');
  const paste = page.getByLabel('Or paste it here');
  const open = page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true });
  await paste.fill('not a run at all');
  await open.click();
  await page.getByRole('alert').filter({ hasText: 'neither a playground link' }).waitFor();
  await paste.fill(scenario.replace('"ttl"', '"tll"'));
  await open.click();
  await page.getByRole('alert').filter({ hasText: 'tll' }).waitFor();
  await paste.fill(scenario);
  await open.click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await pressUnderMore(page, 'Open a run, your runs');
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'a.run.json', mimeType: 'application/json', buffer: Buffer.from(run, 'latin1') });
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => outcome(page)).toBe('held');
  await close();
});

/** Drops a file of this name onto the page. */
async function dropFile(page: Page, name: string, content: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([file, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], file));
      return transfer;
    },
    [name, content] as const,
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

/** Pastes the text where the focus is. */
async function pasteText(page: Page, text: string, into = 'body'): Promise<void> {
  await page
    .locator(into)
    .first()
    .evaluate((element, content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', content);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, text);
}

/** The code that accepts files, and the code that keeps runs, start when the page is idle. */
async function openAtRest(path: string) {
  const opened = await openPage(path, { hasClock: true });
  await opened.page.getByRole('status', { name: 'Verdict' }).waitFor();
  await opened.page.clock.runFor(3000);
  await opened.page.getByText('npm start').waitFor();
  return opened;
}

const exampleExercise = {
  format: 'redlock-playground exercise',
  version: 1,
  kind: 'fix',
  title: 'Dropped on the page',
  task: 'Mend it.',
  scenario: toldStory.scenario,
  goals: [{ text: 'No update is lost', goal: { not: { outcome: ['lost'] } } }],
  may: ['storage'],
};

test('a scenario, the runs of a browser and an exercise are dropped on the page; anything else says what it is not', async () => {
  const { page, problems, close } = await openAtRest('?story=set-work-release');
  const alert = page.getByRole('alert');
  await dropFile(page, 'holiday.png', '\u0089PNG and what comes then');
  await alert
    .filter({ hasText: 'holiday.png cannot be opened: This is neither a playground link nor JSON.' })
    .waitFor();
  const typo = JSON.stringify(toldStory.scenario).replace('"seed"', '"sede"');
  await dropFile(page, 'mine.json', typo);
  await alert.filter({ hasText: 'mine.json cannot be opened: sede is unknown' }).waitFor();
  await dropFile(page, 'progress.json', '{"kind": "redlock-playground-progress"}');
  await alert.filter({ hasText: 'load it on the exercises page' }).waitFor();
  await expect.poll(() => outcome(page)).toBe('held');
  await dropFile(page, 'mine.json', JSON.stringify(toldStory.scenario));
  await expect.poll(() => outcome(page)).toBe('lost');
  await expect.poll(() => alert.count()).toBe(0);
  // The runs of a browser open as a list, and an exercise opens in the workshop.
  const made = [
    { id: 'one', name: 'From my other machine', link: 's=every-lease', at: 1, outcome: 'lost', data: 'lost' },
  ];
  await dropFile(page, 'runs.json', JSON.stringify({ format: 'redlock-playground runs', version: 1, runs: made }));
  // Beside the scenario that was dropped before, if it has been kept by now.
  const names = () =>
    page.getByLabel('Name').evaluateAll((fields) => fields.map((field) => field.getAttribute('value')));
  await expect.poll(names).toContain('From my other machine');
  await page.keyboard.press('Escape');
  await dropFile(page, 'mine.json', JSON.stringify({ ...exampleExercise, may: ['seed'] }));
  await page.getByRole('alert').filter({ hasText: 'may.0 must be' }).waitFor();
  await dropFile(page, 'mine.json', JSON.stringify(exampleExercise));
  await page.getByRole('heading', { name: 'Dropped on the page' }).waitFor();
  expect(page.url()).toMatch(/\/learn\/#x=v1/);
  await dropFile(page, 'next.json', JSON.stringify({ ...exampleExercise, title: 'Dropped once more' }));
  await page.getByRole('heading', { name: 'Dropped once more' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a link that is pasted on the page opens, and a text in a field stays there', async () => {
  const link = new URL(`#${encodeLink(everyLease.scenario, { parts })}`, inject('siteAddress')).href;
  const { page, close } = await openAtRest('?story=set-work-release');
  await pasteText(page, 'good morning');
  await page.getByRole('alert').filter({ hasText: 'The pasted text cannot be opened' }).waitFor();
  await pressUnderMore(page, 'Open a run, your runs');
  await pasteText(page, link, '[role=dialog] textarea');
  await page.keyboard.press('Escape');
  await expect.poll(() => outcome(page)).toBe('held');
  await pasteText(page, link);
  await expect.poll(() => outcome(page)).not.toBe('held');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await close();
});

test('the embed dialog shows what its code makes, as its options are changed', async () => {
  const { page, problems, close } = await openDialog();
  await page.getByRole('tab', { name: 'Embed' }).click();
  const preview = page.frameLocator('iframe[title="What readers see"]');
  await preview.locator('#root').getByRole('main', { name: 'Scene' }).waitFor();
  await page.getByLabel('View', { exact: true }).selectOption('verdict');
  await page.getByLabel('Language').last().selectOption('zh');
  await expect.poll(() => preview.locator('[data-plot]').count()).toBe(0);
  await preview.getByText('丢了一次更新').first().waitFor();
  const code = page.getByRole('textbox', { name: 'Code' }).first();
  await expect
    .poll(() => code.inputValue())
    .toContain(
      '<redlock-playground story="pause-before-write" view="verdict" lang="zh" outcome="overlap.lost">\n  <a href=',
    );
  expect(await code.inputValue()).toMatch(
    /<img src="[^"]*\/embed\/zh\/pause-before-write\/light\.svg" width="720" height="\d+" alt="[^"]*丢了一次更新/,
  );
  // Nobody else can open an address of this machine.
  await page.getByText('Readers cannot open http://').waitFor();
  await page.getByLabel('Public address').fill('play.example');
  await page.getByText('A public address begins with').waitFor();
  await page.getByLabel('Public address').fill('https://play.example/locks');
  await expect.poll(() => code.inputValue()).toContain('src="https://play.example/locks/embed.js"');
  await page.getByRole('tab', { name: 'MDX' }).click();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => code.inputValue()).toContain('export function');
  // If the options change before a preview has loaded, nothing waits for that preview.
  expect(problems).toEqual([]);
  await close();
});

test('an embed may show the stretch that is on screen, and rest where the playhead is', async () => {
  const { page, close } = await openPage('?story=pause-before-write', { reducedMotion: 'reduce' });
  await page.getByRole('status', { name: 'Verdict' }).waitFor();
  await page.keyboard.press('+');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('tab', { name: 'Embed' }).click();
  // A stretch of time needs lanes.
  expect(await page.getByLabel('Shows', { exact: true }).count()).toBe(0);
  await page.getByLabel('View', { exact: true }).selectOption('timeline');
  await page.getByLabel('Shows', { exact: true }).selectOption('shown');
  await page.getByLabel('Stops', { exact: true }).selectOption('here');
  const code = page.getByRole('textbox', { name: 'Code' }).first();
  await expect.poll(() => code.inputValue()).toMatch(/ view="timeline".* from="\d+" to="\d+" at="\d+"/);
  const [, from = 0, to = 0, at = 0] = (/from="(\d+)" to="(\d+)" at="(\d+)"/.exec(await code.inputValue()) ?? []).map(
    Number,
  );
  expect(from).toBeLessThan(at);
  expect(at).toBeLessThan(to);
  const preview = page.frameLocator('iframe[title="What readers see"]');
  await preview.getByRole('status', { name: 'Verdict' }).waitFor();
  await expect
    .poll(() => page.locator('iframe[title="What readers see"]').getAttribute('src'))
    .toContain(`from=${from}&to=${to}&at=${at}`);
  await close();
});

atNight('what a person makes is kept under a name, and goes when it is deleted', async () => {
  const { page, close } = await openAtRest('?story=set-work-release');
  await page.getByRole('button', { name: 'Pause', exact: true }).first().click();
  await page.clock.runFor(2000);
  await page.waitForFunction(() => localStorage.getItem('redlock-playground-runs') !== null);
  await page.reload();
  await pressUnderMore(page, 'Open a run, your runs');
  await page.getByRole('tab', { name: 'Your runs' }).click();
  const name = page.getByLabel('Name');
  await name.fill('My first break');
  await page.reload();
  await pressUnderMore(page, 'Open a run, your runs');
  await page.getByRole('tab', { name: 'Your runs' }).click();
  await expect.poll(() => name.inputValue()).toBe('My first break');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Nothing yet').waitFor();
  await close();
});

test('a link opens the same run in a fresh profile; one whose run this version computes otherwise opens too, and says so', async () => {
  const first = await openPage('?story=every-lease&variant=b');
  await first.page.getByRole('status', { name: 'Verdict' }).waitFor();
  await first.page.getByRole('button', { name: 'Crash', exact: true }).click();
  await expect.poll(() => first.page.url()).toMatch(/&d=[0-9a-f]{8}$/);
  const address = new URL(first.page.url());
  const there = await first.page.getByRole('status', { name: 'Verdict' }).textContent();
  await first.close();
  const { page, problems, close } = await openPage(address.hash);
  await expect.poll(() => page.getByRole('status', { name: 'Verdict' }).textContent()).toBe(there);
  await expect.poll(() => page.getByText('gives a different run here').count()).toBe(0);
  await page.goto(
    new URL(`#${encodeLink(everyLease.scenario, { parts, digest: '00000000' })}`, inject('siteAddress')).href,
  );
  await page.getByText('gives a different run here').waitFor();
  await expect.poll(() => outcome(page)).toBe('lost');
  expect(problems).toEqual([]);
  await close();
});

test('what is shared opens as a scene, and with details where they are ticked', async () => {
  const { page, problems, close } = await openPage('?story=no-expiry');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const link = dialog.getByRole('textbox', { name: 'Link' });
  await expect.poll(() => link.inputValue()).toMatch(/\/s\/no-expiry\/\?scene$/);
  await dialog.getByRole('checkbox', { name: 'with details' }).check();
  await expect.poll(() => link.inputValue()).toMatch(/\/s\/no-expiry\/\?details$/);
  await page.goto(await link.inputValue());
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect(new URL(page.url()).search).toBe('?story=no-expiry&details');
  await page.getByLabel('Seed', { exact: true }).fill('7');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toContain('#v1.');
  expect(new URL(page.url()).search).toBe('?details');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.poll(() => link.inputValue()).toMatch(/\/\?scene#v1\./);
  expect(problems).toEqual([]);
  await close();
});
