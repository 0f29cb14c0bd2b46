// Redisson's lock against a node that answers from a table, and in the runs that articles and stories tell about it.
import { describe, expect, test } from 'vitest';
import { redisson } from '../../src/locks/redisson';
import { withDefaults } from '../../src/model/fields';
import type { Held } from '../../src/model/lock';
import { ok, type Value } from '../../src/model/request';
import type { Setting } from '../../src/model/scenario';
import { toMs } from '../../src/model/time';
import { DrivenWorld, silence } from '../support/drive';
import { crashAt, outcomesOf, pauseAt, runOf, type Told } from '../support/runOf';

type Settings = Readonly<Record<string, Setting>>;

/** Answers each script from its own list, and repeats the last answer. Each takes 20 ms. */
function drive(settings: Settings, answers: Readonly<Record<string, readonly (Value | 'silence')[]>> = {}) {
  const table = {
    lockHash: [null],
    lockHashFenced: [
      [-1, 33],
      [-1, 34],
    ],
    unlockHash: [1],
    renewHash: [1, 0],
    ...answers,
  };
  const asked: Record<string, number> = {};
  const world = new DrivenWorld({
    answer: ({ request: { command } }) => {
      const list: readonly (Value | 'silence')[] = table[command as keyof typeof table] ?? [];
      const nth = asked[command] ?? 0;
      asked[command] = nth + 1;
      const value = list[Math.min(nth, list.length - 1)];
      if (value === undefined) throw new Error(`The table has no answer to ${command}.`);
      return value === 'silence' ? silence : { reply: ok(value), afterMs: 20 };
    },
  });
  const context = {
    me: 'client1' as const,
    nodes: ['nodeA'] as const,
    key: 'stock',
    settings: withDefaults(redisson.fields, { waits: 'not', ...settings }),
    hold: 1,
    memory: new Map<string, unknown>(),
  };
  const answer = world.run(redisson.acquire(context));
  return { world, context, answer, texts: () => world.sent.map(({ text }) => text) };
}

describe('lock', () => {
  test('sends its lease and its thread, and is valid for the lease', () => {
    const { answer, texts, world } = drive({});
    expect(texts()).toEqual(['lockHash stock 30000 80000000:1']);
    expect(world.sent[0]?.timeoutMs).toBe(3000);
    expect(answer).toMatchObject({ kind: 'held', validFor: 29_980_000, token: null, owner: '80000000:1' });
  });

  test('with a lease time there is no watchdog', () => {
    expect(drive({ leaseTime: 5000 }).world.forked).toHaveLength(0);
    expect(drive({}).world.forked).toHaveLength(1);
  });

  test('a thread has one name as long as its process lives', () => {
    const { context, world, texts } = drive({ leaseTime: 5000 });
    world.run(redisson.acquire(context));
    expect(new Set(texts()).size).toBe(1);
    expect(texts()).toHaveLength(2);
  });

  test('tryLock() gives up where it is told how long the lock will last', () => {
    expect(drive({}, { lockHash: [1234] }).answer).toEqual({ kind: 'refused', reason: 'held' });
  });

  test('sends again four times where nobody answers, 1 to 2 s apart', () => {
    const { answer, world } = drive({}, { lockHash: ['silence'] });
    expect(world.sent.map(({ atMs }) => atMs)).toEqual([0, 4500, 9000, 13_500, 18_000]);
    expect(answer).toEqual({ kind: 'refused', reason: 'error' });
    expect(drive({ retries: 0 }, { lockHash: ['silence'] }).world.sent).toHaveLength(1);
  });

  test('fenced, it has the token of the last time that it came in', () => {
    const { answer, texts } = drive({ fenced: true, entries: 2 });
    const text = 'lockHashFenced stock redisson_lock_token:{stock} 30000 80000000:1';
    expect(texts()).toEqual([text, text]);
    expect(answer).toMatchObject({ token: 34 });
    expect(drive({ fenced: true }, { lockHashFenced: [[1234, -1]] }).answer).toMatchObject({ kind: 'refused' });
  });
});

describe('unlock', () => {
  const released = (settings: Settings, answers?: Parameters<typeof drive>[1]) => {
    const { world, context, answer, texts } = drive({ leaseTime: 5000, ...settings }, answers);
    const held = answer as Held;
    if (redisson.unwind) world.run(redisson.unwind(context, held));
    const inside = texts().length;
    const reason = world.run(redisson.release(context, held));
    return { reason, inner: texts().slice(1, inside), outer: texts().slice(inside) };
  };
  const unlock = 'unlockHash stock redisson_lock__channel:{stock} 0 5000 80000000:1';
  const lock = 'lockHash stock 5000 80000000:1';

  test.each<readonly [string, Value | 'silence', string]>([
    ['frees it', 1, 'none'],
    ['by a stranger is an error', null, 'not-owner'],
    ['of a thread that is inside once more is none', 0, 'none'],
    ['that nobody answers fails', 'silence', 'error'],
  ])('%s', (_, value, reason) => {
    expect(released({ retries: 0 }, { unlockHash: [value] })).toEqual({ reason, inner: [], outer: [unlock] });
  });

  test('is called as often as lock was, all but the last time while the client is inside', () => {
    const { reason, inner, outer } = released({ entries: 3 }, { unlockHash: [0, 0, 1] });
    expect([reason, inner, outer]).toEqual(['none', [lock, lock, unlock, unlock], [unlock]]);
  });

  test('once too often is an error', () => {
    expect(released({ unlocksOnceMore: true }, { unlockHash: [1, null] }).reason).toBe('not-owner');
  });
});

describe('the watchdog', () => {
  test('renews every third of the lease, and stops where the thread is not inside any more', () => {
    const { world, answer, context } = drive({ watchdogTimeout: 3000 }, { renewHash: [1, 1, 0] });
    const left = () => toMs(world.run(redisson.remaining(context, answer as Held)));
    const [watchdog] = world.forked;
    world.run(watchdog as NonNullable<typeof watchdog>);
    expect(world.sleepsMs).toEqual([1000, 1000, 1000]);
    expect(world.marks.map(({ mark }) => mark)).toEqual(['extended', 'extended']);
    // Renewed at 2040, asked again at 3060, refused at 3080.
    expect(left()).toBe(3000 - (3080 - 2040));
  });

  test('goes on after a renewal that nobody answered', () => {
    const { world } = drive({ watchdogTimeout: 3000, retries: 0 }, { renewHash: ['silence', 1, 0] });
    world.run(world.forked[0] as NonNullable<(typeof world.forked)[0]>);
    expect(world.marks).toHaveLength(1);
  });

  test('ends with the unlock, whatever that found', () => {
    for (const value of [1, null]) {
      const { world, context, answer } = drive({}, { unlockHash: [value] });
      world.run(redisson.release(context, answer as Held));
      expect(world.cancelled).toEqual([0]);
    }
  });
});

describe('in the stories’ runs', () => {
  const rLock = (settings: Settings = {}) => ({ id: 'redisson', settings: { watchdogTimeout: 1500, ...settings } });
  const checked = { id: 'version' };

  test('36: work longer than the lease, renewed: held', () => {
    const long: Told = { lock: rLock(), settings: { work: 4000, duration: 12_000, patience: 9000 } };
    expect(outcomesOf(long)).toEqual(['held']);
    expect(runOf(long).times('extended', 'client1').length).toBeGreaterThan(5);
  });

  test('36b: the holder crashes, and the lock is free after a lease at most: held', () => {
    const crashed: Told = {
      lock: rLock(),
      settings: { work: 2000, patience: 6000 },
      faults: { crash: crashAt('client1', 'write') },
    };
    expect(outcomesOf(crashed)).toEqual(['held']);
    expect(runOf(crashed).verdict.measures.freeAfterCrash).toBeLessThan(1_600_000);
  });

  test('36c: the whole process pauses, and the watchdog with it: overlap', () => {
    const paused: Told = {
      lock: rLock(),
      storage: checked,
      settings: { work: 800 },
      faults: { pause: pauseAt('client1', 'write', 2600) },
    };
    expect(outcomesOf(paused)).toEqual(['overlap']);
  });

  test('36d: a lease time, hence no watchdog: overlap, and the late unlock is a stranger’s', () => {
    const leased: Told = { lock: rLock({ leaseTime: 1500 }), storage: checked, settings: { work: 2500 } };
    expect(outcomesOf(leased)).toEqual(['overlap']);
    expect(runOf(leased).facts('deleted-another')).toEqual([]);
  });

  const threadDies = (settings: Settings): Told => ({
    lock: rLock(settings),
    settings: { work: 1000, duration: 9000 },
    faults: { dies: { kind: 'crash', only: 'thread', process: 'client1', when: atWrite, restartAfter: 'never' } },
  });
  const atWrite = { kind: 'step', process: 'client1', step: 'write', nth: 1 } as const;

  test('36e: the thread is dead, the process lives and renews: stuck; if the watchdog looked at the thread: held', () => {
    expect(outcomesOf(threadDies({}))).toEqual(['stuck']);
    expect(outcomesOf(threadDies({ watchdogWatches: 'thread' }))).toEqual(['held']);
  });

  test('37: lock twice, unlock twice; the refused is told the time, waits, and is woken: held', () => {
    const twice: Told = { lock: rLock({ entries: 2 }), settings: { work: 1000 } };
    expect(outcomesOf(twice)).toEqual(['held']);
    const run = runOf(twice);
    expect(run.requests('client1').filter((text) => text.startsWith('unlockHash'))).toHaveLength(2);
    expect(run.times('refused', 'client2')).toEqual([]);
    expect(run.verdict.measures.wokenPerRelease).toBe(0.5);
    const woken = run.times('woken', 'nodeA')[0] ?? 0;
    expect((run.times('acquired', 'client2')[0] ?? 0) - woken).toBeLessThan(150);
  });

  test('37: an unlock once too often is an error while another is inside: held', () => {
    const stranger: Told = { lock: rLock({ unlocksOnceMore: true }), settings: { work: 1000 } };
    expect(outcomesOf(stranger)).toEqual(['held']);
  });

  test('the tokens of a fenced lock grow with each entry', () => {
    const fenced: Told = {
      lock: rLock({ fenced: true, entries: 2 }),
      storage: { id: 'fencing' },
      settings: { rounds: 2 },
    };
    expect(outcomesOf(fenced)).toEqual(['held']);
    const tokens = runOf(fenced).trace.strings.filter((text) => /^-1 \d+$/.test(text));
    expect(tokens).toHaveLength(8);
  });

  test('a lock script whose answer was lost counts twice: the key outlives the unlock', () => {
    const twice: Told = {
      lock: rLock({ nodeTimeout: 300, retryDelay: 100, retryJitter: 0 }),
      faults: { lost: { kind: 'lose', message: { from: 'nodeA', to: 'client1', leg: 'reply', nth: 1 } } },
    };
    expect(runOf(twice).facts('entry-left')).toEqual(['client1 nodeA']);
  });

  test('who waits hears of it again after the node was away', () => {
    const away: Told = {
      lock: rLock(),
      settings: { work: 1800, duration: 20_000 },
      faults: { crash: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 900 }, restartAfter: 1000 } },
    };
    expect(outcomesOf(away)).toEqual(['held']);
    expect(runOf(away).times('acquired', 'client2')).toHaveLength(1);
  });

  test('tryLock with a wait time waits no longer than that, and does not try again when it is over', () => {
    const patient: Told = { lock: rLock({ waits: 'wait-time', waitTime: 500 }), settings: { work: 1500 } };
    const run = runOf(patient);
    const [asked = 0] = run.times('acquiring', 'client2');
    const [refused = 0] = run.times('refused', 'client2');
    expect(refused - asked).toBe(500);
  });
});
