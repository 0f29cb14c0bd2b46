// What the run on screen can be compared with: an opened, changed, swapped or pinned run.
import { beforeEach, expect, test, vi } from 'vitest';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import type { Story } from '../../src/core/model/scenario/story';
import {
  type CompareContext,
  type ComparisonChoice,
  choicesOf,
  compareWith,
  comparisonChoices,
  currentSwap,
  keyOf,
  openVersion,
  pinCurrent,
  resolveTarget,
  swapCompared,
  unpin,
  useCompare,
} from '../../src/web/state/compare';
import { useEdition } from '../../src/web/state/edition';
import { openStory, publishedById } from '../../src/web/state/story';
import { storyVersionOf } from '../content/stories/storyVersions';
import '../support/handIn';

function contextOf(story: Story | null): CompareContext {
  const { committed, storyId, variantId, initialScenario, past } = useEdition.getState();
  return { story, scenario: committed, storyId, variantId, initialScenario, past, pins: useCompare.getState().pins };
}

const keys = (story: Story | null, chosen?: ComparisonChoice) => choicesOf(contextOf(story), chosen).map(keyOf);
const change = (by: Partial<Scenario>) => useEdition.getState().commit({ ...useEdition.getState().committed, ...by });
const seedOnScreen = () => useEdition.getState().committed.seed;

beforeEach(() => {
  useCompare.setState({ with: 'nothing', swap: null, isFull: false, pins: [] });
  useEdition.setState({ past: [], future: [] });
});

test('a story as it is at first offers its fixes, and neither the original nor a change', async () => {
  const { story } = storyVersionOf('20');
  await openStory(story.id);
  expect(keys(story)).toEqual(['nothing', 'variant fix', 'variant fix2']);
});

test('a story without a fix offers the first of its variants alone', async () => {
  const { story } = storyVersionOf('7');
  await openStory(story.id);
  expect(keys(story)).toEqual(['nothing', 'variant b']);
});

test('a change brings the original and what was before it', async () => {
  const { story } = storyVersionOf('20');
  await openStory(story.id);
  change({ seed: 7 });
  change({ seed: 8 });
  expect(keys(story)).toEqual(['nothing', 'original', 'before', 'variant fix', 'variant fix2']);
  expect(resolveTarget('original', contextOf(story))?.scenario).toBe(story.scenario);
  expect(resolveTarget('before', contextOf(story))?.scenario.seed).toBe(7);
});

test('a fix of a variant offers that variant, and not itself', async () => {
  const { story } = storyVersionOf('44');
  await openStory(story.id, 'bfix');
  const offered = keys(story);
  expect(offered).toContain('original');
  expect(offered).toContain('variant b');
  expect(offered).not.toContain('variant bfix');
});

test('what was before another run was opened is not before my change', async () => {
  const { story } = storyVersionOf('20');
  await openStory(story.id);
  change({ seed: 7 });
  await openStory(story.id, 'fix');
  expect(keys(story)).not.toContain('before');
});

test('a fix opens beside what the reader made of its story, and beside the story as told where nothing was changed', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('location', { origin: 'https://play.example', pathname: '/', search: '', hash: '' });
  vi.stubGlobal('history', { pushState: () => {} });
  const { story } = storyVersionOf('20');
  await openStory(story.id);
  change({ seed: 7 });
  await openVersion(story, 'fix');
  expect(resolveTarget(useCompare.getState().with, contextOf(story))?.scenario.seed).toBe(7);
  await openVersion(story, 'fix2');
  expect(useCompare.getState().with).toBe('original');
  vi.unstubAllGlobals();
});

test('a scenario of no story is compared with itself as it was opened', () => {
  const scenario: Scenario = { ...useEdition.getState().committed, seed: 1 };
  useEdition.getState().open({ scenario, storyId: null, variantId: null });
  expect(keys(null)).toEqual(['nothing']);
  change({ seed: 2 });
  change({ seed: 3 });
  expect(keys(null)).toEqual(['nothing', 'original', 'before']);
  expect(resolveTarget('original', contextOf(null))?.scenario.seed).toBe(1);
});

test('what is chosen stays on offer when it is the run on screen again', async () => {
  const { story } = storyVersionOf('20');
  await openStory(story.id);
  change({ seed: 7 });
  change({ seed: story.scenario.seed });
  expect(keys(story)).not.toContain('original');
  expect(keys(story, 'original')).toContain('original');
});

test('three runs at most are pinned, by story, and each can be taken away', async () => {
  const { story } = storyVersionOf('20');
  await openStory(story.id);
  for (const seed of [5, 6, 7, 8]) {
    change({ seed });
    pinCurrent(() => 0);
  }
  expect(useCompare.getState().pins.map((pin) => pin.scenario.seed)).toEqual([5, 6, 7]);
  expect(keys(story).filter((key) => key.startsWith('pinned'))).toEqual(['pinned 1', 'pinned 2', 'pinned 3']);
  compareWith({ pinned: '2' });
  unpin('2');
  expect(useCompare.getState().with).toBe('nothing');
  pinCurrent(() => 0);
  expect(useCompare.getState().pins.map(({ id }) => id)).toEqual(['1', '3', '4']);
  const other = storyVersionOf('28').story;
  await openStory(other.id);
  expect(keys(other).some((key) => key.startsWith('pinned'))).toBe(false);
});

test('swapped, the other is on screen and what was there is the other; swapped again, all is as before', async () => {
  const { story } = storyVersionOf('20');
  await openStory(story.id);
  change({ seed: 7 });
  compareWith({ variant: 'fix2' });
  const fix = resolveTarget({ variant: 'fix2' }, contextOf(story));
  if (fix === null) throw new Error('No fix.');
  await swapCompared(fix);
  expect(useEdition.getState()).toMatchObject({ variantId: 'fix2', committed: publishedById(story, 'fix2') });
  const { swap: swapped } = useCompare.getState();
  expect(currentSwap(swapped, contextOf(story))?.previous.scenario.seed).toBe(7);
  if (swapped === null) throw new Error('Nothing was swapped.');
  await swapCompared(swapped.previous);
  expect(seedOnScreen()).toBe(7);
  expect(useCompare.getState()).toMatchObject({ with: { variant: 'fix2' }, swap: null });
});

test('a swap hands the chip over to the run that was on screen', async () => {
  const { story } = storyVersionOf('20');
  await openStory(story.id);
  const swap = async (choice: ComparisonChoice) => {
    compareWith(choice);
    const other = resolveTarget(choice, contextOf(story));
    if (other === null) throw new Error('Nothing to swap with.');
    await swapCompared(other);
    const { choices, chosen } = comparisonChoices(contextOf(story), choice, useCompare.getState().swap);
    return { chosen, keys: choices.map(keyOf) };
  };
  expect(await swap({ variant: 'fix2' })).toEqual({ chosen: 'original', keys: ['nothing', 'original', 'variant fix'] });
  await openStory(story.id);
  change({ seed: 7 });
  // A changed run has no chip of its own.
  expect(await swap({ variant: 'fix2' })).toEqual({ chosen: null, keys: ['nothing', 'original', 'variant fix'] });
});

test('undo takes a swap back', async () => {
  const { story } = storyVersionOf('20');
  await openStory(story.id);
  compareWith({ variant: 'fix' });
  const fix = resolveTarget({ variant: 'fix' }, contextOf(story));
  if (fix === null) throw new Error('No fix.');
  await swapCompared(fix);
  useEdition.getState().undo();
  expect(currentSwap(useCompare.getState().swap, contextOf(story))).toBeNull();
  change({ seed: 9 });
  expect(currentSwap(useCompare.getState().swap, contextOf(story))).toBeNull();
});
