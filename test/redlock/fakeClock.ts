/**
 * A clock for tests whose nodes are simulated. When nothing else is left to do, it goes on to the next timer. So what
 * takes 100 ms takes 100 ms to the digit, on a busy machine too, and a test takes no real time.
 */
import { afterEach, beforeEach, vi } from 'vitest';

/** For each test of the file. */
export function goByFakeClock(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.setTimerTickMode('nextTimerAsync');
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** As `AbortSignal.timeout`, whose clock is always the real one. */
export function abortsAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  setTimeout(() => controller.abort(reason), ms);
  return controller.signal;
}
