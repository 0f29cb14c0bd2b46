// Calls of the sandbox that hang terminate its worker; those that finish do not.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InWorker } from '../../src/core/model/effects/calls';
import type { OwnCalls } from '../../src/sandbox/own/ownCalls';
import { withinEach } from '../../src/web/own/within';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an attack is ended when one of its steps takes a minute, however long all of them take', async () => {
  const end = vi.fn();
  const steps: number[] = [];
  const worker = { calls: {}, end } as unknown as InWorker<OwnCalls>;
  let step = (_: number): void => {};
  void withinEach<number, never>(
    worker,
    (each) => steps.push(each),
    (_, onProgress) => {
      step = onProgress;
      return new Promise(() => {});
    },
  );
  for (const each of [1, 2, 3]) {
    vi.advanceTimersByTime(59_000);
    step(each);
  }
  expect(steps).toEqual([1, 2, 3]);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(end).toHaveBeenCalledOnce();
});
