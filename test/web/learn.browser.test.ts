// The workshop in Chromium: each kind of exercise is solved by hand, and one is also answered wrongly. Every page
// passes axe.
import type { Page } from 'playwright-core';
import { expect, onTestFailed, test } from 'vitest';
import { allExercises } from '../support/allExercises';
import { atNight, sampled } from '../support/nightly';
import { type OpenedPage, prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

async function openExercise(id: string, query = '') {
  const opened = await openPage(`learn/?do=${id}${query}`);
  await opened.page.getByRole('complementary', { name: /^(Task|任务)$/ }).waitFor();
  return opened;
}

let shared: OpenedPage | null = null;

/** For tests that start with an untouched exercise and leave the page intact: they share one page. */
async function turnTo(id: string): Promise<Pick<OpenedPage, 'page' | 'problems'>> {
  onTestFailed(async () => {
    const failed = shared;
    shared = null;
    await failed?.close();
  });
  if (shared === null) shared = await openExercise(id);
  else
    await shared.page.evaluate((query) => {
      history.pushState(null, '', query);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `?do=${id}`);
  const title = allExercises.find((exercise) => exercise.id === id)?.title.en ?? '';
  await shared.page.getByRole('heading', { name: title, exact: true }).waitFor();
  return shared;
}

const goals = (page: Page) => page.getByRole('region', { name: 'Goals' });
const solved = (page: Page) => goals(page).getByRole('status').filter({ hasText: 'Solved' });

/** The element that a key press would reach. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.closest('aside, main') !== null);

test('a wrong prediction plays to its break, says why, and one change makes it right; it earns nothing', async () => {
  const { page, problems, close } = await openExercise('the-nap');
  await page.getByText('The run is hidden').waitFor();
  await expect.poll(() => page.locator('[data-plot]').count()).toBe(0);
  // By keys alone; after each one the focus is in the exercise.
  await page.getByRole('radio', { name: /It notices/ }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'See what happens' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-plot]').waitFor();
  await expect.poll(() => focused(page)).toBe(true);
  await page.getByRole('button', { name: 'Go there now' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Not quite.').waitFor();
  await expect.poll(() => focused(page)).toBe(true);
  await page.getByRole('list', { name: 'How it happened' }).waitFor();
  await page.getByText('A process that is stopped reads no clock').waitFor();
  // The one change, after a wrong attempt: a fault of another kind is not offered.
  const change = page.getByRole('region', { name: 'What would have made your answer right?' });
  await change.getByRole('button', { name: /Client 1 pauses/ }).click();
  await change.getByRole('combobox', { name: 'Kind' }).waitFor();
  expect(await change.getByRole('combobox', { name: 'Kind' }).getByRole('option').count()).toBe(1);
  await change.getByLabel('Not met').first().waitFor();
  await change.getByRole('button', { name: 'Show one' }).focus();
  await page.keyboard.press('Enter');
  await change.getByText('With this change your answer is right.').waitFor();
  await expect.poll(() => focused(page)).toBe(true);
  await change.getByRole('button', { name: 'Back to the original run' }).click();
  await change.getByLabel('Not met').first().waitFor();
  // Neither a reload nor opening it again allows a second first answer.
  await page.reload();
  await page.getByText('The first answer counts').waitFor();
  await page.getByText(`0 of ${allExercises.length} solved`).waitFor();
  // The list distinguishes it from untouched ones.
  expect(await page.getByLabel('Done, without points').count()).toBe(1);
  await page.getByRole('button', { name: 'Answer again, without points' }).click();
  await expect.poll(() => focused(page)).toBe(true);
  await page.getByRole('radio', { name: /destroys/ }).check();
  await page.getByRole('button', { name: 'See what happens' }).click();
  await page.getByRole('button', { name: 'Go there now' }).click();
  await page.getByText('You had already seen the answer, so this earns no points.').waitFor();
  await page.getByText(`0 of ${allExercises.length} solved`).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('the focus is in the exercise after every press, and the language stays from page to page', async () => {
  const { page, problems, close } = await openExercise('anothers-key', '&lang=zh');
  const press = async (name: string | RegExp) => {
    await page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page), { message: String(name) }).toBe(true);
  };
  for (const name of [/要个提示/, /要个提示/, /要个提示/, '看一个解法', '重新开始', '撤销', /^下一题：/])
    await press(name);
  await page.getByRole('heading', { name: '死去的客户端留下什么', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: '别人的键' }).waitFor();
  expect(new URL(page.url()).search).toBe('?do=anothers-key&lang=zh');
  await page.getByRole('link', { name: '讲师指南' }).click();
  await page.getByRole('heading', { name: '如何组织工作坊' }).waitFor();
  await page.getByRole('link', { name: '对照表' }).click();
  await page.waitForURL(/matrix\/\?lang=zh/);
  await page.locator('html[lang=zh-CN]').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a fault is of a kind that is allowed, and no longer than allowed, by a drag as by a key', async () => {
  const { page, problems } = await turnTo('a-gap-in-the-check');
  await page.locator('[data-plot]').waitFor();
  const handles = page.getByRole('list', { name: 'Faults' }).locator('li');
  await page.keyboard.press('KeyC');
  await page.keyboard.press('KeyP');
  await expect.poll(() => handles.count()).toBe(2);
  const edge = page.locator('[data-plot] li[data-selected="true"] [role="slider"]');
  const length = (): Promise<string | null> => edge.getAttribute('aria-valuenow');
  const box = await edge.boundingBox();
  if (box === null) throw new Error('It has no edge.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 60, box.y, { steps: 4 });
  await expect.poll(async () => Number(await length())).toBeLessThan(1500);
  await page.mouse.move(box.x + 900, box.y, { steps: 8 });
  await page.mouse.up();
  expect(await length()).toBe('1500');
  await edge.focus();
  await page.keyboard.press('Shift+ArrowRight');
  expect(await length()).toBe('1500');
  expect(problems).toEqual([]);
});

test('marks are named by keys alone; wrong names teach, and a number leads to its name', async () => {
  const { page, problems, close } = await openExercise('name-the-marks');
  const naming = page.getByRole('region', { name: 'What is each number?' });
  const names = ['key on a node', 'holds the lock', 'paused', 'write rejected', 'write accepted'];
  // Their order does not give the answer away.
  const offered = await naming.getByLabel('Number 1', { exact: true }).getByRole('option').allTextContents();
  expect(offered.slice(1)).toEqual(offered.slice(1).toSorted());
  for (const [index, label] of names.entries()) {
    const field = naming.getByLabel(`Number ${index + 1}`, { exact: true });
    await field.focus();
    await field.selectOption({ label });
  }
  await naming.getByRole('button', { name: 'Check the names' }).press('Enter');
  await naming.getByText('3 of 5 are right.').waitFor();
  await naming.getByText('Not “write rejected”. A rejected write is a shield').waitFor();
  await naming.getByRole('button', { name: 'Look again at 4' }).press('Enter');
  await expect
    .poll(() => naming.getByLabel('Number 4', { exact: true }).evaluate((it) => it === document.activeElement))
    .toBe(true);
  await page.getByRole('button', { name: /^Number 5, at .* near Storage/ }).press('Enter');
  await expect
    .poll(() => naming.getByLabel('Number 5', { exact: true }).evaluate((it) => it === document.activeElement))
    .toBe(true);
  await naming.getByLabel('Number 4', { exact: true }).selectOption({ label: 'two holders at once' });
  await naming.getByLabel('Number 5', { exact: true }).selectOption({ label: 'write rejected' });
  await naming.getByRole('button', { name: 'Check the names' }).press('Enter');
  await naming.getByText('All named.').waitFor();
  await page.getByLabel('Solved, 2 of 3 points').waitFor();
  // The words are back, with the legend.
  await page.locator('[data-plot]').waitFor();
  await page.getByRole('button', { name: 'Next: Between two commands' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

// On a phone the picture is a scene.
test.each([
  [1440, 900, 300],
  [390, 844, 380],
])(
  'the first task has one pause to drag and no other tool, and says what comes next: %i px',
  async (width, height, least) => {
    const { page, problems, close } = await openPage('learn/', { viewport: { width, height } });
    await page.getByRole('heading', { name: 'Drag a pause' }).waitFor();
    const card = page.getByRole('complementary', { name: 'Task' });
    expect(await card.getByRole('combobox').count()).toBe(0);
    expect(await card.getByRole('button', { name: 'Pause', exact: true }).count()).toBe(0);
    const pause = page.getByRole('button', { name: /^Client 1 pauses|^Pause/ }).first();
    await pause.waitFor();
    const box = await pause.boundingBox();
    if (box === null) throw new Error('There is no pause.');
    const plot = await page.locator('[data-plot]').boundingBox();
    expect(plot?.height).toBeGreaterThan(least);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step < 40 && (await solved(page).count()) === 0; step++)
      await page.mouse.move(x - (step * (plot?.width ?? 800)) / 60, y);
    await page.mouse.up();
    await solved(page).waitFor();
    await page.getByText('Next is “Name the parts”, which builds on this one.').waitFor();
    await expect.poll(() => card.getByRole('button', { name: /hint/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Next: Name the parts' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  },
);

test.each(
  sampled(
    [
      ['', 1440],
      ['?do=anothers-key&lang=zh', 390],
      ['?do=give-it-a-number', 390],
      ['?do=the-nightly-mail&lang=zh', 1440],
      ['?do=the-nap', 1440],
      ['?guide', 1440],
      ['?check=before', 390],
    ],
    4,
  ),
)('learn/%s has no text below 13 px at %i', async (query, width) => {
  const { page, close } = await openPage(`learn/${query}`, { viewport: { width, height: 900 } });
  await page.locator('h2').first().waitFor();
  await expect.poll(() => page.evaluate(smallTexts)).toEqual([]);
  await close();
});

/** The visible texts that are smaller than 13 px. Runs in the page. */
function smallTexts(): readonly string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement;
    if (element === null || (text.textContent ?? '').trim() === '' || element.closest('script, style') !== null)
      continue;
    if (!element.checkVisibility({ visibilityProperty: true }) || element.getBoundingClientRect().width <= 1) continue;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size < 13) found.push(`${size} px: ${text.textContent}`);
  }
  return found;
}

test('a fault of the budget breaks the lock, and undo and reset take it back', async () => {
  const { page, problems } = await turnTo('take-it-down');
  await page.keyboard.press('Home');
  for (const node of ['Redis A', 'Redis B', 'Redis C']) {
    await page.getByRole('button', { name: 'Crash', exact: true }).click();
    const where = page.getByRole('combobox', { name: 'Where' });
    // Only the nodes that the budget allows.
    await where.waitFor();
    expect((await where.locator('option').allInnerTexts()).map((text) => text.at(-1))).toEqual([...'ABCDE']);
    await where.selectOption({ label: node });
    // A node that comes back would not help here.
    await page.getByRole('combobox', { name: 'Restarts after' }).selectOption({ label: 'never' });
  }
  await solved(page).waitFor();
  const heldBack = page.getByText('Why it did not work:');
  expect(await heldBack.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await heldBack.waitFor();
  await expect.poll(() => solved(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByText('No faults in this run').waitFor();
  expect(problems).toEqual([]);
});

test('what is fixed is tried against pauses everywhere, and the first that breaks it can be looked at', async () => {
  const { page, problems, close } = await openExercise('give-it-a-number');
  await goals(page).getByText('Fails when: Client 1 is paused').waitFor();
  await goals(page).getByRole('button', { name: 'Show this' }).click();
  await goals(page).getByRole('button', { name: 'Back to your run' }).click();
  await page.getByLabel('Storage-side check').selectOption({ label: 'Version check' });
  await solved(page).waitFor();
  await page.getByLabel('Solved, 3 of 3 points').waitFor();
  // It is remembered.
  await page.reload();
  await page.getByText(`1 of ${allExercises.length} solved`).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a check that the lock has no token for is refused in words, and one of another service is not offered', async () => {
  const { page, problems } = await turnTo('give-it-a-number');
  const check = page.getByLabel('Storage-side check');
  await check.selectOption({ label: 'Fencing token' });
  await page.getByRole('alert').filter({ hasText: 'Needs a lock with a fencing token.' }).waitFor();
  expect(await check.inputValue()).toBe('no-check');
  expect(await check.getByRole('option', { name: 'CheckSequencer' }).count()).toBe(0);
  await page.getByLabel('Fencing token').selectOption({ label: 'counters on a quorum' });
  await check.selectOption({ label: 'Fencing token' });
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.getByText('A read counts as seen', { exact: true }).click();
  await solved(page).waitFor();
  // Ten requests would have been enough: a version check needs no counters.
  await goals(page).getByText('2 of 3 points').waitFor();
  expect(problems).toEqual([]);
});

test('what is changed while an attack is shown is seen without the attack', async () => {
  const { page } = await turnTo('left-behind');
  await goals(page).getByRole('button', { name: 'Show this' }).click();
  await goals(page).getByText('your choice under this attack').waitFor();
  await page.getByLabel('Expiry', { exact: true }).selectOption({ label: 'after the TTL (PX)' });
  await solved(page).waitFor();
  await expect.poll(() => goals(page).getByText('your choice under this attack').count()).toBe(0);
});

test('an attack that lasts longer than the run is shown to its end', async () => {
  const { page, problems } = await turnTo('the-account');
  const ticks = page.getByText(/^2\.\d s$/, { exact: true });
  await expect.poll(() => ticks.count()).toBe(0);
  await goals(page).getByRole('button', { name: 'Show this' }).click();
  await ticks.first().waitFor();
  await goals(page).getByRole('button', { name: 'Back to your run' }).click();
  await expect.poll(() => ticks.count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a choice that costs too much is refused by its goal, and the cheap one taken', async () => {
  const { page, problems } = await turnTo('the-nightly-mail');
  await page.getByRole('radio', { name: /^Redlock/ }).check();
  const cost = goals(page).getByRole('listitem').filter({ hasText: 'At most 3 requests for each lock taken' });
  await cost.getByLabel('Not met').waitFor();
  // The measured value stands beside the goal.
  await cost.getByText(/^Each lock taken cost \d+(\.\d)? requests\. The goal is at most 3\.$/).waitFor();
  expect(await solved(page).count()).toBe(0);
  await page.getByRole('radio', { name: /^One Redis node/ }).check();
  await solved(page).waitFor();
  expect(await cost.getByLabel('Not met').count()).toBe(0);
  expect(problems).toEqual([]);
});

atNight('hints come one at a time, and a solution at the end earns nothing', async () => {
  const { page, close } = await openExercise('one-wrong-clock');
  await page.getByRole('button', { name: 'A hint (2 left)' }).click();
  await page.getByRole('button', { name: 'A hint (1 left)' }).click();
  await page.getByRole('button', { name: 'Show a solution' }).click();
  await solved(page).waitFor();
  await page.getByText(`0 of ${allExercises.length} solved`).waitFor();
  await close();
});

atNight('progress travels as a file, and a broken file says which field is wrong', async () => {
  const { page, close } = await openExercise('the-nap');
  const file = (content: string) => ({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  const input = page.locator('input[type=file]:not([data-own-exercise])');
  const good = {
    kind: 'redlock-playground-progress',
    version: 1,
    solved: { 'the-nap': { points: 3, hints: 0 } },
    answers: {},
  };
  await input.setInputFiles(file(JSON.stringify(good)));
  await page.getByText(`1 of ${allExercises.length} solved`).waitFor();
  await input.setInputFiles(file(JSON.stringify({ ...good, solved: { 'the-nap': { points: 9, hints: 0 } } })));
  await page.getByRole('alert').filter({ hasText: 'solved.the-nap.points' }).waitFor();
  // The earlier progress is kept.
  await page.getByText(`1 of ${allExercises.length} solved`).waitFor();
  await close();
});

atNight('an exercise that does not exist is said to be none, and the first one is there', async () => {
  const { page, close } = await openExercise('no-such-thing');
  await page.getByRole('alert').filter({ hasText: 'There is no exercise “no-such-thing”' }).waitFor();
  await page.getByRole('heading', { name: 'Drag a pause' }).waitFor();
  // An exercise that exists shows no such message.
  await page.getByRole('button', { name: /^Next:/ }).click();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await close();
});

test('the guide with the solutions is linked beside the plans, and in no header', async () => {
  const { page, close } = await openExercise('name-the-marks');
  const list = page.getByRole('navigation', { name: 'Exercises' });
  const named = { name: 'Instructor’s guide' };
  await list.getByRole('link', named).waitFor();
  await list.getByRole('link', { name: 'Plans for 45 and 90 minutes' }).waitFor();
  expect(await page.getByRole('banner').getByRole('link', named).count()).toBe(0);
  await close();
});

atNight('who gives the workshop reads a whole solution of each exercise, not its last hint', async () => {
  const { page, close } = await openPage('learn/?guide');
  const solutionOf = (title: string) =>
    page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: title }) })
      .locator('dd')
      .last();
  await expect.poll(() => solutionOf('Make the lock unavailable').textContent()).toContain('Redis C crashes');
  expect(await solutionOf('A better memory').textContent()).toBe('Persistence (AOF): always');
  expect(await solutionOf('Give it a number').textContent()).toBe('Version check');
  expect(await solutionOf('The nightly report').textContent()).toMatch(/^One Redis node \(.*\); No check$/);
  for (const solution of await page.locator('article dd:last-child').allInnerTexts()) expect(solution).not.toBe('');
  await close();
});
