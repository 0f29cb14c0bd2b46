// The locks in ZooKeeper against a server that answers from a table: what they send, how they wait, and what they
// conclude from the answers.
import { describe, expect, test } from 'vitest';
import { zookeeperNode } from '../../src/locks/zookeeperNode';
import { zookeeperSequential } from '../../src/locks/zookeeperSequential';
import type { Program } from '../../src/model/effect';
import { connectionClosed, ok, type Reply, timedOut } from '../../src/model/request';
import { withSession } from '../../src/model/trace';
import type { Table } from '../support/drive';
import { type Answers, client, deleted, error, type Settings, stat } from '../support/zookeeperClient';

const onNode = (settings: Settings = {}, answers: Answers = {}, take?: Table['take']) =>
  client(zookeeperNode, settings, answers, take);
const inSequence = (settings: Settings = {}, answers: Answers = {}, take?: Table['take']) =>
  client(zookeeperSequential, settings, answers, take);

describe('one znode', () => {
  test('opens a session, creates an ephemeral znode, and holds the lock for as long as the session lives', () => {
    const { acquire, texts } = onNode({ token: 'zxid' });
    expect(acquire()).toMatchObject({ kind: 'held', validFor: withSession, token: 33, owner: '0x7/33' });
    expect(texts()).toEqual(['CONNECT 4000', 'CREATE /stock ephemeral']);
  });

  test('has no token unless it was asked for', () => {
    expect(onNode().acquire()).toMatchObject({ token: null });
  });

  test('where the znode is there, watches it, waits until it is deleted, and tries again', () => {
    const { acquire, texts, world } = onNode(
      {},
      { CREATE: [error('NodeExists'), ok(['/stock', 35])], EXISTS: stat(31, '0x3') },
      () => deleted('/stock'),
    );
    expect(acquire()).toMatchObject({ kind: 'held', owner: '0x7/35' });
    expect(texts().slice(1)).toEqual(['CREATE /stock ephemeral', 'EXISTS /stock watch', 'CREATE /stock ephemeral']);
    expect(world.steps).toEqual(['create', 'watch', 'create']);
  });

  test('does not wait for what has gone meanwhile', () => {
    const { acquire, texts } = onNode(
      {},
      { CREATE: [error('NodeExists'), ok(['/stock', 35])], EXISTS: error('NoNode') },
    );
    expect(acquire()).toMatchObject({ kind: 'held' });
    expect(texts().slice(2)).toEqual(['EXISTS /stock watch', 'CREATE /stock ephemeral']);
  });

  test('other events do not wake it', () => {
    const events = [ok(['NodeCreated', '/stock']), ok(['NodeDeleted', '/other']), deleted('/stock')];
    const taken: number[] = [];
    const { acquire } = onNode(
      {},
      { CREATE: [error('NodeExists'), ok(['/stock', 35])], EXISTS: stat(31, '0x3') },
      (nth) => {
        taken.push(nth);
        return events[nth - 1] ?? null;
      },
    );
    expect(acquire()).toMatchObject({ kind: 'held' });
    expect(taken).toEqual([1, 2, 3]);
  });

  test('knows its own znode again when the answer to its create was lost', () => {
    const { acquire, texts } = onNode({ token: 'zxid' }, { CREATE: timedOut, EXISTS: stat(34, '0x7') });
    expect(acquire()).toMatchObject({ kind: 'held', token: 34 });
    expect(texts().slice(1)).toEqual(['CREATE /stock ephemeral', 'EXISTS /stock watch']);
  });

  test('waits for two thirds of the timeout that the server gave, not of the one that it wanted', () => {
    const { acquire, world } = onNode({ sessionTimeout: 60_000 });
    acquire();
    expect(world.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([60_000, 2000]);
  });

  test.each([
    ['nobody answers', { CONNECT: timedOut }, 'error'],
    ['nobody is there', { CONNECT: connectionClosed }, 'error'],
    ['the session has expired', { CREATE: error('SessionExpired') }, 'expired'],
  ])('is refused where %s', (_, answers: Answers, reason) => {
    expect(onNode({}, answers).acquire()).toEqual({ kind: 'refused', reason });
  });

  test('one session serves every acquisition, until it has expired', () => {
    const { acquire, release, texts } = onNode({}, { DELETE: [ok('OK'), error('SessionExpired')] });
    expect(release(acquire())).toBe('none');
    expect(release(acquire())).toBe('expired');
    acquire();
    expect(texts().filter((text) => text.startsWith('CONNECT'))).toHaveLength(2);
  });
});

describe('release', () => {
  const rows: readonly (readonly [string, Answers, string, readonly string[]])[] = [
    ['deletes the znode', {}, 'none', ['DELETE /stock']],
    ['says when it was gone', { DELETE: error('NoNode') }, 'gone', ['DELETE /stock']],
    ['says when the session had expired', { DELETE: error('SessionExpired') }, 'expired', ['DELETE /stock']],
    [
      'asks again while the answer is lost and the znode its own',
      { DELETE: [timedOut, ok('OK')], EXISTS: stat(33, '0x7') },
      'none',
      ['DELETE /stock', 'EXISTS /stock', 'DELETE /stock'],
    ],
    [
      'never deletes what another has created since',
      { DELETE: timedOut, EXISTS: stat(36, '0x3') },
      'none',
      ['DELETE /stock', 'EXISTS /stock'],
    ],
    [
      'is content when it was deleted after all',
      { DELETE: timedOut, EXISTS: error('NoNode') },
      'none',
      ['DELETE /stock', 'EXISTS /stock'],
    ],
  ];
  test.each(rows)('%s', (_, answers, reason, sent) => {
    const { acquire, release, texts } = onNode({}, answers);
    expect(release(acquire())).toBe(reason);
    expect(texts().slice(2)).toEqual(sent);
  });

  test('quitting closes the session and ends its heartbeats; without a session nothing is said', () => {
    const { acquire, context, world, texts } = onNode();
    world.run(zookeeperNode.quit?.(context) as Program);
    expect(texts()).toEqual([]);
    acquire();
    world.run(zookeeperNode.quit?.(context) as Program);
    expect(texts().at(-1)).toBe('CLOSE');
    expect(world.cancelled).toEqual([0]);
  });
});

describe('in sequence', () => {
  const id = '80000000';
  const mine = `${id}-lock-0000000002`;
  const created = (name: string): Reply => ok([`/stock/${name}`, 33]);

  test('creates a znode with its id, looks who is there, and is first', () => {
    const { acquire, texts, world } = inSequence(
      { token: 'zxid' },
      { CREATE: created(mine), CHILDREN: ok([mine, 'x-lock-0000000010']) },
    );
    expect(acquire()).toMatchObject({ kind: 'held', validFor: withSession, token: 33 });
    expect(texts().slice(1)).toEqual([`CREATE /stock/${id}-lock- ephemeral sequential`, 'CHILDREN /stock']);
    expect(world.steps).toEqual(['create', 'look']);
  });

  test('creates the directory where there is none', () => {
    const { acquire, texts } = inSequence(
      { nodeName: 'plain' },
      {
        CREATE: [error('NoNode'), ok(['/stock', 32]), created('lock-0000000000')],
        CHILDREN: ok(['lock-0000000000']),
      },
    );
    expect(acquire()).toMatchObject({ kind: 'held' });
    expect(texts().slice(1, 4)).toEqual([
      'CREATE /stock/lock- ephemeral sequential',
      'CREATE /stock',
      'CREATE /stock/lock- ephemeral sequential',
    ]);
  });

  test('watches the one before it, by the numbers and not by the names, and looks again', () => {
    const queue = ['aaaaaaaa-lock-0000000010', mine, 'zzzzzzzz-lock-0000000001', 'ffffffff-lock-0000000000'];
    const { acquire, texts, world } = inSequence(
      {},
      { CREATE: created(mine), CHILDREN: [ok(queue), ok(queue.slice(0, 2))], EXISTS: stat(30, '0x3') },
      () => deleted('/stock/zzzzzzzz-lock-0000000001'),
    );
    expect(acquire()).toMatchObject({ kind: 'held' });
    expect(texts().slice(3)).toEqual(['EXISTS /stock/zzzzzzzz-lock-0000000001 watch', 'CHILDREN /stock']);
    expect(world.steps).toEqual(['create', 'look', 'watch', 'woken', 'look']);
  });

  const before = 'zzzzzzzz-lock-0000000001';
  const holder = 'ffffffff-lock-0000000000';
  const waiting: Answers = {
    CREATE: created(mine),
    CHILDREN: [ok([mine, before, holder]), ok([mine, holder]), ok([mine])],
    EXISTS: stat(30, '0x3'),
  };

  test('when the one before it vanishes and the holder is still there, watches the holder', () => {
    const { acquire, texts } = inSequence({}, waiting, (nth) => deleted(`/stock/${nth === 1 ? before : holder}`));
    expect(acquire()).toMatchObject({ kind: 'held' });
    expect(texts().slice(3)).toEqual([
      `EXISTS /stock/${before} watch`,
      'CHILDREN /stock',
      `EXISTS /stock/${holder} watch`,
      'CHILDREN /stock',
    ]);
  });

  test('without looking again it takes that for its turn', () => {
    const { acquire, texts } = inSequence({ recheck: false }, waiting, () => deleted(`/stock/${before}`));
    expect(acquire()).toMatchObject({ kind: 'held' });
    expect(texts().slice(3)).toEqual([`EXISTS /stock/${before} watch`]);
  });

  test('even so it looks again when it was woken for another reason', () => {
    const { acquire, texts } = inSequence({ recheck: false }, waiting, (nth) =>
      nth === 1 ? null : deleted(`/stock/${holder}`),
    );
    expect(acquire()).toMatchObject({ kind: 'held' });
    expect(texts().slice(3)).toEqual([
      `EXISTS /stock/${before} watch`,
      'CHILDREN /stock',
      `EXISTS /stock/${holder} watch`,
    ]);
  });

  test('finds its znode again by its id when the answer to its create was lost', () => {
    const { acquire, texts } = inSequence(
      { token: 'zxid' },
      { CREATE: timedOut, CHILDREN: ok([mine]), EXISTS: stat(31, '0x7') },
    );
    expect(acquire()).toMatchObject({ kind: 'held', token: 31 });
    expect(texts().slice(1)).toEqual([
      `CREATE /stock/${id}-lock- ephemeral sequential`,
      'CHILDREN /stock',
      `EXISTS /stock/${mine}`,
      'CHILDREN /stock',
    ]);
  });

  test('looks as often as it takes before it creates another', () => {
    const { acquire, texts } = inSequence(
      {},
      { CREATE: [timedOut, created(mine)], CHILDREN: [timedOut, ok([holder]), ok([mine])] },
    );
    expect(acquire()).toMatchObject({ kind: 'held' });
    expect(texts().slice(2, 5)).toEqual([
      'CHILDREN /stock',
      'CHILDREN /stock',
      `CREATE /stock/${id}-lock- ephemeral sequential`,
    ]);
  });

  test('without an id it creates another, and waits behind its own', () => {
    const { acquire, texts } = inSequence(
      { nodeName: 'plain' },
      {
        CREATE: [timedOut, created('lock-0000000001')],
        CHILDREN: [ok(['lock-0000000000', 'lock-0000000001']), ok(['lock-0000000001'])],
        EXISTS: stat(31, '0x7'),
      },
      () => deleted('/stock/lock-0000000000'),
    );
    acquire();
    expect(texts().slice(1, 5)).toEqual([
      'CREATE /stock/lock- ephemeral sequential',
      'CREATE /stock/lock- ephemeral sequential',
      'CHILDREN /stock',
      'EXISTS /stock/lock-0000000000 watch',
    ]);
  });

  test.each([
    ['its session has expired as it creates', { CREATE: error('SessionExpired') }, 'expired'],
    ['its session has expired as it looks', { CREATE: created(mine), CHILDREN: error('SessionExpired') }, 'expired'],
    ['its znode is gone', { CREATE: created(mine), CHILDREN: ok([holder]) }, 'gone'],
  ])('is refused where %s', (_, answers: Answers, reason) => {
    expect(inSequence({}, answers).acquire()).toEqual({ kind: 'refused', reason });
  });

  test('deletes its own znode', () => {
    const { acquire, release, texts } = inSequence({}, { CREATE: created(mine), CHILDREN: ok([mine]) });
    expect(release(acquire())).toBe('none');
    expect(texts().at(-1)).toBe(`DELETE /stock/${mine}`);
  });
});
