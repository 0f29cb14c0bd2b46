// The client's round with a lock and a storage that answer from a table: what it does in which order, and what it
// declares.
import { describe, expect, test } from 'vitest';
import { round } from '../../../src/core/clients/round';
import { call, forever, type Program, sleep } from '../../../src/core/model/effects/effect';
import { newNotice } from '../../../src/core/model/effects/lossNotice';
import { command, ok, type Reply } from '../../../src/core/model/effects/request';
import type { Held, Lock, Refused } from '../../../src/core/model/scenario/lock';
import type { ClientContext } from '../../../src/core/model/scenario/parts';
import type { Resource } from '../../../src/core/model/scenario/resource';
import { defaultSettings, type Settings } from '../../../src/core/model/scenario/scenario';
import { fromMs, type Ms } from '../../../src/core/model/values/time';
import { noCheck } from '../../../src/core/storage/noCheck';
import { DrivenWorld, silence } from '../../support/drive';

const held: Held = { kind: 'held', validFor: 2_948_000, token: 34, owner: 'a', state: null };
const refused: Refused = { kind: 'refused', reason: 'held' };

interface Given {
  readonly whenLost?: ClientContext['whenLost'];
  readonly settings?: Partial<Settings>;
  readonly number?: number;
  readonly startsInMs?: Ms;
  /** The answers to acquire, one after the other; the last one repeats. */
  readonly answers?: readonly (Held | Refused)[];
  /** When the validity ends, on the world's clock; or never. */
  readonly validUntilMs?: Ms | 'forever';
  readonly read?: Reply;
  readonly write?: Reply;
  /** By default, a storage that checks nothing. */
  readonly resource?: Resource;
}

/** A lock that sends nothing and takes no time. */
function lockOf(given: Given, world: () => DrivenWorld): Lock {
  const answers = [...(given.answers ?? [held])];
  return {
    id: 'of-the-test',
    title: { en: '', zh: '' },
    about: { en: '', zh: '' },
    lossReport: { by: 'nobody', when: { en: '', zh: '' }, usually: { en: '', zh: '' } },
    fields: {},
    steps: [],
    services: () => [],
    hasToken: () => true,
    *acquire() {
      yield* sleep(0);
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? held;
    },
    *release() {
      world().steps.push('(lock.release)');
      return 'none';
    },
    *remaining() {
      const { validUntilMs = 'forever' } = given;
      return validUntilMs === 'forever' ? forever : fromMs(validUntilMs - world().atMs);
    },
    source: '',
  };
}

function client(given: Given): { readonly program: Program; readonly world: DrivenWorld } {
  const number = given.number ?? 1;
  const world = new DrivenWorld({
    answer: ({ request }) => {
      const reply = request.command === 'READ' ? (given.read ?? ok([42, 1])) : (given.write ?? ok(2));
      return reply.kind === 'timeout' ? silence : { reply, afterMs: 20 };
    },
  });
  const me = `client${number}` as const;
  const context: ClientContext = {
    me,
    number,
    startsIn: fromMs(given.startsInMs ?? 0),
    settings: { ...defaultSettings, ...given.settings },
    whenLost: given.whenLost ?? 'never',
    lock: lockOf(given, () => world),
    lockContext: { me, nodes: [], key: 'stock', settings: {}, notice: newNotice() },
    resource: given.resource ?? noCheck,
    resourceContext: { me, storage: 'storage', storages: ['storage'], settings: {} },
  };
  return { program: round.run(context), world };
}

function run(given: Given): DrivenWorld {
  const { program, world } = client(given);
  world.run(program);
  return world;
}

describe('what a client adds', () => {
  const written = (given: Given) => run(given).sent.find(({ text }) => text.startsWith('WRITE'))?.text;

  test.each([
    [1, 'WRITE 43 1'],
    [2, 'WRITE 52 1'],
    [3, 'WRITE 142 1'],
    [6, 'WRITE 100042 1'],
    [7, 'WRITE 43 1'],
  ])('client %i leaves its own digit', (number, text) => {
    expect(written({ number })).toBe(text);
  });

  test('in a scenario from before that every client adds 1', () => {
    expect(written({ number: 3, settings: { adds: 'one' } })).toBe('WRITE 43 1');
  });
});

const marks = (world: DrivenWorld) => world.marks.map(({ mark }) => mark);
const timeouts = (world: DrivenWorld) => world.sent.map(({ timeoutMs }) => timeoutMs);

describe('a round that goes well', () => {
  const world = run({});

  test('thinks, acquires, reads, works, writes one more than it read, releases', () => {
    expect(world.steps).toEqual(['think', 'acquire', 'read', 'work', 'write', 'release', '(lock.release)']);
    expect(world.sent.map(({ to, text }) => [to, text])).toEqual([
      ['storage', 'READ'],
      ['storage', 'WRITE 43 1'],
    ]);
    expect(timeouts(world)).toEqual([2000, 2000]);
  });

  test('declares the hold from acquiring to released, with validity and token', () => {
    expect(world.marks).toEqual([
      { mark: 'acquiring' },
      { mark: 'acquired', hold: 1, validFor: 2_948_000, token: 34, shared: false },
      { mark: 'releasing', hold: 1 },
      { mark: 'released', hold: 1, reason: 'none' },
      { mark: 'finished', round: 1, ok: true },
    ]);
  });

  test('is outside as soon as it calls release', () => {
    const { program, world: stopped } = client({});
    stopped.runUntilMark(program, 'releasing');
    expect(stopped.steps.at(-1)).toBe('release');
  });
});

describe('when it starts and how often it goes round', () => {
  test('it waits for its start before all else', () => {
    expect(run({ startsInMs: 70 }).sleepsMs[0]).toBe(70);
    expect(run({ number: 3 }).sleepsMs[0]).toBe(0);
  });

  test('every round has a hold of its own, and is finished', () => {
    const world = run({ settings: { rounds: 3 } });
    expect(world.marks.filter(({ mark }) => mark === 'finished')).toEqual(
      [1, 2, 3].map((number) => ({ mark: 'finished', round: number, ok: true })),
    );
    expect(world.marks.filter((declared) => declared.mark === 'released').map(({ hold }) => hold)).toEqual([1, 2, 3]);
  });
});

describe('a client that is refused', () => {
  test('thinks and asks again, in the same round', () => {
    const world = run({ answers: [refused, refused, held], settings: { think: 40, work: 300 } });
    expect(marks(world)).toEqual(
      'acquiring refused acquiring refused acquiring acquired releasing released finished'.split(' '),
    );
    expect(world.marks[1]).toEqual({ mark: 'refused', hold: 1, reason: 'held' });
    expect(world.sleepsMs).toEqual([0, 40, 0, 40, 0, 40, 0, 300]);
  });

  test('never gives up', () => {
    const { program, world } = client({ answers: [refused] });
    world.runUntilMark(program, 'refused', 1000);
    expect(world.steps).not.toContain('read');
  });
});

describe('what goes wrong at the storage ends the round', () => {
  const rows: readonly (readonly [string, Given, readonly string[]])[] = [
    ['a read without an answer', { read: { kind: 'timeout' } }, ['READ']],
    ['a read that is refused', { read: ok(null) }, ['READ']],
    ['a write without an answer', { write: { kind: 'timeout' } }, ['READ', 'WRITE']],
    ['a write that is rejected', { write: ok(null) }, ['READ', 'WRITE']],
  ];
  test.each(rows)('%s is not tried again, and the lock is given back', (_, given, sent) => {
    const world = run(given);
    expect(world.sent.map(({ command }) => command)).toEqual(sent);
    expect(marks(world)).toEqual(['acquiring', 'acquired', 'releasing', 'released', 'finished']);
    expect(world.marks.at(-1)).toEqual({ mark: 'finished', round: 1, ok: false });
  });
});

describe('a client that looks at its validity before it writes', () => {
  const checking = { check: 'before-write', think: 0, work: 300, stagger: 0 } as const;

  test('writes when something is left, and waits no longer than that', () => {
    // 20 ms to read, 300 ms to work: at 320 ms, 80 ms are left.
    const world = run({ settings: checking, validUntilMs: 400 });
    expect(world.steps).toEqual(['think', 'acquire', 'read', 'work', 'check', 'write', 'release', '(lock.release)']);
    expect(timeouts(world)).toEqual([2000, 80]);
    expect(world.marks.at(-1)).toMatchObject({ ok: true });
  });

  test.each([320, 100])('does not write when its validity ended at %d ms', (validUntilMs) => {
    const world = run({ settings: checking, validUntilMs });
    expect(world.steps).toEqual(['think', 'acquire', 'read', 'work', 'check', 'release', '(lock.release)']);
    expect(world.marks.slice(2)).toEqual([
      { mark: 'stopped', hold: 1, reason: 'expired' },
      { mark: 'releasing', hold: 1 },
      { mark: 'released', hold: 1, reason: 'none' },
      { mark: 'finished', round: 1, ok: false },
    ]);
  });

  test('stops waiting for its write when the validity ends, and says that it lost the lock', () => {
    const world = run({ settings: checking, validUntilMs: 400, write: { kind: 'timeout' } });
    expect(world.atMs).toBe(400);
    expect(marks(world).slice(2)).toEqual(['stopped', 'releasing', 'released', 'finished']);
  });

  test('a write that fails while the lock is valid is no loss of the lock', () => {
    const settings = { ...checking, storageTimeout: 50 };
    const world = run({ settings, validUntilMs: 400, write: { kind: 'timeout' } });
    expect(world.atMs).toBe(370);
    expect(marks(world).slice(2)).toEqual(['releasing', 'released', 'finished']);
  });

  test('a lock that does not expire is always valid', () => {
    const world = run({ settings: checking, validUntilMs: 'forever' });
    expect(timeouts(world)).toEqual([2000, 2000]);
    expect(world.marks.at(-1)).toMatchObject({ ok: true });
  });

  test('one that does not check writes after the end', () => {
    const world = run({ settings: { ...checking, check: 'none' }, validUntilMs: 100 });
    expect(world.steps).not.toContain('check');
    expect(world.marks.at(-1)).toMatchObject({ ok: true });
  });
});

describe('a client that looks at its validity at each step', () => {
  const checking = { check: 'each-step', think: 0, work: 300, stagger: 0 } as const;

  test('waits for no answer longer than it is valid', () => {
    const world = run({ settings: checking, validUntilMs: 400 });
    expect(timeouts(world)).toEqual([400, 80]);
    expect(world.marks.at(-1)).toMatchObject({ ok: true });
  });

  test('stops its work in the very moment in which the validity ends', () => {
    const world = run({ settings: checking, validUntilMs: 100 });
    expect(world.steps).toEqual(['think', 'acquire', 'read', 'work', 'release', '(lock.release)']);
    expect(world.atMs).toBe(100);
    expect(marks(world).slice(2)).toEqual(['stopped', 'releasing', 'released', 'finished']);
  });

  test('does not even read when nothing is left', () => {
    const world = run({ settings: checking, validUntilMs: 0 });
    expect(world.sent).toEqual([]);
    expect(marks(world).slice(2)).toEqual(['stopped', 'releasing', 'released', 'finished']);
  });

  test('a lock that does not expire lets it work to the end', () => {
    const world = run({ settings: checking, validUntilMs: 'forever' });
    expect(world.marks.at(-1)).toMatchObject({ ok: true });
  });
});

describe('a resource with more to it than reading and writing', () => {
  test('what is done already is neither worked on nor written, and the round went well', () => {
    const world = run({
      resource: {
        ...noCheck,
        *read() {
          return { kind: 'done' };
        },
      },
    });
    expect(world.steps).toEqual(['think', 'acquire', 'read', 'release', '(lock.release)']);
    expect(world.sent).toEqual([]);
    expect(world.marks.at(-1)).toEqual({ mark: 'finished', round: 1, ok: true });
  });

  test.each([
    ['after a write', {}, ['READ', 'WRITE', 'LEAVE']],
    ['after a read that was refused, which may have left something', { read: ok(null) }, ['READ', 'LEAVE']],
  ] as const)('what a read has left there is taken back before the lock is, %s', (_, given, commands) => {
    const resource: Resource = {
      ...noCheck,
      *leave({ storage, timeout }) {
        yield* call(storage, command('LEAVE'), { timeout });
      },
    };
    const world = run({ ...given, resource });
    expect(world.sent.map((sent) => sent.command)).toEqual(commands);
    expect(world.sent.at(-1)?.timeoutMs).toBe(2000);
    expect(world.steps.slice(-2)).toEqual(['release', '(lock.release)']);
    expect(marks(world).slice(-3)).toEqual(['releasing', 'released', 'finished']);
  });
});
