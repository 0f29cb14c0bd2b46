// The main story is followed without a mouse, without sight, and enlarged. Touch targets and barriers are tested in
// looks/.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled } from '../support/looks';
import { atNight } from '../support/nightly';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const story = '?story=pause-before-write';

async function openStory(options = {}, path = story) {
  const opened = await openPage(path, options);
  await opened.page.getByRole('status', { name: /Verdict|判定/ }).waitFor();
  return opened;
}

interface Heard {
  readonly role: string;
  readonly name: string;
}

/** What a screen reader reads, in order: the browser's own accessibility tree, without ignored nodes. */
async function listen(page: Page): Promise<readonly Heard[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const heard: Heard[] = [];
  const walk = (id: string): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    // A non-breaking space is read aloud like any other.
    const name = String(node.name?.value ?? '').replace(/\s+/g, ' ');
    if (!node.ignored && name !== '') heard.push({ role: String(node.role?.value ?? ''), name });
    for (const child of node.childIds ?? []) walk(child);
  };
  if (nodes[0] !== undefined) walk(nodes[0].nodeId);
  return heard;
}

/** Whether these are read in this order, with anything in between. */
function expectInOrder(heard: readonly Heard[], wanted: readonly RegExp[]): void {
  let from = 0;
  for (const sentence of wanted) {
    const found = heard.findIndex(({ name }, i) => i >= from && sentence.test(name));
    expect(found, `${sentence} comes after ${heard[from - 1]?.name ?? 'the beginning'}`).toBeGreaterThanOrEqual(from);
    from = found + 1;
  }
}

test('story 20 is in the accessibility tree: its argument, cause after cause and as it is told, each lane, each fault', async () => {
  const { page, close } = await openStory();
  const heard = await listen(page);
  expectInOrder(heard, [
    /^Lock: two holders at once, for 636 ms/,
    /^An update was lost$/,
    /^Client 1 got the lock/,
    /^Client 1 paused/,
    /^The key of client 1 expired/,
    /^Client 2 got the lock/,
    /^Client 2 wrote 52/,
    /^Client 1 wrote 43.*based on version 1/,
  ]);
  // The story's sentences, in their tab.
  await page.getByRole('tab', { name: 'Story' }).click();
  expectInOrder(await listen(page), [
    /takes the lock, reads 42, then freezes for longer than the lock lasts/,
    /Client 1 has read 42 and is about to write 43/,
    /The lock expires: one node after another deletes the key/,
    /Now both think they hold it/,
    /The storage accepts it: client 2’s change is gone/,
  ]);
  // Each lane with its result, and each fault with its effect.
  expectInOrder(heard, [
    /^Client 1, holds? the lock once|^Client 1, .*1/,
    /^Client 2, /,
    /^Redis A, /,
    /^Redis E, /,
    /^Storage, .*2/,
  ]);
  expect(heard.some(({ role, name }) => role === 'button' && /^Client 1 pauses, /.test(name))).toBe(true);
  await close();
});

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const seen: string[] = [];
  for (let i = 0; i < 140; i++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '';
    });
    if (name.test(focused)) return;
    seen.push(focused);
  }
  throw new Error(`Tab does not come to ${name}; it came to: ${seen.join(' | ')}`);
}

test('story 20 by the keyboard alone: walked along a lane, heard, jumped to its break, and fixed', async () => {
  const { page, problems, close } = await openStory();
  const said = page.locator('[data-plot] [aria-live="polite"]');
  await page.keyboard.press('Home');
  await tabTo(page, /^Client 1, /);
  const heard: string[] = [];
  for (let i = 0; i < 40; i++) {
    const before = await said.textContent();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => said.textContent(), { timeout: 3000 })
      .not.toBe(before)
      .catch(() => undefined);
    heard.push((await said.textContent()) ?? '');
    if (/write/i.test(heard.at(-1) ?? '') && heard.some((text) => /pause/i.test(text))) break;
  }
  expect(heard.join('\n')).toMatch(/pause[\s\S]*write/i);
  // Goes to where it breaks, then along the same lane: this client does not know that another one is inside.
  await page.keyboard.press('j');
  await expect.poll(() => said.textContent()).toMatch(/^Client 2 has the lock/);
  for (let i = 0; i < 6 && !/Client 1 .*43/.test((await said.textContent()) ?? ''); i++) {
    const before = await said.textContent();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => said.textContent()).not.toBe(before);
  }
  await expect.poll(() => said.textContent()).toMatch(/Client 1 .*43/);
  await tabTo(page, /^20 Original/);
  const verdict = page.getByRole('status', { name: 'Verdict' });
  await expect.poll(() => verdict.getAttribute('data-outcome')).toBe('lost');
  for (let i = 0; i < 6 && (await verdict.getAttribute('data-outcome')) === 'lost'; i++) {
    const before = page.url();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.url()).not.toBe(before);
    await settled(page);
  }
  await expect.poll(() => verdict.getAttribute('data-outcome')).not.toBe('lost');
  expect(problems).toEqual([]);
  await close();
});

/** Everything that is folded away, in turn; first what is visible at once. */
async function eachSheet(page: Page, look: () => Promise<void>): Promise<void> {
  await look();
  const bar = page.getByRole('navigation', { name: 'Besides the timeline' });
  if ((await bar.count()) === 0) return;
  for (const name of [/^Verdict/, /^Story$/, /^Faults$/, /^Settings$/]) {
    await bar.getByRole('button', { name }).click();
    await page.locator('#sheet').waitFor();
    await settled(page);
    await look();
  }
}

atNight('enlarged to 200 % nothing is lost that is there at 100 %', async () => {
  const names = async (viewport: { width: number; height: number }) => {
    const { page, close } = await openStory({ viewport, deviceScaleFactor: 1440 / viewport.width });
    await page.locator('[data-plot]').waitFor();
    await page.waitForLoadState('networkidle');
    await settled(page);
    const found: string[] = [];
    const look = async (): Promise<void> => {
      const names = await page.evaluate(() =>
        [...document.querySelectorAll('button, input, select, [role=tab], h2, h3, ol[aria-label]')]
          .filter((element) => element.getClientRects().length > 0)
          .map((element) => {
            // A lane's short name appears only sometimes, and so do the keys in a menu.
            const words = [...element.childNodes].filter(({ nodeName }) => nodeName !== 'KBD');
            const label = element.getAttribute('aria-label')?.replace(/^[A-Z]\d?: /, '');
            return label ?? words.map(({ textContent }) => textContent).join('');
          }),
      );
      found.push(...names);
    };
    await eachSheet(page, look);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await look();
    await close();
    expect(wide).toBeLessThanOrEqual(viewport.width);
    return new Set(found.map((name) => name.trim()));
  };
  const [whole, enlarged] = [await names({ width: 1440, height: 900 }), await names({ width: 720, height: 450 })];
  // In less room, the panel of this tab is in the verdict's sheet, and its list must be there.
  const instead = new Map([['Why', 'How it came to this']]);
  const lost = [...whole].filter((name) => name !== '' && !enlarged.has(instead.get(name) ?? name));
  expect(lost).toEqual([]);
});

atNight('with reduced motion nothing moves by itself', async () => {
  const { page, close } = await openPage('', { reducedMotion: 'reduce', hasClock: true });
  const time = page.getByRole('status', { name: 'Time' });
  await time.waitFor();
  const before = await time.textContent();
  await page.clock.runFor(1500);
  await expect.poll(() => time.textContent()).toBe(before);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  await close();
});
