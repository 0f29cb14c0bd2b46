// The same entrances in a real page, with all inputs one after the other and no reload. After each input the page
// still works and nothing was thrown, and at the end a good link opens. SEED and RUNS in the environment make a
// different or a longer search.
import { env } from 'node:process';
import { inspect } from 'node:util';
import fc from 'fast-check';
import type { Frame, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { encodeLink } from '../../src/core/model/links/link';
import { parts } from '../../src/core/run/parts';
import { storyVersionOf } from '../content/stories/storyVersions';
import { byNight } from '../support/nightly';
import { serveOther } from '../support/otherSite';
import { prepareBrowser } from '../support/page';
import { exerciseFiles, keptFiles, savedRuns, scenarios, wildExerciseLink, wildLink } from './samples';
import { asText, wildText, wildValue } from './wild';

const openPage = prepareBrowser();
const seed = Number(env['SEED'] ?? 14);
const count = Number(env['RUNS'] ?? byNight(90, 1500));

interface Input {
  readonly door: 'paste' | 'drop' | 'hash' | 'message' | 'storage';
  /** For a message, the text from which it is parsed, because a deeply nested value cannot be sent to the page. */
  readonly value: string;
}

const files = wildText([...scenarios, ...exerciseFiles, ...savedRuns, ...keptFiles]);
const text = fc.oneof(files, wildLink, wildExerciseLink);
const hash = fc.oneof(wildLink, wildExerciseLink, fc.string());
/** A good exercise would lead from the playground to the workshop. */
const noExercise = wildText([...scenarios, ...savedRuns, ...keptFiles]);

const into = (door: Input['door'], values: fc.Arbitrary<string>): fc.Arbitrary<Input> =>
  values.map((value) => ({ door, value }));

const inputs = (length: number, ...kinds: readonly fc.Arbitrary<Input>[]): readonly Input[] =>
  fc.sample(fc.oneof(...kinds), { numRuns: length, seed });

/** Runs in the page. Resolves when a frame has been drawn and the input has been processed. */
async function put({ door, value: words }: Input): Promise<void> {
  const data = new DataTransfer();
  switch (door) {
    case 'paste':
      data.setData('text/plain', words);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
      break;
    case 'drop':
      data.items.add(new File([words], 'wild.json'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
      break;
    case 'hash':
      location.hash = words;
      break;
    case 'message':
      try {
        (window.frames[0] ?? window).postMessage(JSON.parse(words), '*');
      } catch (error) {
        // No page can send another page a value that is nested too deeply.
        if (!(error instanceof RangeError)) throw error;
      }
      break;
    default:
      for (const key of ['', '-runs', '-learn', '-visited', '-transfer', '-wheel'])
        localStorage.setItem(`redlock-playground${key}`, words);
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
}

interface Shown {
  readonly problems: readonly string[];
  /** A part that is always on the page. */
  readonly mark: string;
}

async function expectStanding(
  page: Page,
  where: Page | Frame,
  wild: readonly Input[],
  { problems, mark }: Shown,
): Promise<void> {
  for (const input of wild) {
    await (input.door === 'message' ? page : where).evaluate(put, input);
    const isThere = await where.locator(mark).count();
    const shown = inspect(input, { maxStringLength: 2000 });
    expect([isThere > 0, problems], shown).toEqual([true, []]);
  }
}

const goodLink = encodeLink(storyVersionOf('20').scenario, { parts });

test('the playground survives anything that is pasted, dropped, kept, or in its address', {
  timeout: 300_000,
}, async () => {
  const { page, problems, close } = await openPage('?story=pause-before-write');
  await page.getByRole('status', { name: 'Verdict' }).waitFor();
  // The parts that accept files load when the page is idle.
  await page.getByText('npm start').waitFor();
  const wild = inputs(
    count,
    into('paste', fc.oneof(noExercise, wildLink)),
    into('drop', noExercise),
    into('hash', fc.oneof(wildLink, fc.string())),
    into('message', wildValue([{}]).map(asText)),
  );
  await expectStanding(page, page, wild, { problems, mark: '[role=status][data-outcome]' });
  await page.evaluate((link) => {
    location.hash = link;
  }, goodLink);
  // A dialog for a dropped file may be open, or an opened run on screen.
  await page.keyboard.press('Escape');
  const simulated = page.locator('header').getByText('Simulated', { exact: true });
  // There is a choice where a run on real Redis was opened.
  if ((await simulated.count()) > 0) await simulated.click();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('[data-outcome]')?.getAttribute('data-outcome')))
    .toBe('lost');
  await close();
});

test('the workshop survives anything that is pasted, dropped, or in its address', { timeout: 300_000 }, async () => {
  const { page, problems, close } = await openPage('learn/');
  await page.getByRole('complementary', { name: 'Task' }).waitFor();
  const wild = inputs(count / 3, into('paste', text), into('drop', files), into('hash', hash));
  await expectStanding(page, page, wild, { problems, mark: 'aside h2' });
  await close();
});

test('an embed survives anything that the page around it says', { timeout: 300_000 }, async () => {
  const site = inject('siteAddress');
  const frame = `<iframe width="800" height="600" src="${site}embed/?story=failover&view=timeline&frame=7"></iframe>`;
  const blog = await serveOther({
    pages: { 'post.html': `<!doctype html><title>A post</title><link rel="icon" href="data:,">${frame}` },
  });
  const { page, problems, close } = await openPage(`${blog.address}post.html`);
  await expect.poll(() => page.frames().length).toBe(2);
  const embed = page.frames()[1] as Frame;
  await embed.getByText('Click or tap play.').waitFor();
  const shown = [
    { redlock: 1, frame: '7', type: 'visible', visible: true },
    { redlock: 1, frame: '7', type: 'theme', theme: 'dark' },
  ];
  const wild = inputs(count / 3, into('message', wildValue(shown).map(asText)), into('hash', hash));
  await expectStanding(page, embed, wild, { problems, mark: '[role=status][data-outcome]' });
  await close();
  await blog.close();
});

test('every page opens with any data under our names in the browser’s storage', { timeout: 300_000 }, async () => {
  const { page, problems, close } = await openPage('');
  const kept = fc.sample(fc.oneof(wildText(keptFiles), fc.string()), { numRuns: Math.ceil(count / 25), seed });
  for (const [i, value] of kept.entries()) {
    await page.evaluate(put, { door: 'storage' as const, value });
    await page.goto(new URL(i % 2 === 0 ? '' : 'learn/', inject('siteAddress')).href);
    await page.locator('[data-outcome], aside h2').first().waitFor();
    expect(problems, value).toEqual([]);
  }
  await close();
});
