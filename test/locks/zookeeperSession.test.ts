// A client's session with ZooKeeper against a server that answers from a table: heartbeats, and what the client
// concludes from their answers.
import { describe, expect, test } from 'vitest';
import { zookeeperNode } from '../../src/locks/zookeeperNode';
import { zookeeperSequential } from '../../src/locks/zookeeperSequential';
import { forever } from '../../src/model/effect';
import { withDefaults } from '../../src/model/fields';
import type { Held } from '../../src/model/lock';
import { connectionClosed, ok, timedOut } from '../../src/model/request';
import { defaultSettings } from '../../src/model/scenario';
import type { Table } from '../support/drive';
import { type Answers, client, error, type Settings, stat } from '../support/zookeeperClient';

const onNode = (settings: Settings = {}, answers: Answers = {}, take?: Table['take']) =>
  client(zookeeperNode, settings, answers, take);
describe('the session', () => {
  /** With a timeout of 3,000 ms: connected at 20 ms, the lock at 40 ms. */
  function holder(settings: Settings, answers: Answers) {
    const one = onNode(settings, answers);
    const held = one.acquire() as Held;
    const remaining = () => one.world.run(zookeeperNode.remaining(one.context, held));
    return { ...one, held, remaining, told: () => one.context.notice?.reason };
  }

  test('is heard of a third of its timeout after the last request', () => {
    const { world, keeper } = holder({}, { PING: [ok(['PONG', 0]), ok(['PONG', 0]), error('SessionExpired')] });
    world.run(keeper());
    expect(world.sent.filter(({ command }) => command === 'PING').map(({ atMs }) => atMs)).toEqual([1020, 2020, 3020]);
  });

  test('every request is a heartbeat', () => {
    const { world, keeper, held, release } = holder({}, { PING: error('SessionExpired') });
    world.pass(500);
    release(held);
    world.run(keeper());
    expect(world.sent.filter(({ command }) => command === 'PING').map(({ atMs }) => atMs)).toEqual([1540]);
  });

  test('or as often as was said', () => {
    const { world, keeper } = holder({ heartbeat: 250 }, { PING: [ok(['PONG', 0]), error('SessionExpired')] });
    world.run(keeper());
    expect(world.sent.filter(({ command }) => command === 'PING').map(({ atMs }) => atMs)).toEqual([270, 520]);
  });

  test('while it is connected, the lock is valid for ever', () => {
    const { remaining, told } = holder({}, {});
    expect(remaining()).toBe(forever);
    expect(told()).toBe('none');
  });

  test('without an answer for two thirds of the timeout the holder is told to stop, and reconnects', () => {
    const { world, keeper, remaining, told, texts } = holder(
      {},
      { PING: timedOut, CONNECT: [ok(['0x7', 3000]), error('SessionExpired')] },
    );
    world.runUntilMark(keeper(), 'lost');
    // Last heard at 40 ms.
    expect(world.atMs).toBe(2040);
    expect(world.marks.at(-1)).toEqual({ mark: 'lost', hold: 5, reason: 'disconnected' });
    expect(remaining()).toBe(0);
    expect(told()).toBe('disconnected');
    world.run(keeper());
    expect(texts().at(-1)).toBe('CONNECT 4000 0x7');
  });

  test('a closed connection is noticed at once', () => {
    const { world, keeper } = holder(
      {},
      { PING: connectionClosed, CONNECT: [ok(['0x7', 3000]), error('SessionExpired')] },
    );
    world.runUntilMark(keeper(), 'lost');
    expect(world.marks.at(-1)).toMatchObject({ reason: 'disconnected' });
    expect(world.atMs).toBe(1040);
  });

  test('who does not hold the lock is told nothing', () => {
    const { acquire, release, world, keeper } = onNode({}, { PING: error('SessionExpired') });
    release(acquire());
    world.run(keeper());
    expect(world.marks).toEqual([]);
  });

  test('a heartbeat longer than the session lets it come and go', () => {
    const { world, keeper } = holder(
      { heartbeat: 10_000 },
      { CONNECT: [ok(['0x7', 3000]), ok(['0x7', 3000]), error('SessionExpired')] },
    );
    world.run(keeper());
    expect(world.sent.filter(({ command }) => command === 'PING')).toEqual([]);
    expect(world.marks).toEqual([{ mark: 'lost', hold: 5, reason: 'disconnected' }]);
  });

  test('an event that was lost on the way is noticed by the next heartbeat, and the client looks again', () => {
    const waits = onNode(
      {},
      {
        CREATE: [error('NodeExists'), ok(['/stock', 35])],
        EXISTS: stat(31, '0x3'),
        PING: [ok(['PONG', 1]), error('SessionExpired')],
      },
      (_, world) => {
        world.run(waits.keeper());
        return null;
      },
    );
    expect(waits.acquire()).toMatchObject({ kind: 'refused', reason: 'expired' });
    // The heartbeat that reported an event cancelled the waiting task too, and not only the end of the session.
    expect(waits.world.cancelled.length).toBeGreaterThanOrEqual(2);
  });
});

describe('settings that do not go together are said to be so', () => {
  test.each([
    [{}, []],
    [{ sessionTimeout: 3999 }, ['the server sets 4 s instead of 3.999 s']],
    [{ sessionTimeout: 40_001 }, ['the server sets 40 s instead of 40.001 s']],
    [{ sessionTimeout: 6000, heartbeat: 4000 }, []],
    [{ sessionTimeout: 6000, heartbeat: 4001 }, ['longer than two thirds of the session timeout']],
  ] as const)('%j', (settings, parts) => {
    for (const lock of [zookeeperNode, zookeeperSequential]) {
      const found = lock.warnings?.(withDefaults(lock.fields, settings), defaultSettings) ?? [];
      expect(found.map(({ zh }) => zh.length > 0)).toEqual(parts.map(() => true));
      parts.forEach((part, i) => {
        expect(found[i]?.en).toContain(part);
      });
    }
  });
});
