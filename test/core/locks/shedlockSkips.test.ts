// A scheduler of ShedLock that is refused may skip the run: it asks once, its round is over, and that is not a
// failure.
import { describe, expect, test } from 'vitest';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { english } from '../../../src/core/narrate/en/words';
import { narrate } from '../../../src/core/narrate/narrate';
import { outcomesOf, type RunSetup, runOf } from '../../support/runOf';

const setup = (id: string, whenRefused: string, more: RunSetup['settings'] = {}): RunSetup => ({
  lock: { id, settings: { lockAtMostFor: 20_000, whenRefused } },
  settings: { clients: 3, rounds: 2, work: 3000, think: 100, stagger: 50, duration: 30_000, patience: 4000, ...more },
});

describe.each(['shedlock', 'shedlock-table'])('%s', (id) => {
  test('a scheduler that skips asks once for each round', () => {
    const { requests, trace } = runOf(setup(id, 'skips', { rounds: 1 }));
    const asked = ['client1', 'client2', 'client3'].map(
      (client) => requests(client as 'client1').filter((text) => /NX|INSERT|UPDATE shedlock IF/.test(text)).length,
    );
    expect(Math.max(...asked)).toBeLessThanOrEqual(2);
    expect(eventsOf(trace, 'finished').map(({ ok }) => ok)).toEqual([2, 2, 1]);
  });

  test('nobody wants in any more who has skipped: the lock held, for every seed', () => {
    expect(outcomesOf(setup(id, 'skips'))).toEqual(['held']);
    // Until its next run it waits for longer than the patience, and that wait is for nothing.
    expect(outcomesOf(setup(id, 'skips', { think: 6000, work: 1000, duration: 40_000 }))).toEqual(['held']);
  });

  test('one that asks again does not skip, which is as before', () => {
    const { trace } = runOf(setup(id, 'asks-again', { patience: 20_000 }));
    expect(new Set(eventsOf(trace, 'finished').map(({ ok }) => ok))).toEqual(new Set([1]));
  });

  test('a skipped round is told, and is not counted as finished', () => {
    const { trace, verdict } = runOf(setup(id, 'skips', { rounds: 1 }));
    expect(narrate(trace, english).map(({ text }) => text)).toContain('Client 2 skips round 1.');
    expect(verdict.measures.rounds).toBe(1);
  });
});
