/** Waits of one length share a timer: each is told of its own end, whatever the others do. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadlines, type Waiter } from '../../src/redlock/deadlines';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The faked clock has an immediate that is asked for while a timer runs take 1 ms. */
const immediate = 1;

/** Somebody who notes when its time was up. */
function waiting(told: string[], name: string, then: () => void = () => {}): Waiter {
  const timeOut = (): void => {
    told.push(`${name} at ${performance.now()}`);
    then();
  };
  return { timeOut, dueMs: 0, before: null, after: null };
}

describe('deadlines', () => {
  it('tell each of those that wait when its own time is over', () => {
    const told: string[] = [];
    const startedAt = performance.now();
    const deadlines = new Deadlines(100);
    deadlines.add(waiting(told, 'first'));
    vi.advanceTimersByTime(40);
    deadlines.add(waiting(told, 'second'));
    vi.advanceTimersByTime(200);
    expect(told).toEqual([`first at ${startedAt + 100 + immediate}`, `second at ${startedAt + 140 + immediate}`]);
  });

  it('do not put off those that wait when one that was told asks again', () => {
    const told: string[] = [];
    const startedAt = performance.now();
    const deadlines = new Deadlines(100);
    const again = waiting(told, 'again');
    deadlines.add(waiting(told, 'first', () => deadlines.add(again)));
    vi.advanceTimersByTime(40);
    deadlines.add(waiting(told, 'second'));
    vi.advanceTimersByTime(300);
    expect(told).toEqual([
      `first at ${startedAt + 100 + immediate}`,
      `second at ${startedAt + 140 + immediate}`,
      `again at ${startedAt + 200 + 2 * immediate}`,
    ]);
  });

  it('say nothing to those that have their answer', () => {
    const told: string[] = [];
    const deadlines = new Deadlines(100);
    const answered = waiting(told, 'answered');
    deadlines.add(answered);
    deadlines.remove(answered);
    vi.advanceTimersByTime(300);
    expect(told).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
