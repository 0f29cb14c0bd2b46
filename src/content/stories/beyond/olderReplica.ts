/** A release by DELEX, and a failover to a replica of an older version, which does not know the command. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** Client 1 has the lock and has just begun to work. */
const when = { kind: 'step', process: 'client1', step: 'work', nth: 1 } as const;

export const story: StoryBody = {
  lead: text(
    'Client 1 releases with DELEX (Redis 8.4 and later). During an upgrade the master knows that command and the replica does not. The replica takes over with the key, and refuses every release: each lock lasts until its TTL is over.',
    '客户端 1 用 DELEX 释放锁，Redis 8.4 起才有这条命令。升级途中，主节点已有，副本还没有。副本带着键接替了主节点，却拒绝每一次释放：每把锁都要等到 TTL 到期。',
  ),
  beats: [
    opening(
      'The master is a Redis 8.4, its replica still an older one. DELEX compares and deletes in one step, without a script.',
      '主节点是 Redis 8.4，副本还是旧版本。DELEX 不用脚本，一步完成比较和删除。',
      text('The master knows DELEX. Its replica is an older Redis.', '主节点认识 DELEX，副本是旧版 Redis。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock, and the replica has the key.',
      '客户端 1 拿到了锁，键也已到了副本。',
    ),
    beat(
      once('promoted', 'replicaA1'),
      'The master dies, and the older replica takes over. Nothing is lost: it knows the lock.',
      '主节点宕机，旧版的副本接替。什么也没有丢：它知道这把锁。',
      text('The master dies. The older replica takes over, with the key.', '主节点宕机，旧版副本带着键接替。'),
    ),
    beat(
      once('released', 'client1'),
      'Client 1 is done and sends DELEX. The new master answers ERR unknown command: the key stays until it expires.',
      '客户端 1 做完了，发出 DELEX。新主节点回答 ERR unknown command：键留着，直到过期。',
      text(
        'Client 1’s DELEX fails (unknown command): the key stays until it expires.',
        '客户端 1 的 DELEX 不被认识：键留着，直到过期。',
      ),
    ),
    beat(
      once('entryGone', 'replicaA1'),
      'The key has expired: nobody held the lock, yet client 2 waited.',
      '键自己过期了：没有人持锁，客户端 2 却一直在等。',
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 had to wait for the TTL, and its release fails, too.',
      '客户端 2 等满 TTL 才拿到锁，它的释放也会失败。',
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'DELEX with IFEQ at a master that knows it, and at a promoted replica that does not: the error in the words of Redis 7, and the key that stays. DELEX travels to replicas as DEL, so an older one can follow.',
    '主节点认识 DELEX … IFEQ，晋升的副本不认识：错误用 Redis 7 的原话，键留在原处。DELEX 以 DEL 的形式传给副本，所以旧版副本跟得上。',
  ),
  notModelled: text(
    'Which versions can replicate from which. An upgrade in the usual order, replicas first, has no older replica. In a real run all servers have the installed version, and the replica gives no right to DELEX.',
    '哪些版本之间能够复制。按通常的顺序先升级副本，就不会有旧版副本。真实运行中所有服务器都是已安装的版本，副本只是不给 DELEX 的权限。',
  ),
  scenario: {
    version: 2,
    seed: 93,
    lock: {
      id: 'single-node',
      settings: { ttl: 6000, compareBy: 'command', tries: 60, retryDelay: 200, retryJitter: 50, nodeTimeout: 200 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 300,
      work: 800,
      nodes: { ...defaultSettings.nodes, replicas: 1, replicaLag: 2 },
      versions: { replicas: 'older' },
      latency: { min: 2, p50: 5, p99: 15, max: 20 },
      duration: 8000,
      patience: 4000,
    },
    faults: { failover: { kind: 'failover', process: 'nodeA', when } },
  },
  lock: 'unavailable',
  data: 'safe',
  facts: ['starved', 'entry-left'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Compare and delete with a script', '用脚本比较并删除'),
      short: text('Release with a script', '用脚本释放'),
      text: text(
        'Every Redis since 2.6 knows EVAL. A library that prefers DELEX has to know both errors of an older server, ERR unknown command for DELEX and ERR syntax error for SET with IFEQ, and to send the script then.',
        'Redis 2.6 起都有 EVAL。优先用 DELEX 的库，要认得旧服务器的两种错误：DELEX 的 ERR unknown command，以及带 IFEQ 的 SET 的 ERR syntax error，这时改发脚本。',
      ),
      patch: { lock: { settings: { compareBy: 'script' } }, settings: { duration: 4000 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('released', 'client1'),
          'The older master runs the script, as it always did.',
          '旧版的新主节点照常执行脚本。',
        ),
        beat(
          once('acquired', 'client2'),
          'The key is deleted: client 2 gets the lock at once.',
          '键已删掉，客户端 2 随即拿到锁。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('Upgrade the replicas first', '先升级副本'),
      text: text(
        'Then whichever server takes over knows the command. Clients begin to send DELEX when the last server has it.',
        '这样无论谁来接替，都认识这条命令。等最后一台服务器也升级完，客户端才开始发 DELEX。',
      ),
      patch: { settings: { versions: null, duration: 4000 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('released', 'client1'),
          'The new master knows DELEX, and deletes the key.',
          '新主节点认识 DELEX，删掉了键。',
        ),
        beat(
          once('acquired', 'client2'),
          'The key is deleted: client 2 gets the lock at once.',
          '键已删掉，客户端 2 随即拿到锁。',
        ),
      ],
    },
  ],
};
