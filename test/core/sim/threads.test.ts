// A client whose thread dies while its process lives. Its forked tasks go on, unless they are tied to the thread.
import { expect, test } from 'vitest';
import type { CrashFault } from '../../../src/core/faults/crash';
import { all, call, fork, type Program, sleep, step, to } from '../../../src/core/model/effects/effect';
import { command } from '../../../src/core/model/effects/request';
import type { Trace } from '../../../src/core/model/trace/trace';
import { readEvents } from '../../../src/core/model/trace/traceReader';
import { outageSpans } from '../../../src/core/spans/outageSpans';
import { lines, play } from '../../support/play';

function* every(name: string): Program {
  for (;;) {
    yield* sleep(100_000);
    yield* call('nodeA', command('INCR', name));
  }
}

function* round(): Program {
  yield* fork(every('free'));
  yield* fork(every('tied'), { tied: true });
  try {
    yield* sleep(250_000);
    yield* step('work');
    yield* call('nodeA', command('INCR', 'own'));
    yield* sleep(250_000);
  } finally {
    yield* call('nodeA', command('INCR', 'finally'));
  }
}

const death = (plus: number, more: Partial<CrashFault> = {}): CrashFault => ({
  kind: 'crash',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus },
  restartAfter: 'never',
  only: 'thread',
  ...more,
});

const run = (fault: CrashFault): Trace =>
  play({ programs: { client1: round }, settings: { clients: 1, duration: 1000, latency: 1 }, faults: { fault } });

/** How often each counter had been raised at its end. */
function counts(trace: Trace): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const event of readEvents(trace))
    if (event.kind === 'entrySet') found[trace.strings[event.entry] ?? ''] = Number(trace.strings[event.value]);
  return found;
}

test('ends where it stands: no further effect, no `finally`, and what is tied to it ends too', () => {
  expect(counts(run(death(0)))).toEqual({ free: 9, tied: 2 });
});

test('what it has sent arrives all the same, and nobody reads the answer', () => {
  const trace = run(death(1));
  expect(counts(trace)).toEqual({ free: 9, tied: 2, own: 1 });
  expect(lines(trace, ['late'])).toEqual(['252.0 client1 late']);
});

test('its process is not down', () => {
  const trace = run(death(0));
  expect(lines(trace, ['crashed', 'started'])).toEqual(['250.0 client1 crashed']);
  expect(outageSpans(trace)).toEqual([]);
});

test('another thread may begin, beside what was left of the first', () => {
  const trace = run(death(0, { restartAfter: 100 }));
  expect(lines(trace, ['crashed', 'started'])).toEqual(['250.0 client1 crashed', '350.0 client1 started']);
  expect(counts(trace)).toMatchObject({ own: 1, finally: 1 });
  expect(counts(trace)['free']).toBeGreaterThan(9);
});

test('in the middle of several sends, the rest stays unsent', () => {
  function* asksTwice(): Program {
    const ask = to('nodeA', command('INCR', 'own'));
    yield* all([ask, ask, ask]);
  }
  const when = { kind: 'request', to: 'nodeA', from: 'client1', side: 'after', nth: 2 } as const;
  const settings = { clients: 1, duration: 1000, latency: 1 };
  const sends = (side: 'before' | 'after') =>
    play({ programs: { client1: asksTwice }, settings, faults: { fault: death(0, { when: { ...when, side } }) } });
  expect(counts(sends('after'))).toEqual({ own: 2 });
  expect(counts(sends('before'))).toEqual({ own: 1 });
});

test('without `only` the whole process dies', () => {
  const { only, ...whole } = death(0);
  expect(only).toBe('thread');
  expect(counts(run(whole as CrashFault))).toEqual({ free: 2, tied: 2 });
});

test.each([1, 2, 3, 4, 5, 6])(
  'it dies before effect %i of its process, and tells and does nothing from then on',
  (nth) => {
    const trace = run(death(0, { when: { kind: 'effect', process: 'client1', nth } }));
    const after = [...readEvents(trace)].slice([...readEvents(trace)].findIndex(({ kind }) => kind === 'crashed') + 1);
    expect(after.filter((event) => event.kind === 'step')).toEqual([]);
    expect(counts(trace)).not.toHaveProperty('own');
    expect(counts(trace)).not.toHaveProperty('finally');
  },
);
