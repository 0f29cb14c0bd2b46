// The locks in ZooKeeper against a server that answers from a table: what they send, how they wait, and what they
// conclude from the answers.
import { describe, expect, test } from 'vitest';
import { zookeeperNode } from '../../../src/core/locks/zookeeperNode/lock';
import { zookeeperSequential } from '../../../src/core/locks/zookeeperSequential/lock';
import { connectionClosed, ok, type Reply, timedOut, type Value } from '../../../src/core/model/effects/request';
import { type Circumstances, inTurn } from '../../support/lockClient';
import { deleted, error, stat, zookeeperClient } from '../../support/zookeeperClient';

const onNode = zookeeperClient(zookeeperNode);
const inSequence = zookeeperClient(zookeeperSequential);

/** Vitest keeps the types of a row that ends in a list only where the row is not readonly. */
type Row = [claim: string, given: Circumstances, went: string, ...events: (Reply | null)[]];

const isHeld = 'held with the session';
const token = 'zxid';
const expired = error('SessionExpired');

describe('one znode', () => {
  const names = { connect: 'CONNECT 4000', create: 'CREATE /stock ephemeral', watch: 'EXISTS /stock watch' };
  const taken = { CREATE: inTurn(error('NodeExists'), ['/stock', 35]), EXISTS: stat(31, '0x3') };
  const again = `connect, create, watch, create → ${isHeld}`;
  const ownThere = { CREATE: timedOut, EXISTS: stat(34, '0x7') };

  test.each<Row>([
    ['opens a session, and holds its ephemeral znode as long as that', {}, `connect, create → ${isHeld}`],
    ['has a token if it was asked for', { token }, `connect, create → ${isHeld}, token 33`],
    ['where the znode is there, waits until it is deleted, and tries again', taken, again, deleted('/stock')],
    ['does not wait for what has gone meanwhile', { ...taken, EXISTS: error('NoNode') }, again],
    [
      'knows its own znode again when the answer to its create was lost',
      { token, ...ownThere },
      `connect, create, watch → ${isHeld}, token 34`,
    ],
    ['is refused where nobody answers', { CONNECT: timedOut }, 'connect → refused: error'],
    ['is refused where nobody is there', { CONNECT: connectionClosed }, 'connect → refused: error'],
    ['is refused where the session has expired', { CREATE: expired }, 'connect, create → refused: expired'],
  ])('%s', (_, given, went, ...events) => {
    expect(onNode(given, events).acquire().went(names)).toBe(went);
  });

  test('names its steps and its owner', () => {
    const { world, held } = onNode(taken, [deleted('/stock')]).acquire();
    expect([world.steps, held.owner]).toEqual([['create', 'watch', 'create'], '0x7/35']);
    expect(onNode({ token }).acquire().held.owner).toBe('0x7/33');
  });

  test('other events do not wake it', () => {
    const events = [ok(['NodeCreated', '/stock']), ok(['NodeDeleted', '/other']), deleted('/stock')];
    const read: number[] = [];
    const { ends } = onNode(taken, (nth) => events[read.push(nth) - 1] ?? null).acquire();
    expect([ends, read]).toEqual([isHeld, [1, 2, 3]]);
  });

  test('waits for two thirds of the timeout that the server gave, not of the one that it wanted', () => {
    const { world } = onNode({ sessionTimeout: 60_000 }).acquire();
    expect(world.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([60_000, 2000]);
  });

  test('one session serves every acquisition, until it has expired', () => {
    const client = onNode({ DELETE: inTurn('OK', expired) });
    expect([client.acquire().release(), client.acquire().release()]).toEqual(['none', 'expired']);
    expect(client.acquire().timesOf('CONNECT')).toHaveLength(2);
  });
});

describe('release', () => {
  const [remove, look] = ['DELETE /stock', 'EXISTS /stock'];
  const [lost, own] = [{ DELETE: timedOut }, { EXISTS: stat(33, '0x7') }];

  test.each<readonly [string, Circumstances, string, readonly string[]]>([
    ['deletes the znode', {}, 'none', [remove]],
    ['says when it was gone', { DELETE: error('NoNode') }, 'gone', [remove]],
    ['says when the session had expired', { DELETE: expired }, 'expired', [remove]],
    [
      'asks again while the answer is lost and the znode its own',
      { ...own, DELETE: inTurn(timedOut, 'OK') },
      'none',
      [remove, look, remove],
    ],
    [
      'asks again, and is content when the znode is gone by then',
      { ...own, DELETE: inTurn(timedOut, error('NoNode')) },
      'none',
      [remove, look, remove],
    ],
    ['never deletes what another has created since', { ...lost, EXISTS: stat(36, '0x3') }, 'none', [remove, look]],
    ['is content when it was deleted after all', { ...lost, EXISTS: error('NoNode') }, 'none', [remove, look]],
  ])('%s', (_, given, reason, sent) => {
    const client = onNode(given).acquire();
    expect([client.release(), client.sent.slice(2)]).toEqual([reason, sent]);
  });

  test('quitting closes the session and ends its heartbeats; without a session nothing is said', () => {
    const client = onNode();
    client.quit();
    expect(client.sent).toEqual([]);
    client.acquire().quit();
    expect([client.sent.at(-1), client.world.cancelled]).toEqual(['CLOSE', [0]]);
  });
});

describe('in sequence', () => {
  const id = '80000000';
  const mine = `${id}-lock-0000000002`;
  const created = (name: string): Value => [`/stock/${name}`, 33];
  const [before, holder] = ['zzzzzzzz-lock-0000000001', 'ffffffff-lock-0000000000'];
  const [plain0, plain1] = ['lock-0000000000', 'lock-0000000001'];
  const names = {
    connect: 'CONNECT 4000',
    create: `CREATE /stock/${id}-lock- ephemeral sequential`,
    createPlain: 'CREATE /stock/lock- ephemeral sequential',
    directory: 'CREATE /stock',
    look: 'CHILDREN /stock',
    lookAtMine: `EXISTS /stock/${mine}`,
    watchBefore: `EXISTS /stock/${before} watch`,
    watchHolder: `EXISTS /stock/${holder} watch`,
    watchPlain: `EXISTS /stock/${plain0} watch`,
  };
  const plain = { nodeName: 'plain' };
  const own = { CREATE: created(mine) };
  const queue = ['aaaaaaaa-lock-0000000010', mine, before, holder];
  const queued = { ...own, CHILDREN: inTurn(queue, queue.slice(0, 2)), EXISTS: stat(30, '0x3') };
  const waiting = { ...queued, CHILDREN: inTurn([mine, before, holder], [mine, holder], [mine]) };
  const [beforeGone, holderGone] = [deleted(`/stock/${before}`), deleted(`/stock/${holder}`)];
  const toDirectory = inTurn(error('NoNode'), ['/stock', 32], created(plain0));
  const looksOften = { CREATE: inTurn(timedOut, created(mine)), CHILDREN: inTurn(timedOut, [holder], [mine]) };
  const behindItself = { CREATE: inTurn(timedOut, created(plain1)), CHILDREN: inTurn([plain0, plain1], [plain1]) };

  test.each<Row>([
    [
      'creates a znode with its id, looks who is there, and is first',
      { token, ...own, CHILDREN: [mine, 'x-lock-0000000010'] },
      `create, look → ${isHeld}, token 33`,
    ],
    [
      'creates the directory where there is none',
      { ...plain, CREATE: toDirectory, CHILDREN: [plain0] },
      `createPlain, directory, createPlain, look → ${isHeld}`,
    ],
    [
      'watches the one before it, by the numbers and not by the names, and looks again',
      queued,
      `create, look, watchBefore, look → ${isHeld}`,
      beforeGone,
    ],
    [
      'when the one before it vanishes and the holder is still there, watches the holder',
      waiting,
      `create, look, watchBefore, look, watchHolder, look → ${isHeld}`,
      ...[beforeGone, holderGone],
    ],
    [
      'without looking again it takes that for its turn',
      { recheck: false, ...waiting },
      `create, look, watchBefore → ${isHeld}`,
      beforeGone,
    ],
    [
      'even so it looks again when it was woken for another reason',
      { recheck: false, ...waiting },
      `create, look, watchBefore, look, watchHolder → ${isHeld}`,
      ...[null, holderGone],
    ],
    [
      'finds its znode again by its id when the answer to its create was lost',
      { token, CREATE: timedOut, CHILDREN: [mine], EXISTS: stat(31, '0x7') },
      `create, look, lookAtMine, look → ${isHeld}, token 31`,
    ],
    [
      'looks as often as it takes before it creates another',
      looksOften,
      `create, look, look, create, look → ${isHeld}`,
    ],
    [
      'without an id it creates another, and waits behind its own',
      { ...plain, ...behindItself, EXISTS: stat(31, '0x7') },
      `createPlain, createPlain, look, watchPlain, look → ${isHeld}`,
      deleted(`/stock/${plain0}`),
    ],
    ['is refused where its session has expired as it creates', { CREATE: expired }, 'create → refused: expired'],
    ['is refused where it has expired as it looks', { ...own, CHILDREN: expired }, 'create, look → refused: expired'],
    ['is refused where its znode is gone', { ...own, CHILDREN: [holder] }, 'create, look → refused: gone'],
  ])('%s', (_, given, went, ...events) => {
    expect(inSequence(given, events).acquire().went(names)).toBe(`connect, ${went}`);
  });

  test.each<readonly [readonly string[], Value]>([
    [
      ['create', 'look'],
      [mine, 'x-lock-0000000010'],
    ],
    [['create', 'look', 'watch', 'woken', 'look'], queue],
  ])('its steps are %j', (steps, there) => {
    const replies = { ...queued, CHILDREN: inTurn(there, queue.slice(0, 2)) };
    expect(inSequence(replies, [beforeGone]).acquire().world.steps).toEqual(steps);
  });

  test('deletes its own znode', () => {
    const client = inSequence({ ...own, CHILDREN: [mine] }).acquire();
    expect([client.release(), client.sent.at(-1)]).toEqual(['none', `DELETE /stock/${mine}`]);
  });
});
