// The selection, and the message about a file, belong to the scenario on screen.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFault, withoutFault } from '../../src/core/model/scenario/edit';
import type { Fault } from '../../src/core/model/scenario/fault';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { type Selection, useEdition } from '../../src/web/state/edition';
import { useLive } from '../../src/web/state/live';
import { openingScenario } from '../../src/web/state/openingScenario';
import { openRun } from '../../src/web/state/openRun';
import { currentRun } from '../../src/web/state/run';
import '../support/handIn';

const pause: Fault = { kind: 'pause', process: 'client1', when: { kind: 'time', at: 100 }, for: 50 };
const { commit, undo, redo, select } = useEdition.getState();
const committed = (): Scenario => useEdition.getState().committed;
const selection = (): Selection | null => useEdition.getState().selection;

beforeEach(() => {
  openRun({ scenario: withFault({ ...openingScenario, faults: {} }, 'nap', pause), storyId: null, variantId: null });
});
afterEach(() => {
  select(null);
  useEdition.setState(useEdition.getInitialState(), true);
  useLive.setState(useLive.getInitialState(), true);
});

describe('a selected event', () => {
  it('goes with its run, and comes back with it', () => {
    select({ kind: 'event', seq: 7 });
    commit({ ...committed(), seed: 99 });
    expect(selection()).toBeNull();
    undo();
    expect(selection()).toEqual({ kind: 'event', seq: 7 });
    redo();
    expect(selection()).toBeNull();
  });

  it('stays while something is dragged', () => {
    select({ kind: 'event', seq: 7 });
    useEdition.getState().setDraft({ ...committed(), seed: 99 });
    expect(selection()).toEqual({ kind: 'event', seq: 7 });
    useEdition.getState().setDraft(null);
  });
});

describe('a selected fault', () => {
  it('stays while it is there', () => {
    select({ kind: 'fault', name: 'nap' });
    commit({ ...committed(), seed: 99 });
    expect(selection()).toEqual({ kind: 'fault', name: 'nap' });
    commit(withoutFault(committed(), 'nap'));
    expect(selection()).toBeNull();
  });
});

describe('a selected process', () => {
  it('stays while the run has it', () => {
    select({ kind: 'process', id: 'nodeE' });
    const { settings } = committed();
    commit({ ...committed(), seed: 99 });
    expect(selection()).toEqual({ kind: 'process', id: 'nodeE' });
    commit({ ...committed(), settings: { ...settings, nodes: { ...settings.nodes, count: 3 } } });
    expect(selection()).toBeNull();
  });
});

describe('what lies over or behind a run goes with it', () => {
  const changes: readonly (readonly [string, () => void])[] = [
    ['a change', () => commit({ ...committed(), seed: 99 })],
    ['undo', undo],
    ['redo', redo],
    ['another run', () => openRun({ scenario: { ...openingScenario, seed: 7 }, storyId: null, variantId: null })],
    ['the same run, opened again', () => openRun({ scenario: committed(), storyId: null, variantId: null })],
  ];

  it.each(changes)('when %s comes: what the pointer rests on, an offer, a run behind', (_what, change) => {
    // With something to undo and to redo.
    commit({ ...committed(), seed: 2 });
    commit({ ...committed(), seed: 3 });
    undo();
    const { settings } = committed();
    const small = { ...committed(), settings: { ...settings, nodes: { ...settings.nodes, count: 1 } } };
    useEdition.setState({
      hover: { hit: { kind: 'clock', process: 6, at: 0 }, x: 0, y: 0, run: currentRun(), timeline: 'a' },
      proposal: small,
      ghostScenario: small,
      drag: { anchor: null, anchors: [], process: 6, dangerZones: [] },
    });
    change();
    expect(useEdition.getState()).toMatchObject({ hover: null, proposal: null, ghostScenario: null, drag: null });
  });
});

it('what was wrong with a file goes when a run is opened', () => {
  useEdition.setState({ notice: { name: 'a.json', problem: { en: 'No run.', zh: '不是运行。' } } });
  commit({ ...committed(), seed: 99 });
  expect(useEdition.getState().notice).not.toBeNull();
  openRun({ scenario: openingScenario, storyId: null, variantId: null });
  expect(useEdition.getState().notice).toBeNull();
});
