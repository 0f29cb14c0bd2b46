// A lock-delay in a run: it runs by the monotonic clock, and its end is predicted.
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { readEvents } from '../../../src/core/model/trace/traceReader';
import { spansOf } from '../../../src/core/spans/spans';
import { crashAt } from '../../support/faultsAt';
import { runOf } from '../../support/runOf';

/** When a lock whose holder died closes, should open, and opens, in ms. `before` is the last predicted end. */
function closedIn(id: string, settings: Readonly<Record<string, number>>, faults: Readonly<Record<string, Fault>>) {
  const { trace } = runOf({
    lock: { id, settings },
    settings: { rounds: 1, work: 100, duration: 30_000, patience: 20_000 },
    faults: { crash: crashAt('client1', 'work'), ...faults },
  });
  const closed = spansOf(trace).entries.find(({ isClosed }) => isClosed);
  if (closed?.to == null || closed.expiresAt === null) throw new Error('The lock was not closed, or never opened.');
  expect([...readEvents(trace)].filter(({ kind }) => kind === 'faultStruck')).toHaveLength(
    1 + Object.keys(faults).length,
  );
  return { lasts: (closed.to - closed.from) / 1000, foreseen: (closed.expiresAt - closed.from) / 1000 };
}

describe.each([
  ['consul', { ttl: 500, lockDelay: 4000 }],
  ['chubby', { sessionTimeout: 1000, lockDelay: 4000 }],
] as const)('the lock-delay of %s', (id, settings) => {
  const at = { kind: 'time', at: 2500 } as const;

  test.each([5000, -5000])('is as long when the wall clock jumps by %i ms', (by) => {
    const jump: Fault = { kind: 'clock-jump', process: 'service', when: at, by };
    expect(closedIn(id, settings, { jump })).toEqual({ lasts: 4000, foreseen: 4000 });
  });

  test.each([{}, { wallClock: 'stands' as const }])('stands still while the server’s machine sleeps %j', (clock) => {
    const sleep: Fault = { kind: 'suspend', process: 'service', when: at, for: 6000, ...clock };
    expect(closedIn(id, settings, { sleep })).toEqual({ lasts: 10_000, foreseen: 10_000 });
  });
});
