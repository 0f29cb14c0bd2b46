// A lock on connections that resend, have no limits, or end with the caller's deadline.
import { describe, expect, it } from 'vitest';
import { connectionOf } from '../../../src/core/model/effects/connection';
import { withConnectionPolicy } from '../../../src/core/model/effects/connectionPolicy';
import { reasons } from '../../../src/core/model/effects/effect';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { applyPatch } from '../../../src/core/model/scenario/patch';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { defaultSettings, type Patch, type Scenario } from '../../../src/core/model/scenario/scenario';
import type { Trace } from '../../../src/core/model/trace/trace';
import { eventsOf, processId, textOf } from '../../../src/core/model/trace/traceReader';
import { nth } from '../../../src/core/model/values/nth';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';

const base: Scenario = {
  version: 2,
  seed: 1,
  lock: { id: 'redlock', settings: { tries: 2, nodeTimeout: 60, retryDelay: 20, retryJitter: 0 } },
  storage: { id: 'no-check' },
  settings: { ...defaultSettings, clients: 1, think: 0, work: 50, latency: 10, duration: 2000, patience: 1000 },
  faults: {},
};

/** A lock whose node E answers after 100 ms, and whose C and D take 40 ms. */
const slow: Patch = {
  settings: {
    own: { client1: { latencyTo: { nodeC: 40, nodeD: 40, nodeE: 90 } } },
  },
};

function runOf(...patches: readonly Patch[]): Trace {
  const parsed = parseScenario(patches.reduce(applyPatch, base), parts);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message.en).join(' '));
  return simulate(parsed.scenario, parts);
}

/** `0 SET nodeA`: what client 1 sends to the nodes, with the time in ms and the first word. */
const sentBy = (trace: Trace, until = 1e9): readonly string[] =>
  eventsOf(trace, 'sent')
    .filter(({ leg, at, peer }) => leg === 0 && at < until * 1000 && processId(trace, peer) !== 'storage')
    .map(({ at, text, peer }) => {
      const [word = ''] = textOf(trace, text).split(' ');
      return `${at / 1000} ${word} ${processId(trace, peer).slice('node'.length)}`;
    });

const timeOuts = (trace: Trace): readonly string[] =>
  eventsOf(trace, 'timedOut').map(({ at, peer }) => `${at / 1000} ${processId(trace, peer)}`);

const steps = (trace: Trace): readonly string[] =>
  eventsOf(trace, 'step').map(({ at, text }) => `${at / 1000} ${textOf(trace, text)}`);

describe('the connections of a client', () => {
  it('are as usual where nothing is set, and the lock is the very same', () => {
    const lock = nth([...parts.locks.values()], 0);
    expect(withConnectionPolicy(lock, defaultSettings, 'client1')).toBe(lock);
  });

  it('may differ from client to client', () => {
    const own: { readonly [P in ProcessId]?: { readonly connection: { readonly resends: number } } } = {
      client2: { connection: { resends: 3 } },
    };
    const settings = { ...defaultSettings, connection: { deadline: 40, resends: 1 }, own };
    expect(connectionOf(settings, 'client1')).toMatchObject({ deadline: 40, resends: 1 });
    expect(connectionOf(settings, 'client2')).toMatchObject({ deadline: 40, resends: 3 });
  });

  it.each(['all', 'granted', 'decided'])(
    'leave a lock that goes on at "%s" as it is where every answer comes',
    (goesOn) => {
      const refusing: Patch = {
        lock: { settings: { goesOn } },
        faults: {
          down: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 0 }, restartAfter: 'never' },
        },
      };
      const plain = runOf(slow, refusing);
      const over = runOf(slow, refusing, { settings: { connection: { resends: 0, readTimeout: 60 } } });
      expect(eventsOf(over, 'acquired').map(({ at }) => at)).toEqual(eventsOf(plain, 'acquired').map(({ at }) => at));
      expect(sentBy(over)).toEqual(sentBy(plain));
    },
  );

  it('are no setting of a node', () => {
    const wrong = applyPatch(base, { settings: { own: { nodeA: { connection: { resends: 1 } } } } });
    const parsed = parseScenario(wrong, parts);
    expect(parsed.ok ? [] : parsed.problems.map(({ path }) => path)).toEqual(['settings.own.nodeA.connection']);
  });

  it('are put to the storage by nobody', () => {
    const lostWrite: Patch = {
      settings: { connection: { resends: 5 }, storageTimeout: 100 },
      faults: { lost: { kind: 'lose', message: { from: 'storage', to: 'client1', leg: 'reply', nth: 2 } } },
    };
    const toStorage = eventsOf(runOf(lostWrite), 'sent').filter(({ again }) => again > 0);
    expect(toStorage).toEqual([]);
  });
});

describe('a read timeout in place of the lock’s own', () => {
  it('makes the lock wait for as long as the library does', () => {
    const inTurn: Patch = { lock: { settings: { ask: 'sequence', tries: 1 } } };
    // The SET to E, and the release after the work.
    expect(timeOuts(runOf(slow, inTurn))).toEqual(['200 nodeE', '350 nodeE']);
    expect(timeOuts(runOf(slow, inTurn, { settings: { connection: { readTimeout: 300 } } }))).toEqual([]);
  });

  it('of 0 is none', () => {
    const trace = runOf({
      lock: { settings: { ask: 'sequence' } },
      settings: { connection: { readTimeout: 0 } },
      faults: { lost: { kind: 'lose', message: { from: 'nodeA', to: 'client1', leg: 'reply', nth: 1 } } },
    });
    expect(sentBy(trace)).toEqual(['0 SET A']);
    expect(timeOuts(trace)).toEqual([]);
  });
});

describe('the deadline of an acquire', () => {
  const deadline: Patch = { settings: { connection: { deadline: 30 }, think: 500, rounds: 1, duration: 900 } };
  const down: Patch = { settings: { connection: { releaseUnderDeadline: true } } };
  const everywhere = (word: string) => ['A', 'B', 'C', 'D', 'E'].map((letter) => `${word} ${letter}`);

  it('ends what is under way and sends nothing new, but gives back what it may have taken, once', () => {
    const trace = runOf(slow, deadline);
    expect(timeOuts(trace).slice(0, 3)).toEqual(['530 nodeC', '530 nodeD', '530 nodeE']);
    expect(sentBy(trace)).toEqual([...everywhere('500 SET'), ...everywhere('530 compareAndDelete')]);
    expect(steps(trace)).toContain('590 deadline');
    expect(eventsOf(trace, 'refused')).toHaveLength(1);
  });

  it('takes the clean-up down where the release has the same deadline', () => {
    const trace = runOf(slow, deadline, down);
    expect(sentBy(trace)).toEqual(everywhere('500 SET'));
    expect(steps(trace)).toContain('530 deadline');
    expect(eventsOf(trace, 'refused').map(({ at }) => at / 1000)).toEqual([530]);
  });

  it('takes the release after the work down, too', () => {
    const inTime: Patch = { settings: { connection: { deadline: 60 }, work: 200 } };
    const held = runOf(inTime, down);
    expect(sentBy(held)).toEqual(everywhere('0 SET'));
    expect(eventsOf(held, 'released').map(({ reason }) => nth(reasons, reason))).toEqual(['error']);
    expect(sentBy(runOf(inTime))).toHaveLength(10);
  });

  it('cuts no read of a library that does not look at it, and then sends nothing new', () => {
    const patient: Patch = { settings: { connection: { readTimeout: 1000 } } };
    const trace = runOf(slow, deadline, patient, { lock: { settings: { ask: 'sequence' } } });
    expect(sentBy(trace).slice(0, 3)).toEqual(['500 SET A', '520 SET B', '540 compareAndDelete A']);
  });

  it('ends an acquire that goes on asking for ever', () => {
    const vain: Patch = { lock: { id: 'zookeeper-node', settings: null }, settings: { connection: { deadline: 5 } } };
    const trace = runOf(vain, down);
    expect(trace.count).toBeLessThan(20_000);
    expect(eventsOf(trace, 'acquired')).toHaveLength(0);
  });

  it('is a moment that a fault may wait for', () => {
    const pause: Patch = {
      faults: {
        pause: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'step', process: 'client1', step: 'deadline', nth: 1 },
          for: 20,
        },
      },
    };
    expect(eventsOf(runOf(slow, deadline, down, pause), 'paused').map(({ at }) => at / 1000)).toEqual([530]);
    expect(() => runOf(slow, pause)).toThrow('deadline');
  });
});
