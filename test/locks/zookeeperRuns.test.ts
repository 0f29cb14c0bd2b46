// The runs that the articles tell about locks in ZooKeeper, simulated under several seeds each: the herd and the queue, a
// session that expires while its holder sleeps, and the warnings of the recipe.
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/model/fault';
import type { ProcessId, Setting } from '../../src/model/scenario';
import { spansOf } from '../../src/spans/spans';
import { atStep, crashAt, outcomesOf, pauseAt, type Run, runOf, type Told } from '../support/runOf';

const lock = (id: string, settings: Readonly<Record<string, Setting>> = {}) => ({
  id,
  settings: { sessionTimeout: 1500, tickTime: 300, ...settings },
});
const node = (settings: Readonly<Record<string, Setting>> = {}) => lock('zookeeper-node', settings);
const sequential = (settings: Readonly<Record<string, Setting>> = {}) => lock('zookeeper-sequential', settings);

const rules = ({ verdict }: Run): readonly string[] => verdict.chain.map(({ rule }) => rule);

/** The clients that got the lock, in order. */
const holders = ({ trace }: Run): readonly (ProcessId | undefined)[] =>
  spansOf(trace)
    .holds.filter(({ acquiredSeq }) => acquiredSeq >= 0)
    .sort((a, b) => a.acquiredSeq - b.acquiredSeq)
    .map(({ process }) => trace.header.processes[process]?.id);

describe('40: one znode for all', () => {
  const herd: Told = { lock: node(), settings: { clients: 5, stagger: 40 } };

  test('holds, and each release wakes everybody who waits', () => {
    expect(outcomesOf(herd)).toEqual(['held']);
    // The first four of five releases wake four, three, two and one.
    expect(runOf(herd).verdict.measures.wokenPerRelease).toBe(2);
  });

  const crash: Told = { lock: node(), faults: { crash: crashAt('client1', 'work') } };

  test('the znode of a holder that crashed goes when its session ends, and not before', () => {
    expect(outcomesOf(crash)).toEqual(['held']);
    const run = runOf(crash);
    // The session's timeout of 1,500 ms after the client was last heard from, then up to one tick, then the transit of
    // the message.
    expect(run.verdict.measures.freeAfterCrash).toBeGreaterThan(1_300_000);
    expect(run.verdict.measures.freeAfterCrash).toBeLessThan(1_950_000);
    expect(rules(run)).toContain('expiredAfterCrash');
  });

  test('a longer session keeps the others out for longer than they have patience', () => {
    const patient: Told = { ...crash, settings: { patience: 3000, duration: 20_000 } };
    expect(outcomesOf(patient)).toEqual(['held']);
    expect(outcomesOf({ ...patient, lock: node({ sessionTimeout: 6000 }) })).toEqual(['unavailable']);
  });

  test('the holder may keep it for as long as its session lives, where a TTL would be over', () => {
    const long: Told = { lock: node(), settings: { work: 4000, storageTimeout: 4000 } };
    expect(outcomesOf(long)).toEqual(['held']);
    expect(outcomesOf({ ...long, lock: { id: 'single-node', settings: { ttl: 1500, tries: 100 } } })).toEqual([
      'lost-update',
    ]);
  });

  test('an event that is lost only delays the one who waits for it', () => {
    const faults: Readonly<Record<string, Fault>> = {
      lose: { kind: 'lose', message: { from: 'service', to: 'client2', leg: 'push', nth: 1 } },
    };
    expect(outcomesOf({ lock: node(), faults })).toEqual(['held']);
    expect(outcomesOf({ lock: sequential(), faults })).toEqual(['held']);
  });
});

describe('41: a queue of znodes', () => {
  const queue: Told = { lock: sequential(), settings: { clients: 5, stagger: 40 } };

  test('holds, wakes one for each release, and serves them in their order', () => {
    expect(outcomesOf(queue)).toEqual(['held']);
    const run = runOf(queue);
    expect(run.verdict.measures.wokenPerRelease).toBe(4 / 5);
    const placed = spansOf(run.trace).entries.filter(({ isLock }) => isLock);
    expect(holders(run)).toEqual(placed.map(({ owner }) => run.trace.header.processes[owner]?.id));
  });

  test('a holder that crashes makes room when its session ends', () => {
    expect(outcomesOf({ lock: sequential(), faults: { crash: crashAt('client1', 'work') } })).toEqual(['held']);
  });

  // Client 2 dies while it waits. Client 1 has written and waits inside for the storage's answer.
  const dies: Told = {
    lock: sequential({ recheck: false }),
    settings: { clients: 3, stagger: 200, work: 600, storageTimeout: 6000 },
    faults: {
      dies: crashAt('client2', 'watch'),
      late: { kind: 'delay', message: { from: 'storage', to: 'client1', leg: 'reply', nth: 2 }, by: 3500 },
    },
  };

  test('41b: a client that does not look again goes in when the one before it has died', () => {
    expect(outcomesOf(dies)).toEqual(['overlap']);
    const run = runOf(dies);
    expect(run.facts('overlap')).toEqual(['client1 client3']);
    expect(rules(run)).toContain('outOfTurn');
  });

  test('41b, looking again: held', () => {
    expect(outcomesOf({ ...dies, lock: sequential() })).toEqual(['held']);
  });

  // The fourth reply. Before it come those to its session, to a create without a directory, and to the directory.
  const lost: Told = {
    lock: sequential({ nodeName: 'plain' }),
    faults: { lost: { kind: 'lose', message: { from: 'service', to: 'client1', leg: 'reply', nth: 4 } } },
  };

  test('41c: a client that does not know its own znode again waits behind it while its session lives', () => {
    expect(outcomesOf(lost)).toEqual(['stuck']);
    const run = runOf(lost);
    expect(run.facts('stuck-entry')).toEqual(['client1 service', 'client2 service', 'client1 service']);
    expect(rules(run)).toEqual(expect.arrayContaining(['messageLost', 'behindItself', 'keyOfSession']));
  });

  test('41c, with its id in the name: held', () => {
    expect(outcomesOf({ ...lost, lock: sequential() })).toEqual(['held']);
  });

  test('who waits behind a holder that has crashed is not stuck, be the end of its session beyond the run', () => {
    const short: Told = {
      lock: sequential({ sessionTimeout: 6000 }),
      settings: { duration: 4000 },
      faults: { crash: crashAt('client1', 'work') },
    };
    expect(outcomesOf(short)).toEqual(['unknown']);
  });
});

describe('42: the session that expired in its sleep', () => {
  const sleeps: Told = { lock: node(), faults: { pause: pauseAt('client1', 'write', 3000) } };

  test('42: two holders, and an update is lost', () => {
    for (const whenLost of ['usual', 'at-once', 'never'] as const) {
      expect(outcomesOf({ ...sleeps, lock: node(), settings: { whenLost } })).toEqual(['lost-update']);
      expect(outcomesOf({ ...sleeps, lock: sequential(), settings: { whenLost } })).toEqual(['lost-update']);
    }
    expect(rules(runOf(sleeps))).toEqual(['granted', 'paused', 'sessionExpired', 'grantedToo', 'wrote', 'overwrote']);
  });

  test('42 with the zxid as fencing token: the late write is refused', () => {
    for (const make of [node, sequential]) {
      const fenced: Told = { ...sleeps, lock: make({ token: 'zxid' }), storage: { id: 'fencing' } };
      expect(outcomesOf(fenced)).toEqual(['overlap']);
      expect(runOf(fenced).facts('rejected')).toEqual(['client1']);
    }
  });

  // Longer than the session lives. Then the client learns that it has expired.
  const cut: Told = {
    lock: node(),
    settings: { work: 3000, storageTimeout: 4000 },
    faults: {
      cut: {
        kind: 'cut',
        when: atStep('client1', 'work'),
        from: ['client1'],
        to: ['service'],
        bothWays: true,
        for: 3500,
      },
    },
  };

  test('42b: cut off, the client knows it before its session ends, and stops at once', () => {
    for (const make of [node, sequential]) {
      const told: Told = { ...cut, lock: make(), settings: { ...cut.settings, whenLost: 'at-once' } };
      expect(outcomesOf(told)).toEqual(['held']);
      const run = runOf(told);
      const [lost] = run.times('lockLost', 'client1');
      const [gone] = run.times('entryGone', 'service');
      expect(lost).toBeLessThan(gone as number);
      expect(holders(run)).toEqual(['client1', 'client2']);
    }
  });

  test.each(['usual', 'never'] as const)('42b, where the work goes on (%s): not held', (whenLost) => {
    for (const make of [node, sequential])
      expect(outcomesOf({ ...cut, lock: make(), settings: { ...cut.settings, whenLost } })).not.toContain('held');
  });

  test('who slept while it waited knows that its place is gone, and stands in line anew', () => {
    const asleep: Told = {
      lock: sequential(),
      settings: { clients: 3, stagger: 100, work: 600 },
      faults: { pause: pauseAt('client2', 'watch', 4000) },
    };
    expect(outcomesOf(asleep)).toEqual(['held']);
    expect(holders(runOf(asleep))).toEqual(['client1', 'client3', 'client2']);
  });
});

test('who has finished closes the session, and the service is quiet', () => {
  const { trace, requests } = runOf({ lock: node() });
  expect(requests('client1').at(-1)).toBe('CLOSE');
  expect(trace.header.ended).toBe('quiet');
  expect(trace.header.endedAt).toBeLessThan(3_000_000);
});

describe('what else goes wrong', () => {
  test('the service comes back with every znode, and sessions that went on meanwhile', () => {
    for (const make of [node, sequential])
      for (const kind of ['crash', 'power-loss'] as const) {
        const told: Told = {
          lock: make(),
          settings: { clients: 3, work: 900 },
          faults: { down: { kind, process: 'service', when: atStep('client2', 'watch'), restartAfter: 700 } },
        };
        expect(outcomesOf(told)).toEqual(['held']);
      }
  });

  test('a thread that dies while its process lives on leaves its znode to a session that nobody ends', () => {
    const told: Told = {
      lock: node(),
      faults: { dies: { ...crashAt('client1', 'work'), only: 'thread' } as Fault },
    };
    expect(outcomesOf(told)).toEqual(['stuck']);
  });

  test('on a network that loses one message in ten nobody gets in beside another, and nobody is forgotten', () => {
    for (const make of [node, sequential]) {
      const told: Told = {
        lock: make(),
        settings: { clients: 3, rounds: 2, loss: 0.1, duration: 60_000, patience: 30_000, whenLost: 'at-once' },
      };
      expect(outcomesOf(told)).toEqual(['held']);
      expect(spansOf(runOf(told).trace).holds.filter(({ end }) => end === 'open')).toEqual([]);
    }
  });
});
