/** etcd's lock with a lease that nobody renews: it ends in the middle of the work, and nobody is notified. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'A program takes a lock in etcd under a 60 s lease of its own, and never sends KeepAlive. Its work takes 70 s. After 60 s the server deletes its key, client 2 gets the lock, and nothing tells client 1.',
    '一个程序自己申请了 60 秒的租约，用它在 etcd 里加锁，却从不发 KeepAlive。它的活要 70 秒。60 秒后服务器删掉它的键，客户端 2 拿到锁，而没有谁告诉客户端 1。',
  ),
  beats: [
    opening(
      'A session of etcd’s Go client renews its lease by itself. A program that calls Grant and Lock has to do so, too, and nothing reminds it.',
      'etcd 的 Go 客户端里，session 会自己续租。直接调用 Grant 和 Lock 的程序也得续，却没有什么提醒它。',
      text('Who grants a lease by hand has to renew it.', '自己申请的租约，要自己续。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock for as long as its lease lives: 60 s.',
      '客户端 1 拿到锁，租约是 60 秒。',
    ),
    beat(
      once('entryGone', 'service'),
      'The lease is over. The server deletes client 1’s key, and has nobody to tell: client 1 sends no KeepAlive that could be answered.',
      '租约到期，服务器删掉客户端 1 的键，也没人可以通知：客户端 1 不发 KeepAlive，也就没有应答。',
      text('The lease is over, and nobody tells client 1.', '租约到期，没有谁告诉客户端 1。'),
    ),
    beat(once('acquired', 'client2'), 'Client 2 is next in the queue, and goes in.', '排在后面的客户端 2 进去了。'),
    beat(once('wrote', 'storage'), 'Client 1 has worked all the time. It writes 43.', '客户端 1 一直在干活，写下 43。'),
    beat(
      overwrite('client2', 'client1'),
      'Client 2, which read 42, writes 52: client 1’s update is lost.',
      '客户端 2 先前读到 42，写下 52：客户端 1 的更新丢了。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the documentation of etcd’s lease API and of its Go client (concurrency.NewSession keeps the lease alive; clientv3.Grant does not)',
    'etcd 的 lease API 文档和它的 Go 客户端（concurrency.NewSession 会续租，clientv3.Grant 不会）',
  ),
  modelled: text(
    'A queue of keys with leases as etcd has it, and a program that never renews. No fault: the work is longer than the lease.',
    'etcd 那样排队的键和租约，以及一个从不续租的程序。没有任何故障：活比租约长而已。',
  ),
  notModelled: text('The members of the cluster: one process stands for them.', '集群的各个成员：这里是一个进程。'),
  scenario: {
    version: 2,
    seed: 113,
    lock: { id: 'etcd', settings: { renewal: 'never', waitMax: 600_000 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 1000,
      work: 70_000,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 145_000,
      patience: 140_000,
    },
    faults: {},
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  scene: { answers: ['fix', 'fix2', 'b'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Its session sends KeepAlives', '由 session 续租'),
      short: text('KeepAlives', '按时续租'),
      text: text(
        'A session renews the lease every 20 s for as long as the process lives. Client 2 waits until client 1 is done.',
        'session 每 20 秒续一次租，只要进程活着。客户端 2 等客户端 1 干完。',
      ),
      patch: { lock: { settings: { renewal: 'kept' } } },
      lock: 'held',
      data: 'safe',
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The storage checks the version', '存储检查版本'),
      short: text('A version check', '版本检查'),
      text: text(
        'Both are inside as before, and the second write is rejected, because it is based on an old version.',
        '两个照样都在里面，但第二次写入依据的是旧版本，被拒绝。',
      ),
      patch: { storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
    },
    {
      id: 'b',
      title: text('A key without a lease', '键没有租约'),
      text: text(
        'To be rid of the lease, the program puts its key without one, and is killed. The key stays forever, and everybody behind it waits for nobody.',
        '为了省掉租约，程序写键时不带租约，随后被杀。键永远留着，排在后面的都在等一个不存在的人。',
      ),
      patch: {
        lock: { settings: { renewal: 'none' } },
        settings: { work: 20_000, duration: 60_000, patience: 50_000 },
        faults: {
          killed: {
            kind: 'crash',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 5000 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'stuck',
      data: 'safe',
      facts: ['starved', 'stuck-entry'],
    },
  ],
};
