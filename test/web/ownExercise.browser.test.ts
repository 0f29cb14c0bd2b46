// An instructor makes an exercise from a run. Others open it from its link or its file, and solve it.
import type { Page } from 'playwright-core';
import { expect, inject, onTestFailed, test } from 'vitest';
import { story } from '../../src/content/stories/argument/pauseBeforeWrite';
import { encodeExercise } from '../../src/course/kinds/exerciseLink';
import { findBarriers } from '../support/barriers';
import { pressUnderMore } from '../support/more';
import { atNight } from '../support/nightly';
import { contentOf, type OpenedPage, prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

async function openForm(options = {}) {
  const opened = await openPage('?story=pause-before-write', options);
  const { page } = opened;
  await page.getByRole('status', { name: /Verdict|判定/ }).waitFor();
  await page.evaluate(() => {
    const presses = { count: 0 };
    // A click by a script is no press, nor is the click that a label passes on to its field.
    addEventListener('pointerdown', () => presses.count++, true);
    Object.assign(globalThis, { presses });
  });
  await pressUnderMore(page, /^(Make an exercise|制作练习)$/);
  await page.getByRole('dialog', { name: /^(Make an exercise|制作练习)$/ }).waitFor();
  return opened;
}

/** Two pages for all tests that make an exercise and solve it: the author's and the solver's. */
let made: OpenedPage | null = null;
let solving: OpenedPage | null = null;

async function turnToForm(): Promise<Pick<OpenedPage, 'page' | 'problems'>> {
  onTestFailed(async () => {
    const failed = [made, solving];
    [made, solving] = [null, null];
    for (const opened of failed) await opened?.close();
  });
  if (made === null) {
    made = await openForm();
    return made;
  }
  const { page } = made;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await pressUnderMore(page, 'Make an exercise');
  await page.getByRole('dialog', { name: 'Make an exercise' }).waitFor();
  return made;
}

/** Another person, who has not seen the run. */
async function solve(link: string): Promise<Pick<OpenedPage, 'page' | 'problems'>> {
  if (solving === null) solving = await openPage(link);
  else await solving.page.goto(link);
  return solving;
}

/** A pause before any step must not lose an update: checking that takes as many runs as the clients take steps. */
const napsIn = (settings: { readonly clients: number; readonly rounds: number }) => ({
  format: 'redlock-playground exercise',
  version: 1,
  kind: 'fix',
  title: 'Naps',
  task: 'Stand every nap.',
  scenario: {
    ...story.scenario,
    faults: {},
    settings: { ...story.scenario.settings, work: 1, think: 0, stagger: 0, duration: 600_000, ...settings },
  },
  goals: [{ text: 'No update is lost', goal: { outcome: ['held'] }, in: 'attacks' }],
  pausesEverywhere: { for: 2500 },
  may: ['storage'],
  solution: {},
});

const pressesIn = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { presses: { count: number } }).presses.count);

const linkOf = (page: Page) => page.getByRole('textbox', { name: 'Link to the exercise' }).inputValue();
const solved = (page: Page) =>
  page.getByRole('region', { name: 'Goals' }).getByRole('status').filter({ hasText: 'Solved' });

test('a run becomes an exercise to break; its link opens it for somebody else, who solves it', async () => {
  const maker = await turnToForm();
  const form = maker.page;
  await form.getByRole('textbox', { name: /^Task/ }).fill('Have an update lost with two faults.');
  await form.getByText(/Checked in .+ runs: it is not solved at the start, and it can be solved/).waitFor();
  await form.getByRole('button', { name: 'Try it as learners will see it' }).click();
  // The learners' page itself, in a frame.
  const tried = form.frameLocator('iframe[title="The exercise as learners will see it"]');
  await tried.getByText('Have an update lost with two faults.').waitFor();
  await tried.getByText('No faults in this run').waitFor();
  await form.getByRole('button', { name: 'Copy' }).click();
  expect(await pressesIn(form)).toBeLessThanOrEqual(8);
  const link = await linkOf(form);
  expect(link).toMatch(/\/learn\/#x=v1\./);
  expect(maker.problems).toEqual([]);

  const { page, problems } = await solve(link);
  await page.getByText('Have an update lost with two faults.').waitFor();
  // The faults of the run are removed, because the solver has to find them.
  await page.getByText('No faults in this run').waitFor();
  await expect.poll(() => solved(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Show a solution' }).click();
  await solved(page).waitFor();
  // The smallest break of its space is named, and shown.
  await page.getByText(/^The smallest break:/).waitFor();
  expect(problems).toEqual([]);
});

test('an exercise to fix comes as a file, is fixed, and gives the code that embeds it', async () => {
  const maker = await turnToForm();
  const form = maker.page;
  await form.getByRole('radio', { name: 'Fix it' }).check();
  await form.getByText('Title, hint, and more').click();
  await form.getByLabel('Title').fill('Make it safe');
  const waiting = form.waitForEvent('download');
  await form.getByRole('button', { name: 'Save as a file' }).click();
  const content = await contentOf(await waiting);
  expect(JSON.parse(content)).toMatchObject({ kind: 'fix', may: ['storage'], title: 'Make it safe', seeds: 20 });

  const { page, problems } = await solve(new URL('learn/', inject('siteAddress')).href);
  const input = page.locator('input[data-own-exercise]');
  await page.getByRole('complementary', { name: 'Task' }).waitFor();
  const broken = content.replace('"may"', '"mya"');
  await input.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(broken) });
  await page.getByRole('alert').filter({ hasText: 'mya is unknown' }).waitFor();
  await input.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  await page.getByRole('heading', { name: 'Make it safe' }).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await expect.poll(() => solved(page).count()).toBe(0);
  await page.getByLabel('Storage-side check').selectOption({ label: 'Version check' });
  await solved(page).waitFor();
  // The address contains it, and so does the code for a page.
  const address = page.url();
  expect(address).toMatch(/#x=v1\./);
  await page.getByText('Link and embed', { exact: true }).click();
  const code = await page.getByRole('textbox', { name: 'Code for a page' }).inputValue();
  const src = /src="([^"]+)"/.exec(code)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(problems).toEqual([]);

  const embedded = await openPage(src);
  await embedded.page.getByRole('heading', { name: 'Make it safe' }).waitFor();
  await expect.poll(() => embedded.page.getByRole('navigation').count()).toBe(0);
  await embedded.close();
});

test('a run becomes a question; its link asks it, and the run says what is right', async () => {
  const maker = await turnToForm();
  const form = maker.page;
  await form.getByRole('radio', { name: 'Predict' }).check();
  // The outcome of the run is marked. Without it no answer would be right.
  const right = form.getByRole('checkbox', { name: 'An update is lost. This is what happens.' });
  await right.uncheck();
  await form.getByRole('status').filter({ hasText: 'None of the answers is what happens in the run' }).waitFor();
  await right.check();
  const link = await linkOf(form);

  const { page, problems } = await solve(link);
  await page.getByText('The run is hidden until you have said').waitFor();
  await page.getByRole('radio', { name: 'The lock works' }).check();
  await page.getByRole('button', { name: 'See what happens' }).click();
  await page.getByRole('status').filter({ hasText: 'Not quite' }).waitFor();
  await page.getByRole('button', { name: 'Answer again, without points' }).click();
  await page.getByRole('radio', { name: 'An update is lost.' }).check();
  await page.getByRole('button', { name: 'See what happens' }).click();
  await page.getByRole('status').filter({ hasText: 'Right.' }).waitFor();
  expect(problems).toEqual([]);
});

test('a run becomes a choice; who opens it picks a check that stands the attacks', async () => {
  const maker = await turnToForm();
  const form = maker.page;
  await form.getByRole('radio', { name: 'Choose' }).check();
  await form.getByRole('textbox', { name: /^Situation and task/ }).fill('Any client may sleep.');
  // Without the checks no choice survives the attack, and the page says so.
  const checks = form.getByRole('group', { name: 'Checks to choose from' });
  await checks.getByRole('checkbox', { name: 'Version check' }).uncheck();
  await checks.getByRole('checkbox', { name: 'Fencing token', exact: true }).uncheck();
  await form.getByRole('status').filter({ hasText: 'None of the choices meets all goals' }).waitFor();
  await checks.getByRole('checkbox', { name: 'Version check' }).check();
  await form.getByText(/\d+ of the \d+ changes that were tried/).waitFor();
  const link = await linkOf(form);

  const { page, problems } = await solve(link);
  await page.getByText('Any client may sleep.').waitFor();
  await page.getByText('Fails when:').first().waitFor();
  await expect.poll(() => solved(page).count()).toBe(0);
  await page.getByRole('radio', { name: 'Version check' }).check();
  await solved(page).waitFor();
  expect(problems).toEqual([]);
});

atNight('a damaged link says so, and the first exercise is there', async () => {
  const { page, close } = await openPage('learn/#x=v1.abcdefgh');
  await page.getByRole('alert').filter({ hasText: 'The link is damaged' }).waitFor();
  await page.getByRole('heading', { name: 'Name the parts' }).waitFor();
  await close();
});

atNight('a link that asks for ten thousand runs is opened, and refused in words', async () => {
  const { page, problems, close } = await openPage(`learn/#${encodeExercise(napsIn({ clients: 9, rounds: 1000 }))}`);
  await page
    .getByRole('alert')
    .filter({ hasText: /takes \d{5} runs; at most 1000 are allowed/ })
    .waitFor();
  expect(problems).toEqual([]);
  await close();
});

atNight('what takes many runs is judged beside the page, stopped, and judged again', async () => {
  const { page, problems, close } = await openPage(`learn/#${encodeExercise(napsIn({ clients: 2, rounds: 20 }))}`);
  const goals = page.getByRole('region', { name: 'Goals' });
  await goals.getByText(/Trying: \d+ of \d+ runs/).waitFor();
  await goals.getByRole('button', { name: 'Stop' }).click();
  await goals.getByText('Stopped, so the goals are undecided.').waitFor();
  await goals.getByRole('button', { name: 'Try again' }).click();
  await goals.getByText(/Tried in \d+ runs/).waitFor({ timeout: 60_000 });
  await goals.getByText('Not met').or(goals.getByLabel('Not met')).first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});
