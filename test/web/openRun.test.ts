// All ways to open a run. The opened run is paused, fully visible and with nothing selected, even if another run was
// playing.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeLink } from '../../src/core/model/links/link';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { parts } from '../../src/core/run/parts';
import { chapters } from '../../src/course/exercises';
import { encodeTrace } from '../../src/live/wire/traceJson';
import { openLinkText } from '../../src/web/files/address';
import { importText } from '../../src/web/files/importText';
import { openRunFile } from '../../src/web/files/runFile';
import { useExercises } from '../../src/web/learn/exerciseState';
import { workshop } from '../../src/web/learn/workshop';
import { useCursor } from '../../src/web/state/cursor';
import { useEdition } from '../../src/web/state/edition';
import { useLive } from '../../src/web/state/live';
import { openingScenario } from '../../src/web/state/openingScenario';
import { openRun, resetHistory } from '../../src/web/state/openRun';
import { isParked } from '../../src/web/state/playhead';
import { runs } from '../../src/web/state/run';
import { openStory } from '../../src/web/state/story';
import '../support/handIn';

const asked: Scenario = { ...openingScenario, seed: 7 };

async function firstExercise(): Promise<void> {
  const [first] = (await chapters[0]?.load()) ?? [];
  if (first === undefined) throw new Error('The first chapter has no exercise.');
  workshop.open(first);
}

const openers: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['a story', () => openStory('setnx-expire')],
  ['a link', async () => openLinkText(await encodeLink(asked, { parts }))],
  ['a scenario as JSON', () => importText(JSON.stringify(asked), 'scenario.json')],
  ['a saved run', () => openRunFile(new File([encodeTrace(runs.get(asked).trace)], 'run.json'))],
  ['an exercise', firstExercise],
];

/** Test files share their stores. */
afterEach(() => {
  useLive.setState(useLive.getInitialState(), true);
  useCursor.setState(useCursor.getInitialState(), true);
  useEdition.setState(useEdition.getInitialState(), true);
  useExercises.setState(useExercises.getInitialState(), true);
  vi.unstubAllGlobals();
});

describe('while a run plays', () => {
  beforeEach(() => {
    vi.stubGlobal('location', { search: '', hash: '', href: 'http://localhost/' });
    useLive.setState({ isOn: false, runs: [] });
    openRun({ scenario: openingScenario, storyId: null, variantId: null });
    const { setPlaying, setView } = useCursor.getState();
    setPlaying(true);
    setView({ from: 0, to: 1000 });
    useEdition.getState().select({ kind: 'process', id: 'client1' });
  });

  it.each(openers)('opening %s stops the playback, shows the whole run and selects nothing', async (_what, open) => {
    const before = useEdition.getState().committed;
    await open();
    expect(useEdition.getState().committed).not.toEqual(before);
    expect(useCursor.getState()).toMatchObject({ playing: false, view: null });
    expect(useEdition.getState().selection).toBeNull();
  });

  it('a run waits at its point, or at its start where that is asked for', () => {
    openRun({ scenario: asked, storyId: null, variantId: null });
    expect(isParked()).toBe(true);
    openRun({ scenario: asked, storyId: null, variantId: null }, 'start');
    expect(useCursor.getState().at).toBe(0);
  });

  it('opening is one step of undo, until the history is reset', () => {
    openRun({ scenario: asked, storyId: null, variantId: null });
    expect(useEdition.getState().past.at(-1)?.scenario).toEqual(openingScenario);
    resetHistory();
    expect(useEdition.getState().past).toEqual([]);
  });
});
