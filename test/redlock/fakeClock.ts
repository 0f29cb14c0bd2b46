/**
 * A clock for tests whose nodes are simulated. When nothing else is left to do, it jumps to the next timer. So 100 ms
 * are exactly 100 ms, on a busy machine too, and a test takes no real time.
 */
import { afterEach, beforeEach, vi } from 'vitest';

/** Applies to each test of the file. */
export function goByFakeClock(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.setTimerTickMode('nextTimerAsync');
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Like `AbortSignal.timeout`, whose clock is always the real one. */
export function abortsAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  setTimeout(() => controller.abort(reason), ms);
  return controller.signal;
}
