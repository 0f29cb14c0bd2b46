// A class of four: each lock is attacked as given, rewritten, attacked again and solved, from the first to the last. At
// a push it is the first one, and the one that asks for a fault.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { CodeExercise } from '../../src/core/model/scenario/exercise';
import { exercises } from '../../src/course/exercises/ownLocks';
import { allExercises } from '../support/allExercises';
import { findBarriers } from '../support/barriers';
import { byNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

const all = exercises.filter((exercise): exercise is CodeExercise => exercise.kind === 'code');
const written = byNight(all.slice(0, 2), all);
const goals = (page: Page) => page.getByRole('region', { name: 'Goals' });
const solved = (page: Page) => goals(page).getByRole('status').filter({ hasText: 'Solved' });
const attack = (page: Page) => goals(page).getByRole('button', { name: 'Attack it' });
const editor = (page: Page) => page.locator('[data-editor] .cm-content');

async function writeLock(page: Page, code: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(code);
}

/** Attacks the code in the editor, and waits until no attack is left. */
async function attacked(page: Page): Promise<void> {
  await attack(page).click();
  await expect.poll(() => goals(page).getByText('not tried yet').count(), { timeout: 60_000 }).toBe(0);
  await attack(page).waitFor();
}

test('the locks are written one after the other, and each is solved', { timeout: 240_000 }, async () => {
  const { page, problems, close } = await openPage('learn/?do=write-a-lock');
  for (const [index, { title, asks, code, solution }] of written.entries()) {
    await page.getByRole('heading', { name: title.en, exact: true }).waitFor();
    await editor(page).waitFor();
    await expect.poll(() => editor(page).textContent()).toContain(code.split('\n')[0]);
    if (asks === undefined) {
      await attacked(page);
      await goals(page).getByText('Still to survive:').waitFor();
      await goals(page)
        .getByRole('button', {
          name: /^(?!.*(?:clock|sleep)).*(?:update is lost|stuck forever|lock at once|another’s key)/,
        })
        .first()
        .click();
      await page.getByText('The worst run under this attack').waitFor();
      await page.locator('[data-plot]').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'A hint' }).first().click();
      await page.getByRole('group', { name: 'Code or run' }).getByText('Code', { exact: true }).click();
      await writeLock(page, solution);
      await goals(page).getByText('Your code has changed since.').waitFor();
      await attacked(page);
    } else {
      await attacked(page);
      const choice = goals(page).getByRole('combobox', { name: asks.question.en });
      await choice.selectOption('cut');
      await goals(page).getByRole('button', { name: 'That one' }).click();
      await goals(page).getByText('Not that one.').waitFor();
      expect(await solved(page).isVisible()).toBe(false);
      await choice.selectOption(asks.right[0] ?? '');
      await goals(page).getByRole('button', { name: 'That one' }).click();
    }
    await solved(page).waitFor();
    await page.getByText(`${index + 1} of ${allExercises.length} solved`).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const next = written[index + 1];
    if (next !== undefined) await page.getByRole('button', { name: `Next: ${next.title.en}` }).click();
  }
  // After coming back, people find their code as they left it.
  const [first] = written;
  const own = first?.solution.split('\n').find((line) => !first.code.includes(line));
  await page.goto(new URL(`?do=${first?.id}`, page.url()).href);
  await expect.poll(() => editor(page).textContent()).toContain(own);
  await page.getByText(`${written.length} of ${allExercises.length} solved`).waitFor();
  expect(problems).toEqual([]);
  await close();
});
