// A click on a mark puts the playhead on the mark's own instant, and the page shows the state after that instant.
// Keys that walk along a lane do the same.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { story } from '../../src/content/stories/argument/pauseBeforeWrite';
import { processIndex } from '../../src/core/model/trace/trace';
import { eventsOf, processId } from '../../src/core/model/trace/traceReader';
import { toMs } from '../../src/core/model/values/time';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { spansOf } from '../../src/core/spans/spans';
import type { Hit } from '../../src/picture/layout/hitTest';
import { momentAt } from '../../src/web/inspector/momentAt';
import { useCursor } from '../../src/web/state/cursor';
import { useEdition } from '../../src/web/state/edition';
import { stepBy } from '../../src/web/state/playhead';
import { clickOn } from '../../src/web/timeline/eventOf';
import { laneKey } from '../../src/web/timeline/laneKeys';
import '../support/handIn';

const run = runScenario(story.scenario, parts);
const { trace } = run;
const { messages, entries, holds, resource } = spansOf(trace);
const at = () => useCursor.getState().at;
const selected = (): number => {
  const { selection } = useEdition.getState();
  return selection?.kind === 'event' ? selection.seq : -1;
};
const shown = () => momentAt(trace, at());

beforeEach(() => {
  useCursor.getState().setAt(0);
  useEdition.getState().select(null);
  useCursor.getState().setView(null);
});

describe('a click on a mark', () => {
  test('of any kind puts the playhead where the mark is', () => {
    const hits: Hit[] = [
      ...Array.from({ length: messages.count }, (_, row): Hit => ({ kind: 'message', row, isHead: true })),
      ...Array.from({ length: messages.count }, (_, row): Hit => ({ kind: 'message', row, isHead: false })),
      ...entries.map((entry): Hit => ({ kind: 'entry', entry })),
      ...holds.map((hold): Hit => ({ kind: 'hold', hold })),
      ...resource.map((event): Hit => ({ kind: 'resource', event })),
    ];
    for (const hit of hits) {
      clickOn(run, hit);
      expect(selected()).toBeGreaterThanOrEqual(0);
      expect(at()).toBe(trace.at[selected()]);
    }
  });

  test('shows the state after it: the key is set, the client inside, the write accepted', () => {
    for (const entry of entries.filter(({ isLock }) => isLock)) {
      clickOn(run, { kind: 'entry', entry });
      const node = shown().nodes.find(({ id }) => id === processId(trace, entry.process));
      expect(node?.owner).toBe(processId(trace, entry.owner));
    }
    for (const hold of holds.filter(({ acquiredSeq }) => acquiredSeq >= 0)) {
      clickOn(run, { kind: 'hold', hold });
      expect(shown().clients.find(({ id }) => id === processId(trace, hold.process))?.phase).toBe('inside');
    }
    const versions = resource
      .filter(({ kind }) => kind === 'wrote')
      .map((event) => {
        clickOn(run, { kind: 'resource', event });
        return [event.version, shown().storage.version];
      });
    expect(versions).toEqual([
      [2, 2],
      [3, 3],
    ]);
  });

  test('ends the playing and leaves the view as it is; a click beside all marks moves nothing', () => {
    const view = { from: 0, to: 1000 };
    useCursor.getState().setView(view);
    useCursor.getState().setPlaying(true);
    const [hold] = holds.filter(({ acquiredSeq }) => acquiredSeq >= 0);
    if (hold === undefined) throw new Error('Nobody got the lock.');
    clickOn(run, { kind: 'hold', hold });
    expect(useCursor.getState()).toMatchObject({ playing: false, view });
    const before = at();
    clickOn(run, null);
    expect([at(), selected()]).toEqual([before, -1]);
  });
});

describe('keys', () => {
  const storage = processIndex(trace, 'storage');
  const [write] = eventsOf(trace, 'wrote');
  const standAtWrite = (): void => useCursor.getState().setAt(write?.at ?? 0);

  test('along a lane find behind the playhead what happened at its instant, and ahead what comes after', () => {
    standAtWrite();
    laneKey(run, storage, 'ArrowLeft');
    expect(at()).toBe(write?.at);
    expect(trace.process[selected()]).toBe(storage);
    useEdition.getState().select(null);
    standAtWrite();
    laneKey(run, storage, 'ArrowRight');
    expect(at()).toBeGreaterThan(write?.at ?? 0);
  });

  test('from event to event go on from a mark that was clicked', () => {
    const event = resource.find(({ kind }) => kind === 'wrote');
    if (event === undefined) throw new Error('Nothing was written.');
    clickOn(run, { kind: 'resource', event });
    stepBy(run, 1);
    expect(toMs(at())).toBeGreaterThan(toMs(event.at));
    stepBy(run, -1);
    expect(at()).toBe(event.at);
  });

  test('go from moment to moment of a scene', () => {
    const { endedAt } = trace.header;
    useCursor.setState({ at: 1, moments: [0, endedAt] });
    onTestFinished(() => useCursor.setState({ moments: null }));
    stepBy(run, 1);
    expect(at()).toBe(endedAt);
    stepBy(run, -1);
    expect(at()).toBe(0);
  });
});
