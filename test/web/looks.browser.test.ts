// What looks/ asks of each page is asked: whatever breaks it is found.
import { expect, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { type Asks, problemsOf } from '../support/looks';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

/** A style that breaks something, the requirement, and the expected finding. */
const broken: readonly (readonly [name: string, style: string, asks: Asks, found: RegExp])[] = [
  [
    'a text that is cut',
    '[data-story] > span { overflow: hidden; width: 40px; white-space: nowrap }',
    { isWhole: true },
    /A pause outlives the lock/,
  ],
  ['a list that hides its text', 'section select { width: 50px }', { isWhole: true }, /slower/],
  ['type of 9 px', 'header button { font-size: 9px !important }', { typeMin: 10 }, /is small: 9px/],
  ['a page that is too wide', 'main { min-width: 3000px }', { isWithoutScroll: 'sideways' }, /px wide/],
  ['a page that is too high', 'body { min-height: 901px }', { isWithoutScroll: 'at all' }, /px high/],
  ['what sticks out', 'header button { position: relative; left: 2000px }', { insideSides: 'header *' }, /sticks out/],
  ['a text outside', 'header button { position: relative; left: 2000px }', { isFitting: 'across' }, /is outside/],
  ['a text below', 'header button { position: relative; top: 2000px }', { isFitting: 'both' }, /below the window/],
  [
    'a text wider than its place',
    'header button { width: 9px !important; min-width: 0; overflow: hidden; white-space: nowrap; padding: 0 }',
    { isFitting: 'across' },
    /is cut/,
  ],
  ['a text on a text', 'header button { position: fixed; top: 0; left: 0 }', { isApart: true }, /stands on/],
  [
    'a box that does not hold its content',
    'header { height: 3px !important; min-height: 0 !important; padding: 0 !important; overflow: hidden }',
    { holding: 'header' },
    /higher than its place/,
  ],
  [
    'a control that is too small',
    'header button { scale: 0.1 }',
    { sizeMin: { 'header button': { width: 13 } } },
    /is only/,
  ],
  ['what is not in sight', 'header { position: relative; top: -400px }', { inSight: ['header'] }, /not in sight/],
  [
    'what lies over the picture',
    'body::after { content: ""; position: fixed; inset: 0; z-index: 9999 }',
    { uncovered: ':has(> [data-plot])' },
    /is under/,
  ],
  ['too many words', '/* None. */', { wordsMax: 60 }, /\d+ words/],
  ['a part that is not there', '/* None. */', { within: '#nothing' }, /There is no #nothing/],
];

test('what is broken is found', async () => {
  const { page, close } = await openPage('?story=20&details');
  await page.getByRole('status', { name: 'Verdict' }).waitFor();
  for (const [name, content, asks, found] of broken) {
    const style = await page.addStyleTag({ content });
    const problems = await problemsOf(page, asks);
    expect(problems.join('\n'), name).toMatch(found);
    await style.evaluate((element) => element.parentNode?.removeChild(element));
  }
  await page.evaluate(() => {
    document.querySelector('header button')?.replaceChildren();
    for (const name of ['aria-label', 'title']) document.querySelector('header button')?.removeAttribute(name);
  });
  await page.addStyleTag({ content: '[role=status] * { color: #ddd !important; background: #fff !important }' });
  const barriers = (await findBarriers(page)).join('\n');
  expect(barriers).toMatch(/button-name/);
  expect(barriers).toMatch(/color-contrast/);
  await close();
});
