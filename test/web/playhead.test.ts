// The view after the playhead leaves it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minute } from '../../bench/workloads/minute';
import { useCursor } from '../../src/web/state/cursor';
import { useEdition } from '../../src/web/state/edition';
import { bringIntoView } from '../../src/web/state/playhead';
import { currentRun, runs } from '../../src/web/state/run';
import '../support/handIn';

const second = 1_000_000;
const showing = (from: number, to: number): void => useCursor.getState().setView({ from, to });
const shown = () => useCursor.getState().view;

beforeEach(async () => {
  useEdition.getState().commit(minute);
  await runs.getComplete(useEdition.getState().committed);
});
afterEach(() => useCursor.getState().setView(null));

describe('the view', () => {
  it.each([2, 5, 6])('stays where the playhead is in it, at its edges too: from 2 to 6 s, at %i s', (at) => {
    showing(2 * second, 6 * second);
    bringIntoView(at * second);
    expect(shown()).toEqual({ from: 2 * second, to: 6 * second });
  });

  it('moves so that the playhead stands at the share that is asked for', () => {
    showing(2 * second, 6 * second);
    bringIntoView(20 * second);
    expect(shown()).toEqual({ from: 18 * second, to: 22 * second });
    bringIntoView(30 * second, 0.25);
    expect(shown()).toEqual({ from: 29 * second, to: 33 * second });
  });

  it('ends with the run, however near to the end the playhead is', () => {
    const { endedAt } = currentRun().trace.header;
    showing(0, 20 * second);
    bringIntoView(endedAt, 0.1);
    expect(shown()).toEqual({ from: endedAt * 1.02 - 20 * second, to: endedAt * 1.02 });
  });
});
