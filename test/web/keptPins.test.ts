// The pinned runs that a tab keeps are validated like anything from outside.
import { expect, test } from 'vitest';
import { story } from '../../src/content/stories/argument/pauseBeforeWrite';
import { parts } from '../../src/core/run/parts';
import { useCompare } from '../../src/web/state/compare';
import { keepPins } from '../../src/web/state/keptRun';
import { provideParts } from '../../src/web/state/parts';

provideParts(parts);

const key = 'redlock-playground-pins';
const pin = { id: '7', at: 5, scenario: story.scenario, storyId: 'pause-before-write', variantId: null };

function tabWith(text: string) {
  const kept = new Map([[key, text]]);
  return {
    kept: () => kept.get(key),
    storage: () => ({
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, to: string) => void kept.set(name, to),
    }),
  };
}

test('what is no pin stays away, and the others come', async () => {
  const { storage } = tabWith(JSON.stringify([null, { ...pin, scenario: { version: 2 } }, pin]));
  useCompare.setState({ pins: [] });
  await keepPins(storage);
  expect(useCompare.getState().pins.map(({ at }) => at)).toEqual([5]);
});

test.each(['', 'no JSON', '{}', '"text"', 'null'])('%j is no list of pins', async (text) => {
  useCompare.setState({ pins: [] });
  await keepPins(tabWith(text).storage);
  expect(useCompare.getState().pins).toEqual([]);
});

test('a change is kept, and where nothing may be stored the page goes on', async () => {
  const { storage, kept } = tabWith('[]');
  await keepPins(storage);
  await keepPins(() => {
    throw new Error('SecurityError');
  });
  useCompare.setState({ pins: [pin] });
  expect(JSON.parse(kept() ?? '')).toEqual([pin]);
});
