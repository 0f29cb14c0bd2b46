// What the page says about one instant of a run, and how the playhead moves over its events.
import { describe, expect, test } from 'vitest';
import { story } from '../../src/content/stories/argument/pauseBeforeWrite';
import { firstViolation, stopEventOf } from '../../src/core/judge/stopEvent';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { beatAt, timedBeats } from '../../src/core/model/trace/beats';
import type { Run } from '../../src/core/model/trace/run';
import { eventsOf, processId } from '../../src/core/model/trace/traceReader';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { momentAt } from '../../src/web/inspector/momentAt';
import { logKinds, logRows, rowAt } from '../../src/web/log/logRows';
import { playedOn } from '../../src/web/playback/play';
import { nearestInstant } from '../../src/web/state/playhead';
import { runOfStory } from '../content/stories/knownRun';
import '../support/handIn';

const storyRun = runScenario(story.scenario, parts);
const acquiredAt = (run: Run, client: string): number => {
  const found = eventsOf(run.trace, 'acquired').find(({ process }) => processId(run.trace, process) === client);
  if (found === undefined) throw new Error(`${client} never got the lock.`);
  return found.at;
};

describe('the state at an instant', () => {
  test('before anything happened is empty', () => {
    const { nodes, clients, storage } = momentAt(storyRun.trace, -1);
    expect(nodes.map(({ owner }) => owner)).toEqual(nodes.map(() => null));
    expect(clients.map(({ step, phase }) => [step, phase])).toEqual(clients.map(() => [null, 'outside']));
    expect(storage).toEqual({ value: null, version: null, tokenMax: null });
  });

  test('as client 1 acquires: a majority holds its key, and it believes in its lease', () => {
    const { nodes, clients } = momentAt(storyRun.trace, acquiredAt(storyRun, 'client1'));
    expect(nodes.filter(({ owner }) => owner === 'client1').length).toBeGreaterThanOrEqual(3);
    for (const { owner, left, of } of nodes) if (owner !== null) expect(left).toBeLessThanOrEqual(of ?? 0);
    expect(clients[0]).toMatchObject({ id: 'client1', phase: 'inside', outage: null });
    expect(clients[0]?.left).toBeGreaterThan(0);
  });

  test('as client 2 acquires: client 1 is paused, and past its lease without knowing it', () => {
    const { nodes, clients } = momentAt(storyRun.trace, acquiredAt(storyRun, 'client2'));
    expect(clients[0]).toMatchObject({ phase: 'inside', outage: 'paused', step: 'write' });
    expect(clients[0]?.left).toBeLessThan(0);
    expect(nodes.filter(({ owner }) => owner === 'client2').length).toBeGreaterThanOrEqual(3);
  });

  test('after both have written: version 3 of the storage', () => {
    expect(momentAt(storyRun.trace, storyRun.trace.header.endedAt).storage).toMatchObject({ value: 43, version: 3 });
  });
});

describe('a lock that several share', () => {
  test('is not free, though it has no one owner', () => {
    const run = runOfStory('43c');
    const [service] = momentAt(run.trace, 1_000_000).nodes;
    expect(service).toMatchObject({ owner: null, sharedBy: ['client1', 'client2'] });
    expect(momentAt(run.trace, 0).nodes[0]?.sharedBy).toEqual([]);
  });
});

describe('a lock that lives with a session', () => {
  test('has no time left to tell, and is told from one that never ends', () => {
    const nodeOf = (name: string) => {
      const run = runOfStory(name);
      return momentAt(run.trace, acquiredAt(run, 'client1')).nodes.find(({ owner }) => owner === 'client1');
    };
    expect(nodeOf('40')).toMatchObject({ left: null, endsWithSession: true });
    expect(nodeOf('2')).toMatchObject({ left: null, endsWithSession: false });
    expect(nodeOf('1')).toMatchObject({ endsWithSession: false });
  });
});

describe('the playhead', () => {
  const instants = [0, 10, 10, 20];
  test.each([
    [-5, 1, 0],
    [0, 1, 10],
    [10, 1, 20],
    [20, 1, null],
    [15, -1, 10],
    [10, -1, 0],
    [0, -1, null],
    [99, -1, 20],
  ] as const)('at %d, a step of %d leads to %s', (at, direction, expected) => {
    expect(nearestInstant(instants, instants.length, at, direction)).toBe(expected);
  });

  test('jumps to where two were inside first', () => {
    const seq = firstViolation(storyRun);
    expect(storyRun.trace.at[seq ?? -1]).toBe(acquiredAt(storyRun, 'client2'));
  });

  test('jumps to the end of a wait in vain, not to its beginning', () => {
    for (const number of ['2', '8b']) {
      const run = runOfStory(number);
      expect(run.trace.at[firstViolation(run) ?? -1]).toBeGreaterThan(run.trace.header.endedAt * 0.9);
    }
  });

  test.each([
    ['29c2', 'the wait in vain', 0.99],
    ['39', 'the wait in vain', 0.9],
    ['35d', 'the first success', 0.75],
  ])('is put where story %s comes to its point: the end of %s', (number, _what, share) => {
    const run = runOfStory(number);
    expect(run.verdict.outcome).toBe('unavailable');
    expect(run.trace.at[stopEventOf(run) ?? -1]).toBeGreaterThan(run.trace.header.endedAt * share);
  });

  test('has nowhere to jump in a run that held', () => {
    const { pause: _, ...faults } = story.scenario.faults;
    const held: Scenario = {
      ...story.scenario,
      faults: Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault.kind !== 'pause')),
    };
    const run = runScenario(held, parts);
    expect(run.verdict.outcome).toBe('held');
    expect(firstViolation(run)).toBeNull();
  });

  test('stops at the end of the run', () => {
    expect(playedOn(90, 5, 100)).toEqual({ at: 95, ended: false });
    expect(playedOn(98, 5, 100)).toEqual({ at: 100, ended: true });
  });
});

describe('the beats of the story', () => {
  const beats = timedBeats(storyRun.trace, story.beats);

  test('all happen in the run as it is told, in the order of the text', () => {
    const times = beats.map(({ at }) => at);
    expect(times).not.toContain(null);
    expect(times).toEqual([...times].sort((a, b) => (a ?? 0) - (b ?? 0)));
  });

  test('are told one after the other as the playhead moves', () => {
    expect(beatAt(beats, storyRun.trace.header.endedAt)).toBe(beats.length - 1);
    const third = beats[2]?.at ?? 0;
    expect(beatAt(beats, third)).toBeGreaterThanOrEqual(2);
    expect(beatAt(beats, third - 1)).toBeLessThan(3);
  });

  test('that do not happen have no time', () => {
    const [never] = timedBeats(storyRun.trace, [{ text: { en: '', zh: '' }, at: { kind: 'promoted' } }]);
    expect(never?.at).toBeNull();
    expect(beatAt([never ?? { beat: { text: { en: '', zh: '' } }, at: null, seq: -1 }], 1e9)).toBe(-1);
  });
});

describe('the log', () => {
  test('has every event once, and each kind of event under a filter', () => {
    const all = logRows(storyRun.trace, 'all', -1);
    expect(all).toEqual(Array.from({ length: storyRun.trace.count }, (_, seq) => seq));
    const filtered = new Set(logKinds.flatMap((kind) => logRows(storyRun.trace, kind, -1)));
    expect(filtered.size).toBe(storyRun.trace.count);
  });

  test('of one process has its events alone', () => {
    const rows = logRows(storyRun.trace, 'all', 0);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((seq) => storyRun.trace.process[seq] === 0)).toBe(true);
  });

  test('finds the row at the playhead', () => {
    const rows = logRows(storyRun.trace, 'storage', -1);
    expect(rowAt(storyRun.trace, rows, -1)).toBe(-1);
    expect(rowAt(storyRun.trace, rows, storyRun.trace.header.endedAt)).toBe(rows.length - 1);
    expect(rowAt(storyRun.trace, rows, storyRun.trace.at[rows[1] ?? 0] ?? 0)).toBe(1);
  });
});
