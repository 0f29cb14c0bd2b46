// Where an added fault goes if it is not dragged.
import { beforeEach, describe, expect, it } from 'vitest';
import { minute } from '../../bench/workloads/minute';
import { story } from '../../src/content/stories/argument/pauseBeforeWrite';
import type { Fault, FaultKind } from '../../src/core/model/scenario/fault';
import { faultProblem } from '../../src/core/model/scenario/parse/faultProblem';
import type { ProcessId } from '../../src/core/model/scenario/processId';
import { publishedScenario } from '../../src/core/model/scenario/story';
import { parts } from '../../src/core/run/parts';
import { isAcquired } from '../../src/core/spans/holdSpans';
import { spansOf } from '../../src/core/spans/spans';
import { addFault, addFaultAtPlayhead } from '../../src/web/edit/addFault';
import { comparedWith, whyNoEffect } from '../../src/web/edit/effectivePlace';
import { everyFault, type FaultRules } from '../../src/web/edit/faultRules';
import { offeredFault } from '../../src/web/edit/offeredFault';
import { useCursor } from '../../src/web/state/cursor';
import { useEdition } from '../../src/web/state/edition';
import { currentRun, runs } from '../../src/web/state/run';
import { useTimeline } from '../../src/web/state/timeline';
import '../support/handIn';

const noEffectOf = (name: string) => {
  const compared = comparedWith(currentRun(), name);
  return compared && whyNoEffect(currentRun(), name, runs.getInBackground(compared));
};

interface Hands {
  readonly lane?: ProcessId;
  readonly rules?: FaultRules;
}

const whenAdded = (kind: FaultKind = 'crash', { lane, rules = everyFault }: Hands = {}) => {
  const before = useEdition.getState().committed.faults;
  useTimeline.setState({ lane: lane ?? null });
  addFaultAtPlayhead(kind, rules);
  const added = Object.entries(useEdition.getState().committed.faults).find(([name]) => !(name in before));
  return added?.[1];
};

beforeEach(() => {
  useEdition.getState().select(null);
  useEdition.getState().commit({ ...minute, faults: {} });
});

describe('a fault that is added', () => {
  it('strikes where the playhead is', () => {
    useCursor.getState().setAt(1_234_000);
    expect(whenAdded()).toMatchObject({ process: 'client1', when: { kind: 'time', at: 1234 } });
    expect(useCursor.getState().at).toBe(1_234_000);
  });

  it('strikes where a client first has the lock, if the playhead is at the beginning, where it would strike nothing', () => {
    useCursor.getState().setAt(0);
    const first = spansOf(currentRun().trace).holds.find(isAcquired);
    if (first === undefined) throw new Error('Nobody gets the lock.');
    const added = whenAdded();
    const at = added !== undefined && 'when' in added && added.when.kind === 'time' ? added.when.at * 1000 : -1;
    expect(at).toBeGreaterThanOrEqual(first.acquiredAt);
    expect(at).toBeLessThan(first.heldUntil);
  });

  it('strikes near the middle of a run, at a tidy time, at whose end the playhead is, where it would strike nothing', () => {
    const { endedAt } = currentRun().trace.header;
    useCursor.getState().setAt(endedAt);
    const at = Math.round(endedAt / 200_000) * 100;
    expect(whenAdded()).toMatchObject({ when: { kind: 'time', at } });
    expect(useCursor.getState().at).toBe(at * 1000);
  });
});

describe('a fault that is added where it would change nothing', () => {
  const published = publishedScenario(story, null);
  const lastWrite = () => {
    const wrote = spansOf(currentRun().trace).resource.findLast(({ kind }) => kind === 'wrote');
    if (wrote === undefined) throw new Error('Nothing is written.');
    return wrote.at;
  };
  const brief = (fault: Fault): Fault => (fault.kind === 'pause' ? { ...fault, for: 1 } : fault);
  beforeEach(() => useEdition.getState().commit(published));

  it('goes where it changes something, six times one after the other', () => {
    for (const kind of ['pause', 'crash', 'clock-jump', 'cut', 'slow', 'lose'] as const) {
      useCursor.getState().setAt(currentRun().trace.header.endedAt - 1000);
      whenAdded(kind);
      const [name = ''] = Object.keys(useEdition.getState().committed.faults).slice(-1);
      expect(useEdition.getState().committed.faults[name]?.kind).toBe(kind);
      expect(noEffectOf(name), kind).toBeNull();
    }
  });

  it.each(['pause', 'crash', 'clock-jump', 'cut', 'slow', 'lose'] as const)(
    'leaves the story’s pause its effect: %s',
    (kind) => {
      useCursor.getState().setAt(lastWrite() + 1000);
      whenAdded(kind);
      expect(noEffectOf('pause')).toBeNull();
    },
  );

  it('takes the playhead along', () => {
    const wanted = lastWrite() + 1000;
    useCursor.getState().setAt(wanted);
    whenAdded('pause');
    expect(useCursor.getState().at).toBeLessThan(wanted);
  });

  it('says why where a person put it there: it is too late, or nothing depends on it', () => {
    const added = (at: number, process: ProcessId, kind: FaultKind = 'crash') => {
      addFault(kind, { process, when: { kind: 'time', at } }, { ...everyFault, adapted: brief });
      return noEffectOf(Object.keys(useEdition.getState().committed.faults).at(-1) ?? '');
    };
    expect(added(Math.ceil(lastWrite() / 1000) + 1, 'client1')).toBe('late');
    useEdition.getState().commit(published);
    expect(added(1_000_000, 'client1')).toBe('late');
    useEdition.getState().commit({ ...published, faults: {} });
    expect(added(1, 'nodeE', 'pause')).toBe('idle');
    useEdition.getState().commit(published);
    expect(added(1, 'client1')).toBeNull();
  });

  it('says of a fault that waits for a client which a crash has stopped that it never happens', () => {
    expect(noEffectOf('pause')).toBeNull();
    addFault('crash', { process: 'client1', when: { kind: 'time', at: 0 } }, everyFault);
    expect(noEffectOf('pause')).toBe('never');
  });
});

describe('the process of a fault that is added', () => {
  it('is the one whose lane the pointer or the focus is on, before the one that is selected', () => {
    useEdition.getState().select({ kind: 'process', id: 'nodeC' });
    expect(whenAdded()).toMatchObject({ process: 'nodeC' });
    useEdition.getState().select({ kind: 'process', id: 'nodeC' });
    expect(whenAdded('crash', { lane: 'client2' })).toMatchObject({ process: 'client2' });
  });

  it.each(['no-leader', 'failover', 'lose'] as const)('is one that a %s can strike, whatever is looked at', (kind) => {
    const { committed } = useEdition.getState();
    const scenario = kind === 'no-leader' ? { ...committed, lock: { id: 'etcd' } } : committed;
    const offered = offeredFault(kind, scenario, { when: { kind: 'time', at: 1 }, process: 'storage' });
    if (!('fault' in offered)) throw new Error(offered.en);
    expect(faultProblem(offered.fault, offered.scenario, parts)).toBeNull();
  });
});

describe('a failover', () => {
  it('brings the replica that it needs, and one undo takes both back', () => {
    const before = useEdition.getState().committed;
    expect(before.settings.nodes.replicas).toBe(0);
    useCursor.getState().setAt(1_234_000);
    expect(whenAdded('failover', { lane: 'nodeB' })).toMatchObject({ process: 'nodeB', when: { at: 1234 } });
    expect(useEdition.getState().committed.settings.nodes.replicas).toBe(1);
    expect(currentRun().trace.header.missed).toEqual({});
    useEdition.getState().undo();
    expect(useEdition.getState().committed).toBe(before);
  });

  it('leaves the replicas as they are where there are some', () => {
    const { committed, commit } = useEdition.getState();
    const { settings } = committed;
    commit({ ...committed, settings: { ...settings, nodes: { ...settings.nodes, replicas: 2 } } });
    expect(whenAdded('failover')).toMatchObject({ process: 'nodeA' });
    expect(useEdition.getState().committed.settings.nodes.replicas).toBe(2);
  });
});

describe('a fault that can strike nothing', () => {
  it.each([
    ['no-leader', 'redlock'],
    ['failover', 'etcd'],
    ['key-vanishes', 'no-lock'],
  ] as const)('is not offered: a %s with %s says why', (kind, lock) => {
    const { committed, commit } = useEdition.getState();
    const scenario = { ...committed, lock: { id: lock } };
    expect(offeredFault(kind, scenario)).toMatchObject({ en: expect.stringMatching(/./), zh: expect.any(String) });
    commit(scenario);
    expect(whenAdded(kind)).toBeUndefined();
  });
});

describe('the rules of an exercise', () => {
  it('let no other kind of fault be added than they allow', () => {
    const rules = { ...everyFault, allows: (kind: FaultKind) => kind === 'pause' };
    expect(whenAdded('crash', { rules })).toBeUndefined();
    expect(whenAdded('pause', { rules })).toMatchObject({ kind: 'pause' });
  });

  it('place what is added by a key, and what is added at a process', () => {
    const rules = { ...everyFault, adapted: (fault: Fault) => ({ ...fault, process: 'client2' }) as Fault };
    expect(whenAdded('crash', { rules })).toMatchObject({ process: 'client2' });
    useEdition.getState().commit({ ...minute, faults: {} });
    addFault('crash', { process: 'client1', when: { kind: 'time', at: 1 } }, rules);
    expect(Object.values(useEdition.getState().committed.faults)).toMatchObject([{ process: 'client2' }]);
  });
});
