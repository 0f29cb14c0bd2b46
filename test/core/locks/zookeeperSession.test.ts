// A client's session with ZooKeeper against a server that answers from a table: heartbeats, and what the client
// concludes from their answers.
import { describe, expect, test } from 'vitest';
import { zookeeperNode } from '../../../src/core/locks/zookeeperNode/lock';
import { zookeeperSequential } from '../../../src/core/locks/zookeeperSequential/lock';
import { connectionClosed, timedOut } from '../../../src/core/model/effects/request';
import { withDefaults } from '../../../src/core/model/scenario/fields';
import { defaultSettings } from '../../../src/core/model/scenario/scenario';
import { type Circumstances, inTurn, type LockClient } from '../../support/lockClient';
import { error, stat, zookeeperClient } from '../../support/zookeeperClient';

const onNode = zookeeperClient(zookeeperNode);
const expired = error('SessionExpired');
const pong = (events: number) => ['PONG', events];

describe('the session', () => {
  /** With a timeout of 3,000 ms: connected at 20 ms, the lock at 40 ms. */
  const holder = (given: Circumstances = {}): LockClient => onNode(given).acquire();

  test.each<readonly [string, Circumstances, readonly number[]]>([
    ['a third of its timeout after the last request', { PING: inTurn(pong(0), pong(0), expired) }, [1020, 2020, 3020]],
    ['or as often as was said', { heartbeat: 250, PING: inTurn(pong(0), expired) }, [270, 520]],
  ])('is heard of %s', (_, given, times) => {
    expect(holder(given).runTask().timesOf('PING')).toEqual(times);
  });

  test('every request is a heartbeat', () => {
    const client = holder({ PING: expired });
    client.world.pass(500);
    client.release();
    expect(client.runTask().timesOf('PING')).toEqual([1540]);
  });

  test('while it is connected, the lock is valid for ever', () => {
    const { left, reported } = holder();
    expect([left, reported]).toEqual(['for ever', 'none']);
  });

  const reconnects = { CONNECT: inTurn(['0x7', 3000], expired) };

  test.each([
    // Last heard at 40 ms.
    ['without an answer for two thirds of the timeout', timedOut, 2040],
    ['at once where the connection is closed', connectionClosed, 1040],
  ])('%s the holder is told to stop', (_, reply, atMs) => {
    const client = holder({ PING: reply, ...reconnects });
    client.world.runUntilMark(client.task(), 'lost');
    expect(client.world.atMs).toBe(atMs);
    expect([client.marks.at(-1), client.left, client.reported]).toEqual(['5 lost: disconnected', '0', 'disconnected']);
  });

  test('and reconnects to the same session', () => {
    const client = holder({ PING: timedOut, ...reconnects });
    client.world.runUntilMark(client.task(), 'lost');
    expect(client.runTask().sent.at(-1)).toBe('CONNECT 4000 0x7');
  });

  test('who does not hold the lock is told nothing', () => {
    const client = holder({ PING: expired });
    client.release();
    expect(client.runTask().marks).toEqual([]);
  });

  test('a heartbeat longer than the session lets it come and go', () => {
    const connects = inTurn(['0x7', 3000], ['0x7', 3000], expired);
    const client = holder({ heartbeat: 10_000, CONNECT: connects }).runTask();
    expect([client.timesOf('PING'), client.marks]).toEqual([[], ['5 lost: disconnected']]);
  });

  test('an event that was lost on the way is noticed by the next heartbeat, and the client looks again', () => {
    const replies = {
      CREATE: inTurn(error('NodeExists'), ['/stock', 35]),
      EXISTS: stat(31, '0x3'),
      PING: inTurn(pong(1), expired),
    };
    const waits: LockClient = onNode(replies, () => {
      waits.runTask();
      return null;
    });
    expect(waits.acquire().ends).toBe('refused: expired');
    // The heartbeat that reported an event also cancelled the waiting task, not only the end of the session.
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
