/**
 * Every client sets the same value, so nobody can tell to whom a key belongs, and a late release deletes another
 * client's key.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, briefly, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'All clients lock with the same value. One of them blocks for too long, wakes up, and releases a lock that is no longer its own.',
    '所有客户端加锁时都用同一个值。其中一个停顿太久，醒来之后，释放了一把早已不属于它的锁。',
  ),
  beats: [
    opening(
      'The key says only that somebody has the lock. Its value, 1, is the same for everybody.',
      '键只说明有人拿着锁。它的值是 1，所有人都一样。',
      text(
        'The key says that somebody has the lock, not who: everybody’s value is 1.',
        '键只说明有人拿着锁，没说是谁：人人都写 1。',
      ),
    ),
    beat(
      once('paused', 'client1'),
      'Client 1 has worked and written. Before it can release the lock, it is blocked.',
      '客户端 1 工作完了，也写好了。还没来得及释放锁，就停顿了。',
      text(
        'Client 1 has written. Before it can release the lock, it is blocked.',
        '客户端 1 写好了，还没释放锁就停顿了。',
      ),
    ),
    beat(
      once('entryGone', 'nodeA'),
      'The TTL runs out, and the node frees the lock by itself.',
      'TTL 到了，节点自动释放了锁。',
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 gets it, as it should, and starts to work.',
      '客户端 2 理所当然地拿到锁，开始工作。',
    ),
    briefly(
      beat(
        once('resumed', 'client1'),
        'Client 1 goes on where it was stopped: it releases the lock. The script compares 1 with 1, finds them equal, and deletes the key.',
        '客户端 1 从停顿的地方继续：释放锁。脚本拿 1 和 1 比较，相等，于是删除。',
        text(
          'Client 1 goes on. Its script compares 1 with 1, and deletes the key.',
          '客户端 1 继续：脚本拿 1 比 1，相等，于是删键。',
        ),
      ),
      'Client 1 deletes the key of client 2.',
      '客户端 1 删了客户端 2 的键。',
    ),
    beat(
      once('entryGone', 'nodeA', 2),
      'That was the key of client 2. It keeps working, with no lock to protect it.',
      '删掉的是客户端 2 的键。它还在工作，却已经没有锁保护它了。',
      text(
        'That was the key of client 2, which still works without a lock.',
        '删掉的是客户端 2 的键，它还在工作，却没了锁。',
      ),
    ),
    briefly(
      beat(
        once('acquired', 'client3'),
        'Client 3 gets the lock while client 2 still works.',
        '客户端 3 拿到了锁，而客户端 2 还在工作。',
      ),
      'Client 3 gets the lock beside client 2.',
      '客户端 3 也拿到了锁。',
    ),
    beat(
      once('entryGone', 'nodeA', 3),
      'And so on: client 2, done with its work, deletes the key of client 3.',
      '事情还没完：客户端 2 做完工作，又删掉了客户端 3 的键。',
      text('Client 2 is done, and deletes the key of client 3 in turn.', '客户端 2 做完，又删掉了客户端 3 的键。'),
    ),
    beat(
      once('rejected', 'storage'),
      'The storage compares versions and rejects client 3’s write, which is based on a value that client 2 has replaced. Without that check an update would be lost.',
      '存储会比较版本，于是拒绝了客户端 3 的写入：它所依据的值已被客户端 2 替换。没有这项检查，就会丢失一次更新。',
      text(
        'The storage compares versions, and rejects client 3’s outdated write.',
        '存储比较版本，拒绝了客户端 3 过时的写入。',
      ),
    ),
  ],
  sources: ['debate', 'python'],
  modelled: text(
    'A process that is stopped for longer than the TTL: it has written, but has not yet sent its DEL. The storage checks versions, so that the run shows the lock alone.',
    '一个进程停顿的时间超过 TTL：它已写完，DEL 还没发出。存储会检查版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'What blocked it: a slow call, garbage collection, a machine out of memory. They look alike from outside.',
    '停顿的原因是什么：缓慢的调用、垃圾回收，还是内存不足。从外面看都一样。',
  ),
  scenario: {
    version: 2,
    seed: 4,
    lock: {
      id: 'single-node',
      settings: { ttl: 2500, value: 'fixed', tries: 30, retryDelay: 250, retryJitter: 50, nodeTimeout: 300 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      clients: 3,
      work: 1600,
      latency: { min: 20, p50: 40, p99: 80, max: 100 },
      own: { client2: { start: 1900 }, client3: { start: 3100 } },
      duration: 7000,
      patience: 6000,
    },
    faults: {
      block: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'delete', nth: 1 },
        for: 1500,
      },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'deleted-another', 'rejected', 'rightful-rejected'],
  scene: { opening: text('All clients lock with the same value.', '所有客户端用同一个值加锁。') },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A random value', '随机的值'),
      text: text(
        'Each client sets a value of its own, and the release deletes the key only if the value is still there. Client 1 wakes up, finds the value of client 2, and deletes nothing; client 3 has to wait. Had the pause come before its write, two clients would have held the lock at once: no value prevents that.',
        '每个客户端设置自己的随机值，释放时，值仍是自己的才删除。客户端 1 醒来，见到的是客户端 2 的值，什么也不删；客户端 3 也进不来。要是停顿发生在写入之前，就会有两个客户端同时持锁：用什么值都挡不住。',
      ),
      patch: { lock: { settings: { value: 'random' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        opening(
          'The same pause, but every client now sets a random value of its own.',
          '同样的停顿，但现在每个客户端都设置自己的随机值。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1 is stopped, its key has expired, and client 2 gets the lock.',
          '客户端 1 停顿期间，它的键过期了，客户端 2 拿到锁。',
        ),
        beat(
          once('released', 'client1'),
          'Client 1 releases: the value is not its own, the script deletes nothing, and the answer says so.',
          '客户端 1 释放锁：值不是它的，脚本什么也不删，并如实告诉它。',
          text(
            'Client 1 releases: the value is not its own, so nothing is deleted.',
            '客户端 1 释放锁：值不是它的，什么也不删。',
          ),
        ),
        beat(
          once('released', 'client2'),
          'Client 2 still has its key when it is done. Only now does client 3 get the lock.',
          '客户端 2 做完时，键还是它的。客户端 3 到这时才能拿到锁。',
          text(
            'Client 2 still has its key. Client 3 waits until it is done.',
            '客户端 2 的键一直在，做完后客户端 3 才拿到锁。',
          ),
        ),
        beat(
          once('acquired', 'client3'),
          'Client 2 has released its own key: client 3 is the only holder.',
          '客户端 2 已删掉自己的键：只有客户端 3 持锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Released twice', '释放两次'),
      text: text(
        'A client that releases its lock a second time, by mistake, finds no key of its own. A lock that compares values says so, and nobody is harmed.',
        '客户端 1 误把同一把锁释放了两次。只要比较了值，客户端就会得知这一点，谁也不受影响。',
      ),
      patch: {
        lock: { settings: { value: 'random', releaseTwice: true } },
        settings: { own: { client2: { start: 2200 } } },
        faults: { block: null },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        opening(
          'Nobody is blocked this time. Every client releases its lock twice.',
          '这一次没有谁停顿。每个客户端都释放两次锁。',
        ),
        beat(
          once('entryGone', 'nodeA'),
          'The first release of client 1 deletes its key.',
          '客户端 1 第一次释放，删掉了自己的键。',
        ),
        beat(
          once('released', 'client1'),
          'The second finds nothing, and the answer says so. Libraries turn that answer into an error.',
          '第二次释放没找到自己的键，节点如实应答。客户端库会据此报错。',
          text(
            'The second release finds nothing, and the answer says so.',
            '第二次释放没有找到键，客户端 1 也得知了。',
          ),
        ),
        beat(
          once('acquired', 'client2'),
          'The second release did no harm: client 2 gets the lock as usual.',
          '第二次释放没有删掉谁的键，客户端 2 照常拿到锁。',
        ),
      ],
    },
    {
      id: 'b2',
      title: text('Released after it has expired', '过期之后才释放'),
      text: text(
        'One client alone, whose work takes longer than the TTL. Its lock expires by itself, and its own release comes second: the article counts that as unlocking twice, and the answer is an error. Nobody else wanted the lock, so nobody is harmed. The article’s remedy is to keep extending the lock until it is released.',
        '只有一个客户端，工作比 TTL 还久。锁先自己过期，再由它释放：文章把这叫作“对这个锁进行两次解锁”，得到的是错误。没有别人要锁，所以谁也不受影响。文章的对策是周期性地续期，直到锁被释放。',
      ),
      patch: {
        lock: { settings: { value: 'random' } },
        settings: { clients: 1, work: 3500, own: { client2: null, client3: null } },
        faults: { block: null },
      },
      lock: 'expired',
      data: 'safe',
      facts: ['after-end'],
      beats: [
        beat(
          once('entryGone', 'nodeA'),
          'The TTL runs out while client 1 works. Its key is gone.',
          'TTL 到了，客户端 1 还在工作。它的键没了。',
        ),
        beat(
          once('released', 'client1'),
          'Client 1 releases, and there is nothing left to delete: an error.',
          '客户端 1 释放锁，已经没有键可删：得到错误。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('Only two clients', '只有两个客户端'),
      text: text(
        'Nobody is blocked: client 1 just works for longer than the TTL. Its lock expires, client 2 gets it, and both think they hold it. When client 1 is done it deletes the key of client 2, whose own release then finds nothing. That answer is all that client 2 ever learns of what happened.',
        '没有谁停顿：客户端 1 只是工作得比 TTL 还久。锁过期了，客户端 2 拿到锁，两个都以为自己持锁。客户端 1 做完后删掉了客户端 2 的键，客户端 2 自己的释放就什么也找不到。它只能从这个应答得知出了事。',
      ),
      patch: { settings: { clients: 2, work: 2700, own: { client3: null } }, faults: { block: null } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'deleted-another', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('acquired', 'client2'),
          'Client 1 is still at work, its key has expired, and client 2 has the lock.',
          '客户端 1 还在工作，键已过期，客户端 2 拿到了锁。',
          text(
            'Client 1 still works. Its key expired; client 2 gets the lock.',
            '客户端 1 还在工作，键已过期，客户端 2 拿到锁。',
          ),
        ),
        beat(
          once('entryGone', 'nodeA', 2),
          'Client 1 is done, releases, and deletes the key of client 2.',
          '客户端 1 做完，释放锁，删掉的却是客户端 2 的键。',
        ),
        beat(
          once('released', 'client2'),
          'Client 2 releases the lock as it should, and learns that there was nothing to release.',
          '客户端 2 照规矩释放锁，得到的应答是：没有可释放的锁。',
          text(
            'Client 2’s write was rejected, and it has no key to release.',
            '客户端 2 的写入被拒绝了，释放时也没有键可删。',
          ),
        ),
      ],
    },
  ],
};
