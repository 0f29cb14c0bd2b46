/** A database that restarts within a millisecond: the row of the lock outlives it, and the connection that would delete the row does not. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'The database that keeps the lock restarts while client 1 is working. It is back after a millisecond, with all its data. No client dies, and everything works again. Yet the lock stays taken forever.',
    '客户端 1 工作期间，保管锁的数据库重启了。一毫秒后它带着全部数据回来。客户端都活着，一切恢复如常。锁却再也没有空出来。',
  ),
  beats: [
    opening(
      'The lock is a row with a unique name. Its owner deletes it when it is done, over its open connection.',
      '锁是一行名字唯一的记录。持有者在结束时，用手上的连接把它删掉。',
      text('The lock is a row. Its owner deletes it over its connection.', '锁是一行记录，持有者用手上的连接删掉它。'),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has inserted the row and works.', '客户端 1 插入了这一行，开始工作。'),
    beat(
      once('crashed', 'service'),
      'Client 2 is about to connect when the database is killed. All connections are closed.',
      '客户端 2 正要连接，数据库被杀掉，所有连接随之断开。',
      text('The database is killed: all connections are closed.', '数据库被杀掉，所有连接随之断开。'),
    ),
    beat(
      once('started', 'service'),
      'A millisecond later it is back, and so is the row: a database does not forget.',
      '一毫秒后它回来了，那一行也还在：数据库不会忘。',
      text('A millisecond later it is back, and so is the row.', '一毫秒后它回来了，那一行也还在。'),
    ),
    beat(once('wrote', 'storage'), 'Client 1 finishes its work.', '客户端 1 干完了活。'),
    beat(
      once('released', 'client1'),
      'Client 1 sends DELETE over its old connection, gets an error, and does not try again.',
      '客户端 1 用旧连接发 DELETE，得到一个错误，没有再试。',
      text('Client 1 sends DELETE over its old connection: an error.', '客户端 1 用旧连接发 DELETE，得到一个错误。'),
    ),
    beat(
      once('refused', 'client2', 4),
      'Client 2 asks again and again. The row belongs to a client that finished long ago.',
      '客户端 2 一问再问。那一行的主人早就做完了。',
      text('Client 2 asks in vain: nobody is left to delete the row.', '客户端 2 一问再问：那一行还在，却没有谁来删。'),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'nobody: a search found it (`npm run -s cli -- explore 88 --faults crash --harm stuck`), among the client crashes that everybody expects. A lock that does not expire needs a release that succeeds eventually, and this one is tried only once.',
    '无人提出，是搜索找到的（`npm run -s cli -- explore 88 --faults crash --harm stuck`），夹在人人都想得到的客户端崩溃当中。不会过期的锁，释放迟早得成功一次；这里只试了一次。',
  ),
  modelled: text(
    'One table, one unique index, and one connection for each client. The crash closes the connections. A client that gets an error opens a new one the next time it needs one.',
    '一张表、一个唯一索引，每个客户端一条连接。崩溃使连接断开；客户端遇到错误后，下次需要时再开新的。',
  ),
  notModelled: text(
    'A pool that tests a connection before it lends it out, which makes this rarer: the restart must then fall between the test and the DELETE. A client that sees the error and tries again.',
    '借出之前先检测连接的连接池：那样更少见，重启得恰好落在检测与 DELETE 之间。看到错误后重试的客户端。',
  ),
  scenario: {
    version: 2,
    seed: 88,
    lock: { id: 'sql-row' },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 300,
      think: 700,
      work: 600,
      latency: { min: 15, p50: 28, p99: 55, max: 70 },
      duration: 6000,
      patience: 4500,
    },
    faults: {
      crash: {
        kind: 'crash',
        process: 'service',
        when: { kind: 'request', to: 'service', side: 'before', nth: 3 },
        restartAfter: 1,
      },
    },
  },
  lock: 'stuck',
  data: 'safe',
  facts: ['stuck-entry', 'starved'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A column with an expiry', '加一列过期时间'),
      short: text('An expiry in the row', '行里写过期时间'),
      text: text(
        'The DELETE fails as before. The row says when anybody may take it over, so client 2 waits out the rest of that time and no longer. A search with one crash found no stuck run among 165.',
        '行里有过期时间，DELETE 照样失败。但这一行写着从何时起可被接管，客户端 2 只需等完剩下的时间。搜索放入一次崩溃，165 次运行里没有一次卡住。',
      ),
      patch: { lock: { settings: { expiry: 2000 } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('started', 'service'), 'The database is back, and so is the row.', '数据库回来了，那一行也还在。'),
        beat(once('released', 'client1'), 'The DELETE of client 1 fails.', '客户端 1 的 DELETE 失败。'),
        beat(
          once('acquired', 'client2'),
          'The time in the row has passed, and client 2 takes it over.',
          '行里的时间已过，客户端 2 接管了它。',
        ),
      ],
    },
  ],
};
