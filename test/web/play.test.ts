// Where playing begins and when it stops. The test drives the frame loop by hand.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { minute } from '../../bench/workloads/minute';
import { sheetOpens } from '../../src/web/parts/sheetOpens';
import { startPlayback, togglePlaying } from '../../src/web/playback/play';
import { useCursor } from '../../src/web/state/cursor';
import { useEdition } from '../../src/web/state/edition';
import { parkAtViolation } from '../../src/web/state/playhead';
import { currentRun } from '../../src/web/state/run';
import { storyVersionOf } from '../content/stories/storyVersions';
import '../support/handIn';

const second = 1_000_000;
const cursor = useCursor.getState;
let frames: ((now: number) => void)[] = [];
let stop = (): void => {};
let isStill = false;

/** Frames come at these times, in ms. */
function pass(...times: readonly number[]): void {
  for (const time of times) for (const frame of frames.splice(0)) frame(time);
}

beforeEach(() => {
  frames = [];
  isStill = false;
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }));
  useEdition.getState().commit(minute);
  // Another file may have left a run that plays.
  useCursor.setState({ at: 0, moments: null, stopsAt: null, playing: false });
  cursor().setSpeed(1);
  stop = startPlayback((draw) => {
    frames.push(draw);
    return () => {
      frames = frames.filter((frame) => frame !== draw);
    };
  });
});
afterEach(() => {
  cursor().setPlaying(false);
  useCursor.setState({ at: 0, moments: null });
  stop();
  vi.unstubAllGlobals();
});

describe('playing', () => {
  it('goes on from where a person has put the playhead', () => {
    cursor().setAt(5 * second);
    togglePlaying();
    pass(0, 40);
    expect(cursor().at).toBe(5 * second + 40_000);
  });

  it('moves steadily past the moments of a scene', () => {
    useCursor.setState({ moments: [0, second, 3 * second] });
    togglePlaying();
    pass(0, 40);
    expect(cursor()).toMatchObject({ at: 40_000, playing: true });
  });

  it('rests at each moment of a scene where a person wants no motion, and ends with the last', () => {
    isStill = true;
    useCursor.setState({ moments: [0, second, 3 * second] });
    togglePlaying();
    pass(0);
    expect(cursor().at).toBe(second);
    const rest = Array.from({ length: 20 }, (_, index) => (index + 1) * 100);
    pass(...rest.slice(0, 18));
    expect(cursor()).toMatchObject({ at: second, playing: true });
    pass(...rest.slice(18));
    expect(cursor()).toMatchObject({ at: 3 * second, playing: false });
  });

  it('begins at the start where the page has put the playhead at the point of the story', () => {
    useEdition.getState().commit(storyVersionOf('20').scenario);
    parkAtViolation(currentRun());
    expect(cursor().at).toBeGreaterThan(0);
    expect(cursor().at).toBeLessThan(currentRun().trace.header.endedAt);
    togglePlaying();
    expect(cursor().at).toBe(0);
  });

  it('begins at the start again after the end, and stops there', () => {
    const { endedAt } = currentRun().trace.header;
    cursor().setAt(endedAt - 10_000);
    togglePlaying();
    pass(0, 40);
    expect(cursor()).toMatchObject({ at: endedAt, playing: false });
    togglePlaying();
    expect(cursor()).toMatchObject({ at: 0, playing: true });
  });

  it('stops where it is', () => {
    togglePlaying();
    pass(0, 40);
    togglePlaying();
    pass(80);
    expect(cursor()).toMatchObject({ at: 40_000, playing: false });
  });

  it('does not leap after a tab that slept', () => {
    togglePlaying();
    pass(0, 10_000);
    expect(cursor().at).toBe(100_000);
  });

  it('stops when a sheet covers the run, and stays there', () => {
    cursor().setAt(5 * second);
    togglePlaying();
    pass(0, 40);
    sheetOpens();
    pass(80);
    expect(cursor()).toMatchObject({ at: 5 * second + 40_000, playing: false });
  });
});
