// A remedy is applied to the run on the screen, with the faults as the reader has dragged them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPatch } from '../../src/core/model/scenario/patch';
import { publishedScenario } from '../../src/core/model/scenario/story';
import { parts } from '../../src/core/run/parts';
import { playAnswer } from '../../src/web/scene/playAnswer';
import { useCursor } from '../../src/web/state/cursor';
import { useEdition } from '../../src/web/state/edition';
import { provideParts } from '../../src/web/state/parts';
import { fetchStory, openStory } from '../../src/web/state/story';

provideParts(parts);

const story = 'pause-before-write';
const press = (variant: string | null) => playAnswer({ story, variant, about: null, fault: 'pause' }, openStory);
const pausedFor = (ms: number) => ({ faults: { pause: { for: ms } } });
const now = () => useEdition.getState();

beforeEach(async () => {
  await openStory(story);
});
// An answer plays on, in files that share this process as well.
afterEach(() => useCursor.getState().setPlaying(false));

const published = async (id: string | null) => {
  const loaded = await fetchStory(story);
  if (loaded === null) throw new Error('There is no such story.');
  return publishedScenario(loaded, loaded.variants.find((variant) => variant.id === id) ?? null);
};

describe('a remedy', () => {
  it('keeps the faults of the run, which the reader has dragged', async () => {
    now().commit(applyPatch(now().committed, pausedFor(2619)));
    const dragged = now().committed;
    await press('fix');
    expect(now().committed.faults).toEqual(dragged.faults);
    expect(now().committed.storage).toEqual((await published('fix')).storage);
    expect(now().variantId).toBe('fix');
    expect(now().ghostScenario).toEqual(dragged);
  });

  it('leads back to that run, with what was dragged since', async () => {
    now().commit(applyPatch(now().committed, pausedFor(2619)));
    await press('fix');
    now().commit(applyPatch(now().committed, pausedFor(2700)));
    await press(null);
    expect(now().committed).toEqual(applyPatch(await published(null), pausedFor(2700)));
    expect(now().variantId).toBeNull();
  });

  it('gives way to another remedy of the same run', async () => {
    now().commit(applyPatch(now().committed, pausedFor(2619)));
    const dragged = now().committed;
    await press('fix');
    await press('fix2');
    expect(now().committed).toEqual({ ...dragged, storage: (await published('fix2')).storage });
  });

  it('is undone with the run that it belongs to', async () => {
    await press('fix2');
    now().undo();
    expect(now().committed).toEqual(await published(null));
    now().redo();
    await press(null);
    expect(now().committed).toEqual(await published(null));
  });
});

it('what else can happen is shown as published', async () => {
  now().commit(applyPatch(now().committed, pausedFor(2619)));
  await press('b');
  expect(now().committed).toEqual(await published('b'));
});

it('what else can happen leads back to the run as it was dragged', async () => {
  now().commit(applyPatch(now().committed, pausedFor(2619)));
  const dragged = now().committed;
  await press('b');
  await press(null);
  expect(now().committed).toEqual(dragged);
  expect(now().variantId).toBeNull();
});

it('a remedy for which the fault cannot happen brings its own', async () => {
  await openStory('failover');
  await playAnswer({ story: 'failover', variant: 'fix', about: null, fault: 'failover' }, openStory);
  const loaded = await fetchStory('failover');
  const fix = loaded?.variants.find(({ id }) => id === 'fix');
  if (!loaded || fix === undefined) throw new Error('There is no such story.');
  expect(now().committed).toEqual(publishedScenario(loaded, fix));
});
