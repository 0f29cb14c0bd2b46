// Guest code, entered by a program: when it runs, what it may ask, and what faults do to it.
import { expect, test } from 'vitest';
import {
  type GuestEntry,
  guestCode,
  mark,
  mono,
  now,
  type Program,
  sleep,
  step,
} from '../../../src/core/model/effects/effect';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import { kindNumber, type Trace } from '../../../src/core/model/trace/trace';
import { readEventOf } from '../../../src/core/model/trace/traceReader';
import { parts } from '../../../src/core/run/parts';
import type { Parts } from '../../../src/core/sim/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { survey } from '../../../src/core/sim/survey';

/** Callbacks of guest code that are due, like microtasks. */
const due: (() => void)[] = [];
const rest = (): void => {
  for (let next = due.shift(); next !== undefined; next = due.shift()) next();
};

const scenario = (faults: Scenario['faults'] = {}): Scenario => ({
  version: 2,
  seed: 1,
  lock: { id: 'no-lock' },
  storage: { id: 'no-check' },
  settings: { ...defaultSettings, clients: 1, duration: 5000 },
  faults,
});

/** A world whose client runs this program. */
const running = (program: () => Program): Parts => ({
  ...parts,
  client: { ...parts.client, run: program },
  guestCode: () => rest,
});

const stepsOf = (trace: Trace): readonly (readonly [number, string])[] => {
  const found: [number, string][] = [];
  for (let seq = 0; seq < trace.count; seq++) {
    if (trace.kind[seq] !== kindNumber.step) continue;
    const { at, text: label } = readEventOf(trace, seq, 'step');
    found.push([at / 1000, trace.strings[label] ?? '']);
  }
  return found;
};

test('the code runs to its rest, and what it asked for begins afterwards, in order', () => {
  const order: string[] = [];
  const trace = simulate(
    scenario(),
    running(function* () {
      const answer = yield* guestCode<string>((door) => {
        door.start(say('first', order));
        due.push(() => {
          order.push('microtask');
          door.start(say('second', order));
          door.settle('done');
        });
        order.push('entered');
      });
      yield* step(answer);
    }),
  );
  expect(order).toEqual(['entered', 'microtask', 'first', 'second']);
  expect(stepsOf(trace)).toEqual([
    [0, 'first'],
    [0, 'second'],
    [0, 'done'],
  ]);
});

test('the task goes on when the code settles, which may be in another entry', () => {
  const trace = simulate(
    scenario(),
    running(function* () {
      yield* guestCode<void>((door) => {
        door.start(later(700, () => door.settle()));
      });
      yield* step('gone on');
    }),
  );
  expect(stepsOf(trace)).toEqual([[700, 'gone on']]);
});

test('what was stopped never begins, and what was begun ends where it stands', () => {
  const trace = simulate(
    scenario(),
    running(function* () {
      yield* guestCode<void>((door) => {
        door.start(say('never'))();
        const stop = door.start(later(500, () => {}, 'not reached'));
        door.start(later(100, stop));
        door.settle();
      });
    }),
  );
  expect(stepsOf(trace)).toEqual([]);
});

test('a paused process enters no code until it wakes, and its clock shows the time by then', () => {
  const read: number[] = [];
  const look = (): Program =>
    guestCode<void>((door) => {
      read.push(door.read(mono()));
      door.settle();
    }) as unknown as Program;
  const when = { kind: 'effect', process: 'client1', nth: 3 };
  simulate(
    scenario({ pause: { kind: 'pause', process: 'client1', when, for: 3000 } } as never),
    running(function* () {
      yield* look();
      yield* sleep(1_000_000);
      yield* look();
    }),
  );
  const [before = 0, after = 0] = read;
  expect(after - before).toBe(4_000_000);
});

test('code of a life that has ended is never entered, and what it settles goes nowhere', () => {
  let settle: (() => void) | null = null;
  let entered = 0;
  const crash = { kind: 'crash', process: 'client1', when: { kind: 'time', at: 100 }, restartAfter: 200 };
  const trace = simulate(
    scenario({ crash } as never),
    running(function* () {
      entered++;
      const isFirst = entered === 1;
      yield* guestCode<void>((door) => {
        if (isFirst) settle = door.settle;
        else {
          settle?.();
          door.start(later(50, () => door.settle()));
        }
      });
      yield* step(isFirst ? 'first life' : 'second life');
    }),
  );
  expect(stepsOf(trace).map(([, label]) => label)).toEqual(['second life']);
});

test('an exception that nobody catches ends the process, like a crash of its own', () => {
  const trace = simulate(
    scenario(),
    running(function* () {
      yield* mark({ mark: 'acquiring' });
      yield* guestCode<void>((door) => door.exit());
      yield* step('not reached');
    }),
  );
  expect(stepsOf(trace)).toEqual([]);
  const crashes = [...trace.kind.subarray(0, trace.count)].filter((kind) => kind === kindNumber.crashed);
  expect(crashes).toHaveLength(1);
});

test('code that never waits is cut off like any run that does not end', () => {
  function* again(door: GuestEntry<never>): Program {
    yield* guestCode<void>((inner) => {
      inner.start(again(door));
      inner.settle();
    });
    yield* step('again');
  }
  const trace = simulate(
    scenario(),
    running(function* () {
      yield* guestCode<never>((door) => {
        door.start(again(door));
      });
    }),
    500,
  );
  expect(trace.header.ended).toBe('bound');
});

test('a survey counts when foreign code looks at a clock, since no event tells of it', () => {
  const { effects } = survey(
    scenario(),
    running(function* () {
      yield* guestCode<void>((door) => {
        door.read(mono());
        door.read(now());
        door.settle();
      });
      yield* step('after');
    }),
  );
  expect(effects.map(({ readings }) => readings)).toEqual([0, 2]);
});

function* say(label: string, order: string[] = []): Program {
  order.push(label);
  yield* step(label);
}

function* later(ms: number, then: () => void, label: string | null = null): Program {
  yield* sleep(ms * 1000);
  if (label !== null) yield* step(label);
  yield* guestCode<void>((door) => {
    then();
    door.settle();
  });
}
