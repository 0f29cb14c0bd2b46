// The locks in ZooKeeper against a server that answers from a table: what they send, how they wait, and what they
// conclude from the answers.
import { describe, expect, test } from 'vitest';
import { zookeeperNode } from '../../src/locks/zookeeperNode';
import { zookeeperSequential } from '../../src/locks/zookeeperSequential';
import { connectionClosed, ok, type Reply, timedOut, type Value } from '../../src/model/request';
import { inTurn, type Replies, type Settings } from '../support/lockClient';
import { deleted, error, stat, zookeeperClient } from '../support/zookeeperClient';

const onNode = zookeeperClient(zookeeperNode);
const inSequence = zookeeperClient(zookeeperSequential);

/** Vitest keeps the types of a row that ends in a list only where the row is not readonly. */
type Row = [
  claim: string,
  settings: Settings,
  replies: Replies,
  sent: readonly string[],
  ends: string,
  ...events: (Reply | null)[],
];

const isHeld = 'held with the session';

describe('one znode', () => {
  const [connect, create, watch] = ['CONNECT 4000', 'CREATE /stock ephemeral', 'EXISTS /stock watch'];
  const taken = { CREATE: inTurn(error('NodeExists'), ['/stock', 35]), EXISTS: stat(31, '0x3') };

  test.each<Row>([
    [
      'opens a session, creates an ephemeral znode, and holds the lock for as long as the session lives',
      { token: 'zxid' },
      {},
      [connect, create],
      `${isHeld}, token 33`,
    ],
    ['has no token unless it was asked for', {}, {}, [connect, create], isHeld],
    [
      'where the znode is there, watches it, waits until it is deleted, and tries again',
      {},
      taken,
      [connect, create, watch, create],
      isHeld,
      deleted('/stock'),
    ],
    [
      'does not wait for what has gone meanwhile',
      {},
      { ...taken, EXISTS: error('NoNode') },
      [connect, create, watch, create],
      isHeld,
    ],
    [
      'knows its own znode again when the answer to its create was lost',
      { token: 'zxid' },
      { CREATE: timedOut, EXISTS: stat(34, '0x7') },
      [connect, create, watch],
      `${isHeld}, token 34`,
    ],
    ['is refused where nobody answers', {}, { CONNECT: timedOut }, [connect], 'refused: error'],
    ['is refused where nobody is there', {}, { CONNECT: connectionClosed }, [connect], 'refused: error'],
    [
      'is refused where the session has expired',
      {},
      { CREATE: error('SessionExpired') },
      [connect, create],
      'refused: expired',
    ],
  ])('%s', (_, settings, replies, sent, ends, ...events) => {
    const client = onNode(settings, replies, events).acquire();
    expect([client.sent, client.ends]).toEqual([sent, ends]);
  });

  test('names its steps and its owner', () => {
    const { world, held } = onNode({}, taken, [deleted('/stock')]).acquire();
    expect([world.steps, held.owner]).toEqual([['create', 'watch', 'create'], '0x7/35']);
    expect(onNode({ token: 'zxid' }).acquire().held.owner).toBe('0x7/33');
  });

  test('other events do not wake it', () => {
    const events = [ok(['NodeCreated', '/stock']), ok(['NodeDeleted', '/other']), deleted('/stock')];
    const read: number[] = [];
    const { ends } = onNode({}, taken, (nth) => events[read.push(nth) - 1] ?? null).acquire();
    expect([ends, read]).toEqual([isHeld, [1, 2, 3]]);
  });

  test('waits for two thirds of the timeout that the server gave, not of the one that it wanted', () => {
    const { world } = onNode({ sessionTimeout: 60_000 }).acquire();
    expect(world.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([60_000, 2000]);
  });

  test('one session serves every acquisition, until it has expired', () => {
    const client = onNode({}, { DELETE: inTurn('OK', error('SessionExpired')) });
    expect([client.acquire().release(), client.acquire().release()]).toEqual(['none', 'expired']);
    expect(client.acquire().timesOf('CONNECT')).toHaveLength(2);
  });
});

describe('release', () => {
  const [remove, look] = ['DELETE /stock', 'EXISTS /stock'];

  test.each<readonly [string, Replies, string, readonly string[]]>([
    ['deletes the znode', {}, 'none', [remove]],
    ['says when it was gone', { DELETE: error('NoNode') }, 'gone', [remove]],
    ['says when the session had expired', { DELETE: error('SessionExpired') }, 'expired', [remove]],
    [
      'asks again while the answer is lost and the znode its own',
      { DELETE: inTurn(timedOut, 'OK'), EXISTS: stat(33, '0x7') },
      'none',
      [remove, look, remove],
    ],
    [
      'asks again, and is content when the znode is gone by then',
      { DELETE: inTurn(timedOut, error('NoNode')), EXISTS: stat(33, '0x7') },
      'none',
      [remove, look, remove],
    ],
    [
      'never deletes what another has created since',
      { DELETE: timedOut, EXISTS: stat(36, '0x3') },
      'none',
      [remove, look],
    ],
    ['is content when it was deleted after all', { DELETE: timedOut, EXISTS: error('NoNode') }, 'none', [remove, look]],
  ])('%s', (_, replies, reason, sent) => {
    const client = onNode({}, replies).acquire();
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
  const [create, createPlain, children] = [
    `CREATE /stock/${id}-lock- ephemeral sequential`,
    'CREATE /stock/lock- ephemeral sequential',
    'CHILDREN /stock',
  ];
  const watch = (name: string) => `EXISTS /stock/${name} watch`;
  const [before, holder] = ['zzzzzzzz-lock-0000000001', 'ffffffff-lock-0000000000'];
  const [plain0, plain1] = ['lock-0000000000', 'lock-0000000001'];
  const queue = ['aaaaaaaa-lock-0000000010', mine, before, holder];
  const waiting: Replies = {
    CREATE: created(mine),
    CHILDREN: inTurn([mine, before, holder], [mine, holder], [mine]),
    EXISTS: stat(30, '0x3'),
  };

  test.each<Row>([
    [
      'creates a znode with its id, looks who is there, and is first',
      { token: 'zxid' },
      { CREATE: created(mine), CHILDREN: [mine, 'x-lock-0000000010'] },
      [create, children],
      `${isHeld}, token 33`,
    ],
    [
      'creates the directory where there is none',
      { nodeName: 'plain' },
      { CREATE: inTurn(error('NoNode'), ['/stock', 32], created(plain0)), CHILDREN: [plain0] },
      [createPlain, 'CREATE /stock', createPlain, children],
      isHeld,
    ],
    [
      'watches the one before it, by the numbers and not by the names, and looks again',
      {},
      { CREATE: created(mine), CHILDREN: inTurn(queue, queue.slice(0, 2)), EXISTS: stat(30, '0x3') },
      [create, children, watch(before), children],
      isHeld,
      deleted(`/stock/${before}`),
    ],
    [
      'when the one before it vanishes and the holder is still there, watches the holder',
      {},
      waiting,
      [create, children, watch(before), children, watch(holder), children],
      isHeld,
      deleted(`/stock/${before}`),
      deleted(`/stock/${holder}`),
    ],
    [
      'without looking again it takes that for its turn',
      { recheck: false },
      waiting,
      [create, children, watch(before)],
      isHeld,
      deleted(`/stock/${before}`),
    ],
    [
      'even so it looks again when it was woken for another reason',
      { recheck: false },
      waiting,
      [create, children, watch(before), children, watch(holder)],
      isHeld,
      null,
      deleted(`/stock/${holder}`),
    ],
    [
      'finds its znode again by its id when the answer to its create was lost',
      { token: 'zxid' },
      { CREATE: timedOut, CHILDREN: [mine], EXISTS: stat(31, '0x7') },
      [create, children, `EXISTS /stock/${mine}`, children],
      `${isHeld}, token 31`,
    ],
    [
      'looks as often as it takes before it creates another',
      {},
      { CREATE: inTurn(timedOut, created(mine)), CHILDREN: inTurn(timedOut, [holder], [mine]) },
      [create, children, children, create, children],
      isHeld,
    ],
    [
      'without an id it creates another, and waits behind its own',
      { nodeName: 'plain' },
      {
        CREATE: inTurn(timedOut, created(plain1)),
        CHILDREN: inTurn([plain0, plain1], [plain1]),
        EXISTS: stat(31, '0x7'),
      },
      [createPlain, createPlain, children, watch(plain0), children],
      isHeld,
      deleted(`/stock/${plain0}`),
    ],
    [
      'is refused where its session has expired as it creates',
      {},
      { CREATE: error('SessionExpired') },
      [create],
      'refused: expired',
    ],
    [
      'is refused where its session has expired as it looks',
      {},
      { CREATE: created(mine), CHILDREN: error('SessionExpired') },
      [create, children],
      'refused: expired',
    ],
    [
      'is refused where its znode is gone',
      {},
      { CREATE: created(mine), CHILDREN: [holder] },
      [create, children],
      'refused: gone',
    ],
  ])('%s', (_, settings, replies, sent, ends, ...events) => {
    const client = inSequence(settings, replies, events).acquire();
    expect([client.sent, client.ends]).toEqual([['CONNECT 4000', ...sent], ends]);
  });

  test.each<readonly [readonly string[], Value]>([
    [
      ['create', 'look'],
      [mine, 'x-lock-0000000010'],
    ],
    [['create', 'look', 'watch', 'woken', 'look'], queue],
  ])('its steps are %j', (steps, there) => {
    const replies = { ...waiting, CHILDREN: inTurn(there, queue.slice(0, 2)) };
    expect(inSequence({}, replies, [deleted(`/stock/${before}`)]).acquire().world.steps).toEqual(steps);
  });

  test('deletes its own znode', () => {
    const client = inSequence({}, { CREATE: created(mine), CHILDREN: [mine] }).acquire();
    expect([client.release(), client.sent.at(-1)]).toEqual(['none', `DELETE /stock/${mine}`]);
  });
});
